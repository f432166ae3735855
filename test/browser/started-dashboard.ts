import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Client, Json } from '../support/client';
import { PASSWORD, tokenOf } from '../support/people';
import { migratedPlace, ServiceProcess } from '../support/service-process';
import { launch, openWindow, signIn, violationsOf } from './browser';

const SECRET = 'operator-secret-of-the-browser-tests-0001';
/** A folder for a picture of each page, for people to look at. */
const PICTURES = process.env.PICTURES;

/** A service with its dashboard, and a browser. */
export class StartedDashboard {
  private constructor(
    readonly browser: Browser,
    private readonly service: ServiceProcess,
    private readonly remove: () => Promise<void>,
  ) {
    this.api = service.client(SECRET);
  }

  readonly api: Client;
  /** The API key of the operator, which has all scopes. */
  readonly secret = SECRET;

  /** @param env further settings of the service */
  static async start(env: Record<string, string> = {}): Promise<StartedDashboard> {
    const place = await migratedPlace();
    const settings = {
      BOOTSTRAP_API_KEY: SECRET,
      BOOTSTRAP_RATE_LIMIT: '1000000',
      // Each window has an address of its own.
      TRUST_PROXY: '127.0.0.1',
      SHUTDOWN_DRAIN_SECONDS: '0',
      ...env,
    };
    const [service, browser] = await Promise.all([ServiceProcess.start(place, settings), launch()]);
    return new StartedDashboard(browser, service, () => place.remove());
  }

  /** Opens the keys of a project in a new window. @param query of the address, with its `?` */
  async openKeys(
    projectId: string,
    query = '',
    options: Parameters<typeof openWindow>[2] = {},
  ): ReturnType<typeof openWindow> {
    const opened = await openWindow(this.browser, this.url, options);
    await signIn(opened.page, SECRET, `/projects/${projectId}/keys${query}`);
    return opened;
  }

  get url(): string {
    return this.service.url;
  }

  /** The link with which the first person makes an account, as the start prints it. */
  get welcomeLink(): string {
    return this.service.printed(/Make your account[^:]*: (\S+)/);
  }

  /** What the service has logged. */
  get log(): string {
    return this.service.stderr;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
    await this.remove();
  }

  /** Opens a window of a person, with nothing of other windows. */
  open(options?: Parameters<typeof openWindow>[2]): ReturnType<typeof openWindow> {
    return openWindow(this.browser, this.url, options);
  }

  /** Creates a project, and imports a file of texts for each language. */
  async givenProject(values: object = {}, texts: Record<string, Record<string, string>> = {}): Promise<Json> {
    const body = { name: 'Shop', sourceLanguage: 'en', targetLanguages: ['de', 'ar'], ...values };
    const { project } = (await this.api.post('projects', body)).body;
    for (const [language, file] of Object.entries(texts)) {
      const query = `format=json&language=${language}&filename=${language}.json`;
      await this.api.send('POST', `projects/${project.id}/import?${query}`, { body: JSON.stringify(file) });
    }
    return project;
  }

  /** Creates a person who is a member of the organizations First and Second. */
  async givenMemberOfTwo(): Promise<{ email: string; second: Client }> {
    const email = `${randomUUID()}@example.com`;
    const account = { email, password: PASSWORD };
    const first = (await this.api.post('organizations', { name: 'First', plan: 'growth' })).body;
    const second = (await this.api.post('organizations', { name: 'Second', plan: 'growth' })).body;
    const anonymous = this.api.as(null);
    await anonymous.post('invitations/accept', { ...account, name: 'Kim', token: tokenOf(first.welcomeLink) });
    await anonymous.post('invitations/accept', { ...account, token: tokenOf(second.welcomeLink) });
    return { email, second: this.api.as(second.apiKey.secret) };
  }

  async keyOf(projectId: string, name: string): Promise<Json> {
    return (await this.api.get(`projects/${projectId}/keys?name=${encodeURIComponent(name)}`)).body.keys[0];
  }

  async texts(projectId: string): Promise<Record<string, Record<string, string>>> {
    return (await this.api.get(`projects/${projectId}/translations`)).body.translations;
  }

  async textOf(keyId: string, language: string): Promise<string | undefined> {
    return (await this.api.get(`keys/${keyId}`)).body.key.translations[language];
  }

  /**
   * Returns what is wrong with how a page looks: violations of accessibility, and content beyond the edge of the
   * window.
   */
  async look(page: Page, name: string): Promise<string[]> {
    // A dialog gets the name of its title in an effect.
    await page.locator('[role=dialog]:not([aria-labelledby], [aria-label])').first().waitFor({ state: 'detached' });
    const found = (await violationsOf(page)).map((violation) => `${name}: ${violation}`);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (overflow !== 0) found.push(`${name}: ${String(overflow)} pixels beyond the edge`);
    await this.picture(page, name);
    return found;
  }

  async picture(page: Page, name: string): Promise<void> {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }
}

/** The windows in which each page is looked at. */
export const WINDOWS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;
