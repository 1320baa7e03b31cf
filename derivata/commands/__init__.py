"""The command `derivata`: what can be done without writing a program, one module per subcommand.

A module has `add(commands)`, which describes the command line, and `run(options)`, which returns the exit code. It
imports what it works with in `run`: so `derivata --help` and the other subcommands don't wait for it.
"""

from .main import main as main
