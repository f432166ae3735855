import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from './support/client';
import { codeOf } from './support/documented-code';
import { givenChannel } from './support/given-channel';
import { type RunningApp, startApp } from './support/start-app';

describe('libraries in Node, with the code of docs/delivery-libraries.md', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  /** Runs a program whose module `channel.mjs` is the code of the page, and returns the JSON that it prints. */
  const run = async (name: string, address: string, program: string): Promise<Json> => {
    const folder = mkdtempSync(join(tmpdir(), 'glossa-program-'));
    try {
      symlinkSync(join(__dirname, '../node_modules'), join(folder, 'node_modules'));
      const code = codeOf('docs/delivery-libraries.md', name, {
        'https://glossa.example.com/delivery/DELIVERY_TOKEN/production': address,
      });
      writeFileSync(join(folder, 'channel.mjs'), code);
      writeFileSync(join(folder, 'main.mjs'), program);
      const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder });
      return JSON.parse(stdout);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('next-intl shows the texts of a channel, in the nearest language', async () => {
    const { address } = await givenChannel(running, { format: 'icu-json', fallback: 'auto' });
    const program = `import { createTranslator } from 'use-intl/core';
import { requestConfigOf } from './channel.mjs';
const t = createTranslator({ ...(await requestConfigOf('de-AT')), namespace: 'cart' });
const missing = await requestConfigOf('fr').catch(({ message }) => message);
console.log(JSON.stringify([t('title'), t('items', { count: 1, name: 'Zoë' }), t('items', { count: 2, name: 'Zoë' }), missing]));`;
    expect(await run('next-intl', address, program)).toEqual([
      'Warenkorb',
      '1 Artikel für Zoë',
      '2 Artikel für Zoë',
      'there are no texts for fr: 404',
    ]);
  });

  it('vue-i18n shows the texts of a channel, and the source text where a language lacks one', async () => {
    const { address } = await givenChannel(running, { format: 'icu-json' });
    const program = `import { createI18nFor } from './channel.mjs';
const { t } = (await createI18nFor('de')).global;
console.log(JSON.stringify([t('cart.title'), t('cart.items', { count: 2, name: 'Zoë' }), t('cart.pay')]));`;
    expect(await run('vue-i18n', address, program)).toEqual(['Warenkorb', '2 Artikel für Zoë', 'Pay now']);
  });
});
