import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { codeOf } from '../support/documented-code';
import { givenChannel } from '../support/given-channel';
import { until } from '../support/receiver';
import { type RunningApp, startApp } from '../support/start-app';
import { hasBrowser, launch, openWindow } from './browser';

const MODULES = join(__dirname, '../../node_modules');
const run = promisify(execFile);

/** An application that is built from modules and served to browsers by a server of its own, which is another origin. */
class Application {
  private constructor(
    readonly folder: string,
    private readonly server: Server,
  ) {}

  static async build(modules: Record<string, string>): Promise<Application> {
    const folder = mkdtempSync(join(tmpdir(), 'glossa-application-'));
    symlinkSync(MODULES, join(folder, 'node_modules'));
    for (const [path, text] of Object.entries(modules)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const options = ['--file', 'bundle.js', '--format', 'esm', '--platform', 'browser'];
    await run(join(MODULES, '.bin/rolldown'), ['main.js', ...options], { cwd: folder });
    const bundle = readFileSync(join(folder, 'bundle.js'));
    const server = createServer(({ url }, answer) => {
      const [type, body] =
        url === '/bundle.js'
          ? ['text/javascript', bundle]
          : ['text/html', '<!doctype html><title>Shop</title><script type="module" src="/bundle.js"></script>'];
      answer.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Application(folder, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a page of another origin', () => {
  let running: RunningApp;
  let browser: Browser;
  beforeAll(async () => {
    [running, browser] = await Promise.all([startApp(), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await running.close();
  });

  /** Opens the page of an application, and returns what it shows. @param expression what it exports, evaluated in the page */
  const withPage = async (
    modules: Record<string, string>,
    use: (evaluate: (expression: string) => Promise<unknown>, offline: () => Promise<void>) => Promise<void>,
  ): Promise<string[]> => {
    const application = await Application.build(modules);
    const { context, page, faults } = await openWindow(browser, application.url);
    try {
      await page.goto('/');
      await until(() => page.evaluate<boolean>('globalThis.application !== undefined'));
      await use(
        (expression) => page.evaluate(expression),
        () => context.setOffline(true),
      );
    } finally {
      await context.close();
      await application.close();
    }
    return faults;
  };
  const values = (address: string) => ({
    'https://glossa.example.com/delivery/DELIVERY_TOKEN/production': address,
  });

  it('shows texts of a channel by i18next, as docs/i18next.md loads them', async () => {
    const { address } = await givenChannel(running, { format: 'i18next', perNamespace: true, fallback: 'auto' });
    const main = codeOf('docs/i18next.md', 'load', values(address)).replace(
      "ns: ['common', 'checkout']",
      "ns: ['cart']",
    );
    const faults = await withPage({ 'main.js': `${main}\nglobalThis.application = i18next;` }, async (evaluate) => {
      const show = (call: string) => evaluate(`application.t(${call})`);
      expect(await show("'cart:title'")).toBe('Warenkorb');
      expect(await show("'cart:items', { count: 2, name: 'Zoë' }")).toBe('2 Artikel für Zoë');
      expect(await show("'cart:pay'")).toBe('Pay now');
    });
    expect(faults).toEqual([]);
  });

  it('shows texts of a channel by FormatJS, and checks the integrity of files', async () => {
    const { address } = await givenChannel(running, { format: 'json', fallback: 'auto' });
    const main = `import { createIntlFor } from './formatjs.js';
globalThis.application = await createIntlFor('de-AT');`;
    const modules = {
      'main.js': main,
      'formatjs.js': codeOf('docs/delivery-libraries.md', 'formatjs', values(address)),
    };
    const faults = await withPage(modules, async (evaluate) => {
      const show = (call: string) => evaluate(`application.formatMessage(${call})`);
      expect(await show("{ id: 'cart.title' }")).toBe('Warenkorb');
      expect(await show("{ id: 'cart.items' }, { count: 1, name: 'Zoë' }")).toBe('1 Artikel für Zoë');
      expect(await show("{ id: 'cart.pay' }")).toBe('Pay now');
      const manifest = JSON.stringify(`${address}/manifest.json`);
      const load = (file: string, integrity: string) =>
        evaluate(`(async () => {
          const { languages } = await (await fetch(${manifest})).json();
          const [{ path }] = languages.${file}.files;
          const [{ integrity }] = languages.${integrity}.files;
          const response = await fetch(new URL(path, ${manifest}), { integrity });
          return (await response.json())['cart.title'];
        })().catch(({ name }) => name)`);
      expect(await load('de', 'de')).toBe('Warenkorb');
      expect(await load('de', 'en')).toBe('TypeError');
    });
    // Chromium says twice that it refused the file.
    expect(faults.filter((fault) => !fault.includes('integrity'))).toEqual([]);
  });

  it('starts without a network by the copy of its build, and with one by the channel', async () => {
    const { address, setText, publish } = await givenChannel(running, { format: 'json' });
    const folder = mkdtempSync(join(tmpdir(), 'glossa-build-'));
    writeFileSync(join(folder, 'copy-texts.mjs'), codeOf('docs/delivery-libraries.md', 'copy-texts.mjs'));
    await run(process.execPath, ['copy-texts.mjs', address, 'texts'], { cwd: folder });
    const copy = readFileSync(join(folder, 'texts/de.json'), 'utf8');
    rmSync(folder, { recursive: true });
    await setText('cart.title', 'de', 'Einkaufswagen');
    await publish();
    const modules = {
      'texts/de.json': copy,
      'offline.js': codeOf('docs/delivery-libraries.md', 'offline', values(address)),
      'main.js': `import { createGermanIntl } from './offline.js';
globalThis.application = { title: async () => (await createGermanIntl()).formatMessage({ id: 'cart.title' }) };`,
    };
    await withPage(modules, async (evaluate) => {
      expect(await evaluate('application.title()')).toBe('Einkaufswagen');
    });
    await withPage(modules, async (evaluate, offline) => {
      await offline();
      expect(await evaluate('application.title()')).toBe('Warenkorb');
    });
  });
});
