import type { Command as Commander } from 'commander';
import type { ExitCode } from '../exit-code';
import type { Output } from '../terminal/output';

/** The options of every command. */
export interface GlobalOptions {
  json: boolean;
  config?: string;
  server?: string;
}

/** The input of a run of a command. */
export interface Run<Options> {
  args: string[];
  options: Options & GlobalOptions;
  output: Output;
  /** The commands themselves. */
  program: Commander;
}

/**
 * A command. Its description is loaded with every start, so a module of a command imports what its run needs inside of `run`.
 */
export interface Command<Options = Record<string, unknown>> {
  name: string;
  summary: string;
  /** Command lines that the help shows, each with its meaning. */
  examples: readonly (readonly [line: string, meaning: string])[];
  /** Declares the arguments and options. */
  declare?: (command: Commander) => void;
  /** @throws CommandError */
  run: (run: Run<Options>) => Promise<ExitCode>;
}

/** Checks the type of the options where a command is made, and forgets it. */
export const defineCommand = <Options>(command: Command<Options>): Command => command as unknown as Command;
