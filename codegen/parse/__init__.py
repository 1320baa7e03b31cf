"""Located nodes -> the frozen dataclasses of `spec`."""
