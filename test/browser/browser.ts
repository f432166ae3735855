import { existsSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';

/** Where Debian installs Chromium; elsewhere, `CHROMIUM` names the program. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser. In CI, a missing one fails the tests. */
export const hasBrowser = existsSync(CHROMIUM) || Boolean(process.env.CI);

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** Opens a window of a person, with nothing of other windows, and notes what goes wrong in it. */
export async function openWindow(
  browser: Browser,
  url: string,
  options: { width?: number; colorScheme?: 'light' | 'dark'; locale?: string } = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const { width = 1280, colorScheme = 'light', locale = 'en-GB' } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 800 },
    colorScheme,
    locale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // A limit for what never comes: on a busy machine, a page may take many seconds.
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // The browser writes a line for each refusal of the service, which are no faults of the page.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return { context, page, faults };
}

/** Chooses to sign in with an API key, in English or German. */
export const chooseApiKey = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(?:Use an API key|API-Schlüssel verwenden)$/ }).click();

export async function signIn(page: Page, secret: string, path = '/'): Promise<void> {
  await page.goto(path);
  await chooseApiKey(page);
  await page.getByLabel('API key', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Returns a cell of the list of keys. */
export const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[data-cell="${row}-${column}"]`);

/** Returns what axe finds on the page: the rule and the elements. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
