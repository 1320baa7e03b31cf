"""What the exit codes of `derivata` mean; argparse ends the program with WRONG_COMMAND_LINE itself."""

FINE = 0
WRONG = 1  # something is wrong in a spec or a pack, or was not found
WRONG_COMMAND_LINE = 2
INTERNAL = 3  # an error of derivata itself
INTERRUPTED = 130  # by Ctrl-C: 128 + SIGINT, as in a shell
