import { Command as Commander, CommanderError } from 'commander';
import { commands } from './commands';
import type { Command, GlobalOptions } from './commands/command';
import { ExitCode, toCommandError } from './exit-code';
import { Output } from './terminal/output';
import { withoutSecrets } from './terminal/secrets';

declare const GLOSSA_VERSION: string;

/** Runs a command line, without the names of Node and the script. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.done;
  const program = createProgram((code) => (exitCode = code));
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // The parser has printed its message. Help and the version are no errors.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return ExitCode.done;
      const message = withoutSecrets(error.message.replace(/^error: /, ''));
      new Output(args.includes('--json')).result({ error: { message }, exitCode: ExitCode.usage });
      return ExitCode.usage;
    }
    const known = toCommandError(error);
    new Output(args.includes('--json')).error(known);
    return known.exitCode;
  }
}

function createProgram(onExit: (code: ExitCode) => void): Commander {
  const program = new Commander('glossa')
    .description('Keeps the language files of a repository and a project of Glossa in step.')
    .version(GLOSSA_VERSION, '-V, --version')
    .exitOverride()
    .configureOutput({ writeErr: (text) => void process.stderr.write(withoutSecrets(text)) })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run "glossa --help" for the commands.')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 something to do or found, 2 wrong use, 3 conflict, 4 refused, 5 unreachable, 6 a defect.',
    );
  for (const command of commands) add(program, command, onExit);
  return program;
}

function add(program: Commander, { name, summary, examples, declare, run }: Command, onExit: (code: ExitCode) => void) {
  const command = program
    .command(name)
    .description(summary)
    .option('--json', 'print the result as one JSON object', false)
    .option('--config <file>', 'the configuration (default: glossa.json of this folder or of one above it)')
    .option('--server <address>', 'address of the server (default: GLOSSA_SERVER, then the configuration)')
    .showHelpAfterError(`Run "glossa ${name} --help" for the options and examples.`)
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map(([line, meaning]) => `  $ ${line}\n      ${meaning}`).join('\n')}`,
    );
  declare?.(command);
  command.action(async () => {
    const options = command.opts<Record<string, unknown> & GlobalOptions>();
    const output = new Output(options.json);
    onExit(await run({ args: command.args, options, output, program }));
    output.clearProgress();
  });
}
