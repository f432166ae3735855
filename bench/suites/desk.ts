import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch, openWindow, signIn, untilQuiet } from '../../test/browser/browser';
import { call } from '../harness/call';
import type { Result } from '../harness/figures';
import { SECRET } from '../harness/servers';
import type { Suite } from '../harness/world';

/** The texts that the translator writes: every fourth one of the dashboard's own. */
const TEXTS = 200;
const EVERY = 4;

/** A text of the dashboard, and its translation by a person. */
interface Pair {
  key: string;
  english: string;
  german: string;
}

/** What a walk took. */
interface Walk {
  keystrokes: number;
  seconds: number;
  /** The texts that were begun with a suggestion. */
  taken: number;
}

/**
 * A German translator writes the texts that are new in a product: with the other texts of the product in the translation memory, and without.
 * Both walks end with the same texts, of which each is checked.
 */
export const deskSuite: Suite = {
  name: 'desk',
  async run(world) {
    const { url } = await world.service();
    const pairs = readPairs();
    const work = pairs.filter((_, place) => place % EVERY === 0).slice(0, TEXTS);
    const names = new Set(work.map(({ key }) => key));
    const browser = await launch();
    try {
      const without = await inProject(url, work, (id) => walk(browser, url, id, work, false));
      const others = pairs.filter(({ key }) => !names.has(key));
      const memory = await givenProject(url, others);
      await importTexts(url, memory, 'de', others, ({ german }) => german);
      const withMemory = await inProject(url, work, (id) => walk(browser, url, id, work, true));
      const note = `${withMemory.taken} of ${TEXTS} texts begin with a suggestion; ${others.length} texts in the memory`;
      return [
        compare('keystrokes of a translator', 'keys', withMemory.keystrokes, without.keystrokes, note),
        compare('the same, without pauses for reading', 's', withMemory.seconds, without.seconds),
      ];
    } finally {
      await browser.close();
    }
  },
};

const compare = (work: string, unit: 'keys' | 's', value: number, before: number, note?: string): Result => ({
  work: `${work}: ${TEXTS} texts with suggestions, beside without`,
  service: { value, unit },
  reference: { value: before, unit },
  ratio: value / before,
  ...(note !== undefined && { note }),
});

/** The texts of the dashboard in both languages. Messages with braces are left out: their editor has several fields. */
function readPairs(): Pair[] {
  const [english, german] = ['en', 'de'].map((language) => {
    const file = join(process.cwd(), `dashboard/src/texts/${language}.json`);
    return new Map(leavesOf(JSON.parse(readFileSync(file, 'utf8'))));
  });
  return Array.from(english ?? [], ([key, text]) => ({ key, english: text, german: german?.get(key) ?? '' })).filter(
    (pair) => pair.german !== '' && !/[{}<>\n]/.test(pair.english + pair.german),
  );
}

function leavesOf(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  return Object.entries(value as object).flatMap(([name, child]) => leavesOf(child, [...path, name]));
}

async function givenProject(url: string, pairs: readonly Pair[]): Promise<string> {
  const body = JSON.stringify({ name: 'Dashboard', sourceLanguage: 'en', targetLanguages: ['de'] });
  const answer = await call(`${url}/api/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { id } = (JSON.parse(answer.body.toString()) as { project: { id: string } }).project;
  await importTexts(url, id, 'en', pairs, ({ english }) => english);
  return id;
}

async function importTexts(
  url: string,
  projectId: string,
  language: string,
  pairs: readonly Pair[],
  textOf: (pair: Pair) => string,
): Promise<void> {
  const body = JSON.stringify(Object.fromEntries(pairs.map((pair) => [pair.key, textOf(pair)])));
  const path = `projects/${projectId}/import?format=json&language=${language}`;
  await call(`${url}/api/v1/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** Does something in a project that is deleted afterwards, so that the memory has nothing of it. */
async function inProject(url: string, work: readonly Pair[], walkIn: (id: string) => Promise<Walk>): Promise<Walk> {
  const id = await givenProject(url, work);
  const walked = await walkIn(id);
  await assertWritten(url, id, work);
  await call(`${url}/api/v1/projects/${id}`, { method: 'DELETE' });
  return walked;
}

async function assertWritten(url: string, id: string, work: readonly Pair[]): Promise<void> {
  const { body } = await call(`${url}/api/v1/projects/${id}/export?format=json&language=de`);
  const written = JSON.parse(body.toString()) as Record<string, string>;
  const lost = work.filter(({ key, german }) => written[key] !== german);
  const shown = lost.slice(0, 5).map(({ key, german }) => JSON.stringify([key, german, written[key]]));
  if (lost.length > 0) throw new Error(`${lost.length} texts are not as they were written: ${shown.join(', ')}`);
}

/** Writes all texts of the list of untranslated ones, by keyboard alone. */
async function walk(
  browser: Browser,
  url: string,
  id: string,
  work: readonly Pair[],
  hasMemory: boolean,
): Promise<Walk> {
  const { context, page } = await openWindow(browser, url);
  await signIn(page, SECRET, `/projects/${id}/keys?languages=de&untranslated=de`);
  await page.locator('[data-cell="0-2"]').waitFor();
  await untilQuiet(page);
  const left = new Map(work.map((pair) => [pair.key, pair]));
  const walked: Walk = { keystrokes: 0, seconds: 0, taken: 0 };
  const press = async (key: string): Promise<void> => {
    walked.keystrokes++;
    await page.keyboard.press(key);
  };
  const start = performance.now();
  await page.locator('[data-cell="0-2"]').click();
  await press('Enter');
  while (left.size > 0) {
    const key = await openedKey(page, left);
    const { german } = left.get(key)!;
    left.delete(key);
    const best = hasMemory ? await bestSuggestion(page, key, german) : undefined;
    const kept = best ? commonStart(best.text, german) : 0;
    if (best) {
      walked.taken++;
      await press(`Control+Shift+Digit${best.place + 1}`);
      while ((await page.locator('textarea:focus').inputValue()) !== best.text);
      for (let i = kept; i < best.text.length; i++) await press('Backspace');
    }
    walked.keystrokes += german.length - kept;
    await page.keyboard.type(german.slice(kept));
    await press('Control+Enter');
  }
  await page.getByText('saving').waitFor({ state: 'detached' });
  await untilQuiet(page);
  walked.seconds = (performance.now() - start) / 1_000;
  await context.close();
  return walked;
}

/** Waits until the editor of a text that is left is open, and returns its key. */
async function openedKey(page: Page, left: ReadonlyMap<string, Pair>): Promise<string> {
  for (;;) {
    const label = await page.locator('textarea:focus').getAttribute('aria-label');
    const key = (label ?? '').replace(/ in German$/, '');
    if (left.has(key)) return key;
  }
}

/** Returns the suggestion that leaves the fewest keystrokes, if it takes fewer than to type the text. */
async function bestSuggestion(
  page: Page,
  key: string,
  german: string,
): Promise<{ text: string; place: number } | undefined> {
  const panel = page.getByRole('complementary', { name: 'About this text' });
  await panel.locator('.panel-title').getByText(key, { exact: true }).waitFor();
  const section = panel.locator('[data-section=suggestions]');
  const item = section.getByTestId('suggestion');
  await item.first().or(section.getByText('No similar text was translated before.')).waitFor();
  const buttons = await item.getByRole('button').all();
  const labels = await Promise.all(buttons.map((button) => button.getAttribute('aria-label')));
  const suggestions = labels.map((label, place) => ({ text: (label ?? '').replace(/^Take: /, ''), place }));
  const costs = ({ text }: { text: string }): number => {
    const kept = commonStart(text, german);
    return 1 + text.length - kept + german.length - kept;
  };
  const [best] = suggestions.slice(0, 9).toSorted((a, b) => costs(a) - costs(b));
  return best && costs(best) < german.length ? best : undefined;
}

/** Returns the number of characters with which both texts begin. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
