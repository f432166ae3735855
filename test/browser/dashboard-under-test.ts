import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Client, Json } from '../support/client';
import { emptyPlace, ServiceProcess } from '../support/service-process';
import { launch, openWindow, violationsOf } from './browser';

export const SECRET = 'operator-secret-of-the-browser-tests-0001';
/** A folder for a picture of each page, for people to look at. */
const PICTURES = process.env.PICTURES;

/** Colours and widths in which each page is looked at. */
export const LOOKS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const;

/** A service with its dashboard on an empty database, and a browser, for the tests of a file. */
export class DashboardUnderTest {
  api!: Client;
  browser!: Browser;
  private service!: ServiceProcess;
  private remove!: () => Promise<void>;

  async start(env: Record<string, string> = {}): Promise<void> {
    const place = await emptyPlace();
    this.remove = () => place.remove();
    [this.service, this.browser] = await Promise.all([
      ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET, BOOTSTRAP_RATE_LIMIT: '1000000', ...env }),
      launch(),
    ]);
    this.api = this.service.client(SECRET);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
    await this.remove();
  }

  get url(): string {
    return this.service.url;
  }

  open(options?: Parameters<typeof openWindow>[2]): ReturnType<typeof openWindow> {
    return openWindow(this.browser, this.url, options);
  }

  async givenProject(values: object = {}, texts: Record<string, Record<string, string>> = {}): Promise<Json> {
    const body = { name: 'Shop', sourceLanguage: 'en', targetLanguages: ['de', 'ar'], ...values };
    const { project } = (await this.api.post('projects', body)).body;
    for (const [language, file] of Object.entries(texts)) {
      const query = `format=json&language=${language}`;
      await this.api.send('POST', `projects/${project.id}/import?${query}`, { body: JSON.stringify(file) });
    }
    return project;
  }

  async texts(projectId: string): Promise<Record<string, Record<string, string>>> {
    return (await this.api.get(`projects/${projectId}/translations`)).body.translations;
  }

  /** Returns what axe finds on the page as it is now, and how far it is wider than the window. Takes a picture of it. */
  async faultsOf(page: Page, name: string): Promise<string[]> {
    const found = await violationsOf(page);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (overflow !== 0) found.push(`${String(overflow)} pixels beyond the edge`);
    await takePicture(page, name);
    return found.map((fault) => `${name}: ${fault}`);
  }
}

export async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
