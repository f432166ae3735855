import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWith } from './oracles/oracle';
import { freePort } from './support/free-port';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';
import { createKey, delivered, deliveriesOf, givenWebhook } from './support/webhooks';

const root = join(__dirname, '..');
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');

/** The port of the receivers in docs/webhooks.md. */
const DOCUMENTED_PORT = /\b8080\b/;

/** Returns the only block of code of a language, with another port. */
function codeOf(language: string, port: number): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
  expect(blocks).toEqual([expect.stringMatching(DOCUMENTED_PORT)]);
  return blocks.join('').replace(DOCUMENTED_PORT, String(port));
}

/** Sends a message without a signature. @returns the status, or undefined if nothing listens */
const forge = (url: string): Promise<number | undefined> =>
  fetch(url, { method: 'POST', body: '{"type":"project.changed"}' }).then(
    ({ status }) => status,
    () => undefined,
  );

/** Checks that a receiver takes the messages of its webhook, and no others. */
async function expectToVerify(language: string, command: string, options: readonly string[]): Promise<void> {
  const service: RunningApp = await startApp({ webhookPrivateAddresses: true });
  let child: ChildProcess | undefined;
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, api, webhook } = await givenWebhook(service, { url });
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: webhook.secret };
    child = spawn(command, [...options, codeOf(language, port)], { cwd: root, env });
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await until(async () => (await forge(url)) === 400);

    await createKey(api, id);
    await delivered(api, webhook);
    const [delivery] = await deliveriesOf(api, webhook);
    expect(delivery.responseStatus).toBe(204);
    await until(() => printed.includes('\n'));
    expect(printed).toBe(`${delivery.id} project.changed 1\n`);
  } finally {
    child?.kill();
    await service.close();
  }
}

describe('the receiver of docs/webhooks.md', () => {
  it('takes genuine messages and refuses others in Node', () =>
    expectToVerify('js', process.execPath, ['--input-type=module', '--eval']));
});

describeWith(['python3'], 'the receiver of docs/webhooks.md', () => {
  it('takes genuine messages and refuses others in Python', () => expectToVerify('python', '/usr/bin/python3', ['-c']));
});
