import { existsSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core';
import { randomAddress } from '../support/addresses';
import { PASSWORD } from '../support/people';

/**
 * Where Debian installs Chromium; elsewhere, `CHROMIUM` names the program. The shell, which has no windows of its own, takes two
 * thirds of the processor time of a test.
 */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env.CHROMIUM ?? PROGRAMS.find((program) => existsSync(program));

/** Whether there is a browser. In CI, a missing one fails the tests. */
export const hasBrowser = CHROMIUM !== undefined || Boolean(process.env.CI);

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** The requests of each page that are not answered yet, without streams of events, which stay open. */
const pending = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/**
 * Waits until the page has sent no request for 500 ms, all are answered, and its script has run meanwhile: on a busy machine, it may run
 * longer before it sends one. An open stream of events does not count.
 */
export async function untilQuiet(page: Page): Promise<void> {
  const requests = pending.get(page);
  if (!requests) throw new Error('The page was not opened by openWindow');
  let quietSince = Date.now();
  const restart = (): void => void (quietSince = Date.now());
  page.on('request', restart);
  try {
    for (let idleSince = 0; idleSince <= quietSince;) {
      while (requests.size > 0 || Date.now() - quietSince < 500) {
        if (requests.size > 0) restart();
        await page.waitForTimeout(50);
      }
      idleSince = Date.now();
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    }
  } finally {
    page.off('request', restart);
  }
}

/**
 * Lets a page that is opened next render late while its `lateMs` is set, as on a slow computer: React renders what can wait, and runs
 * effects, in messages of a channel, which arrive late then.
 */
export async function renderLate(page: Page): Promise<void> {
  await page.addInitScript(`{
    const { postMessage } = MessagePort.prototype;
    const later = setTimeout;
    MessagePort.prototype.postMessage = function (...message) {
      if (globalThis.lateMs) later(() => postMessage.apply(this, message), globalThis.lateMs);
      else postMessage.apply(this, message);
    };
  }`);
}

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
    // An address has 100 requests per minute before the sign-in, which a fast machine exceeds with one address for all windows.
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
  });
  const page = await context.newPage();
  watchRequests(page);
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

/**
 * Opens a path in a window that is signed in. The window gets its session without the page of signing in, whose rules
 * `dashboard.browser-spec.ts` states: to open the page and to fill it in takes a sixth of the processor time of most tests.
 */
export async function signIn(page: Page, apiKey: string, path = '/'): Promise<void> {
  const response = await page.context().request.post('/api/v1/session', { data: { apiKey } });
  if (!response.ok()) throw new Error(`the session was not begun: ${response.status()}`);
  await page.context().addCookies([{ name: 'glossa-signed-in', value: '1', url: new URL('/', response.url()).href }]);
  await page.goto(path);
  await page.getByRole('button', { name: /^(?:Sign out|Abmelden)$/ }).waitFor();
}

/** Signs in a person on the page that asks for it. */
export async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Watches for a message. @returns a function for the text that the page has at the moment when it shows the message */
export async function watchFor(page: Page, message: string): Promise<() => Promise<string>> {
  const shown = `globalThis[${JSON.stringify(`shown ${message}`)}]`;
  await page.evaluate(`void (${shown} = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const { innerText } = document.body;
      if (!innerText.includes(${JSON.stringify(message)})) return;
      observer.disconnect();
      resolve(innerText);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }))`);
  return () => page.evaluate<string>(shown);
}

const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Holds the requests of a path back. @returns a function that lets them go */
export async function hold(
  page: Page,
  path: string,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(path, async (route) => {
    if (isHeld(route.request())) await answered;
    await route.continue();
  });
  return answer;
}

/** Answers reads of a path, after a write, only when the page has rendered twice: what it shows until then is the former state. */
export async function readLate(page: Page, path: RegExp): Promise<void> {
  let isWritten = false;
  const ifClosed = (error: unknown): void => {
    if (!page.isClosed()) throw error;
  };
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') isWritten = true;
    else if (isWritten) await page.evaluate(TWO_FRAMES).catch(ifClosed);
    await route.continue().catch(ifClosed);
  });
}

/** Waits until no text of the page is being saved, however many are. */
export async function untilSaved(page: Page): Promise<void> {
  const saving = page.getByText('saving');
  while ((await saving.count()) > 0) await page.waitForTimeout(50);
}

/** Returns a cell of the list of keys. */
export const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[data-cell="${row}-${column}"]`);

/**
 * Chooses a text of the list, and waits until the panel shows it. The page renders the panel after the list: a click or a key press
 * can otherwise reach the panel of the text before.
 *
 * @param head the name of the key and the language, which the head of the panel has
 */
export async function chooseText(page: Page, row: number, column: number, head: [string, string]): Promise<void> {
  await cell(page, row, column).click();
  const [name, language] = head.map((text) => page.getByText(text, { exact: true }));
  await page.locator('.panel-title').filter({ has: name }).filter({ has: language }).waitFor();
}

/**
 * Returns what axe finds on the page: the rule and the elements. Without the legacy mode, axe opens a second page for what it finds
 * in frames of other origins, which the dashboard has none of: it takes twice the processor time.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
