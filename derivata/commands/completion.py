"""`derivata completion`: what makes a shell complete the command."""

from __future__ import annotations

import argparse

from .arguments import Commands, add_command
from .console import say
from .exit_codes import FINE

BASH = """\
_derivata() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" choices
    case "${{COMP_CWORD}}:${{COMP_WORDS[1]}}" in
        1:*) choices="{commands}" ;;
{cases}
    esac
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
}}
complete -o default -F _derivata derivata
"""
"""Where no option fits, files are completed (`-o default`)."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "print a script that makes bash or zsh complete subcommands and options"
    parser = add_command(
        commands, "completion", run, summary, "derivata completion bash > ~/.derivata-completion"
    )
    parser.add_argument("shell", choices=("bash", "zsh"))


def run(options: argparse.Namespace) -> int:
    """Print it, made of the parsers."""
    from .main import COMMANDS, subparsers

    cases = [f'        *:{name}) choices="{_options(parser)}" ;;' for name, parser in subparsers().items()]
    script = BASH.format(commands=" ".join(COMMANDS), cases="\n".join(cases))
    zsh = "autoload -U +X bashcompinit && bashcompinit\n" if options.shell == "zsh" else ""
    say((zsh + script).rstrip())
    return FINE


def _options(parser: argparse.ArgumentParser) -> str:
    """Return the long options of a subcommand, and the choices of its arguments."""
    found = [
        option for action in parser._actions for option in action.option_strings if option.startswith("--")
    ]
    choices = [
        str(choice)
        for action in parser._actions
        if not action.option_strings
        for choice in action.choices or ()
    ]
    return " ".join([*choices, *found])
