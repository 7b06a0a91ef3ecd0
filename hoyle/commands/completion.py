"""`hoyle completion`: the lines that let a shell complete what is typed after `hoyle`.

They ask `hoyle complete`, so they need not change when options do. Leaves what may stand somewhere to
`hoyle.commands.complete`.
"""

from __future__ import annotations

import argparse

SHELLS = {
    "bash": """\
# hoyle: put this line into ~/.bashrc:  eval "$(hoyle completion bash)"
_hoyle() {
  local IFS=$'\\n'
  COMPREPLY=($(hoyle complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null))
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[/=@] ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _hoyle hoyle
""",
    "zsh": """\
# hoyle: put this line into ~/.zshrc, after compinit:  eval "$(hoyle completion zsh)"
_hoyle() {
  local -a found
  found=("${(@f)$(hoyle complete zsh "${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
  compadd -Q -S '' -- ${found:#}
}
compdef _hoyle hoyle
""",
    "fish": """\
# hoyle: write this to ~/.config/fish/completions/hoyle.fish:  hoyle completion fish
complete -c hoyle -f -a '(hoyle complete fish (commandline -cp) 2>/dev/null)'
""",
}


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", choices=tuple(SHELLS), help="the shell")


def run(args: argparse.Namespace) -> int:
    print(SHELLS[args.shell], end="")
    return 0
