import type { Command as Commander } from 'commander';
import type { Run } from '../commands/command';
import { ExitCode } from '../exit-code';

/** Prints a script that completes the commands and options of this version. */
export function runCompletion({ args: [shell = ''], output, program }: Run<object>): Promise<ExitCode> {
  output.raw(SCRIPTS[shell as keyof typeof SCRIPTS](program.commands));
  return Promise.resolve(ExitCode.done);
}

const optionsOf = ({ options }: Commander): string[] => options.flatMap(({ long }) => long ?? []);

const SCRIPTS = {
  bash: (commands: readonly Commander[]): string => `_glossa() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${commands.map((command) => `    ${command.name()}) words="${optionsOf(command).join(' ')}" ;;`).join('\n')}
    *) words="${commands.map((command) => command.name()).join(' ')} --help --version" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((command) => command.name()).join(' ')} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _glossa glossa
`,
  zsh: (commands: readonly Commander[]): string => `#compdef glossa
_glossa() {
  if (( CURRENT == 2 )); then
    compadd -- ${commands.map((command) => command.name()).join(' ')} --help --version
    return
  fi
  case "$words[2]" in
${commands.map((command) => `    ${command.name()}) compadd -- ${optionsOf(command).join(' ')} ;;`).join('\n')}
  esac
}
compdef _glossa glossa
`,
  fish: (commands: readonly Commander[]): string =>
    commands
      .flatMap((command) => [
        `complete -c glossa -n __fish_use_subcommand -f -a ${command.name()} -d '${quoted(command.description())}'`,
        ...command.options.map(
          ({ long = '', description }) =>
            `complete -c glossa -n '__fish_seen_subcommand_from ${command.name()}' -l ${long.slice(2)} -d '${quoted(description)}'`,
        ),
      ])
      .join('\n') + '\n',
};

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
