"""The core of `gradcheck`, `derivata.testing` and `derivata.proof`: derivatives against finite differences."""
