import { CommandError } from '../exit-code';
import { withoutSecrets, withoutSecretsIn } from './secrets';

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Style = keyof typeof STYLES;

/** Writes results to standard output and everything else to standard error. */
export class Output {
  private hasProgress = false;

  /** @param json whether the result is one JSON object, and lines are not written */
  constructor(readonly json: boolean) {}

  /** Writes a line of the result. */
  line(text = ''): void {
    this.clearProgress();
    if (!this.json) process.stdout.write(`${text}\n`);
  }

  /** Writes the result as JSON; without `--json`, nothing. */
  result(value: Record<string, unknown>): void {
    this.clearProgress();
    if (this.json) process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** Writes bytes of a result as they are, with and without `--json`. */
  raw(text: string): void {
    this.clearProgress();
    process.stdout.write(text);
  }

  /** Writes a line about the work to standard error. */
  note(text: string): void {
    this.clearProgress();
    process.stderr.write(`${withoutSecrets(text)}\n`);
  }

  /** Shows on a terminal what is under way; the next output replaces it. */
  progress(text: string): void {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`\r\x1b[2K${text}`);
    this.hasProgress = true;
  }

  clearProgress(): void {
    if (this.hasProgress) process.stderr.write('\r\x1b[2K');
    this.hasProgress = false;
  }

  /** Colors a text of the result where standard output is a terminal. */
  style(style: Style, text: string): string {
    return colors(process.stdout) ? paint(style, text) : text;
  }

  error(error: CommandError): void {
    const { exitCode } = error;
    const shown = { message: error.message, hint: error.hint, details: error.details };
    const { message, hint, details } = withoutSecretsIn(shown);
    this.result({ error: { message, ...(hint !== undefined && { hint }), ...details }, exitCode });
    const label = colors(process.stderr) ? paint('red', 'error:') : 'error:';
    this.note(`${label} ${message}${hint === undefined ? '' : `\n${hint}`}`);
  }
}

const paint = (style: Style, text: string): string => `\x1b[${STYLES[style]}m${text}\x1b[0m`;

/** https://no-color.org */
const colors = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
