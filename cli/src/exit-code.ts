/** The exit codes of all commands. */
export const ExitCode = {
  /** Done, and nothing is left to do. */
  done: 0,
  /** Something is to do, or a check has found something. */
  found: 1,
  /** Wrong options, configuration or files: nothing was sent. */
  usage: 2,
  /** The repository and the project contradict each other: nothing was written. */
  conflict: 3,
  /** The server refused a request. */
  refused: 4,
  /** The server did not answer. */
  unreachable: 5,
  /** The command line has a defect. */
  defect: 6,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends a command with a message. */
export class CommandError extends Error {
  /**
   * @param hint what to do next
   * @param details members of the error in the output of `--json`
   */
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly hint?: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export const usageError = (message: string, hint?: string): CommandError =>
  new CommandError(ExitCode.usage, message, hint);

let suspected: CommandError | undefined;

/** Notes why an unexpected error may come: the last answer may be of another server, which only its content shows. */
export function suspect(cause: CommandError | undefined): void {
  suspected = cause;
}

/**
 * Returns the error with which a command ends: the operating system refuses to write a file, another server has answered, or the command line
 * has a defect.
 */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return usageError(error.message, 'Nothing half done stays: run the command again.');
  if (suspected) return suspected;
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  const report = ['This is a defect of glossa. Report it with these lines:', ...frames].join('\n');
  return new CommandError(ExitCode.defect, message, report);
}
