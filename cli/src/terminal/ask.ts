import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Whether a person can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks on standard error, and returns the line that a person types. */
export async function ask(question: string, preset = ''): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = (await lines.question(preset === '' ? question : `${question}(${preset}) `)).trim();
    return answer === '' ? preset : answer;
  } finally {
    lines.close();
  }
}

/** Reads a secret, which a terminal does not show; without a terminal, all of standard input. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk as string;
    return text;
  }
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
