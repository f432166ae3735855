import type { CDPSession, Page } from 'playwright-core';
import { cell, launch, openWindow, signIn, untilQuiet } from '../../test/browser/browser';
import { bounded, median, type Result } from '../harness/figures';
import { SECRET } from '../harness/servers';
import type { Suite } from '../harness/world';

const LANGUAGES = ['en', 'de', 'fr', 'pt-BR', 'ja'];
const EDITS = 5;
/** Answers of requests are kept for five minutes after their page was left: by then, the page has all that it holds at a time. */
const SETTLED_MS = 6 * 60_000;
const PAGES = ['Projects', 'Keys', 'History', 'Releases', 'Keys', 'Export', 'Settings', 'Keys'];

/** Objects that the page holds, after a garbage collection, on the same page each time. */
interface Sample {
  minute: number;
  heap: number;
  nodes: number;
  listeners: number;
}

/** A translator works in the page of a large project for an hour: none of the work leaves something behind in the memory of the page. */
export const editorHourSuite: Suite = {
  name: 'editor-hour',
  async run(world) {
    const { quick, minutes } = world.options;
    const id = await world.seed.project({ keys: quick ? 5_000 : 50_000, languages: LANGUAGES });
    await world.seed.settle();
    const { url } = await world.service();
    const browser = await launch();
    try {
      const { context, page, faults } = await openWindow(browser, url);
      await signIn(page, SECRET, `/projects/${id}/keys?languages=de,fr`);
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      const samples = await work(page, session, id, minutes * 60_000);
      if (faults.length > 0) throw new Error(`the page has failed: ${faults.slice(0, 5).join('; ')}`);
      return judge(samples);
    } finally {
      await browser.close();
    }
  },
};

async function work(page: Page, session: CDPSession, id: string, milliseconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const begin = performance.now();
  let sampled = -Infinity;
  for (let cycle = 0; performance.now() - begin < milliseconds || samples.length < 2; cycle++) {
    await edit(page, cycle);
    await filter(page);
    await openKey(page, cycle);
    await switchPages(page, id);
    if (performance.now() - sampled < 60_000) continue;
    sampled = performance.now();
    const sample = await sampleOf(page, session, (sampled - begin) / 60_000);
    samples.push(sample);
    const { minute, heap, nodes, listeners } = sample;
    const figures = `${(heap / 1e6).toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners`;
    process.stderr.write(`    ${minute.toFixed(1)} min, ${cycle + 1} rounds: ${figures}\n`);
  }
  return samples;
}

/** Flings the list, and writes some texts where it stops. */
async function edit(page: Page, cycle: number): Promise<void> {
  const grid = page.getByRole('grid');
  await grid.hover();
  const turns = 10 + ((cycle * 7) % 40);
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, cycle % 2 === 0 ? 800 : -780);
  await untilQuiet(page);
  const row = await page.evaluate<number>(
    `(() => { const { top, bottom } = document.querySelector('[role=grid]').getBoundingClientRect();
      const cells = [...document.querySelectorAll('[data-cell$="-2"]')].filter((found) => {
        const box = found.getBoundingClientRect(); return box.top > top + 80 && box.bottom < bottom - 80; });
      return Number(cells[0].dataset.cell.split('-')[0]); })()`,
  );
  for (let text = 0; text < EDITS; text++) {
    await cell(page, row + text, 2).dblclick();
    const field = page.locator(`[data-cell="${row + text}-2"] textarea`);
    await field.fill(`Text ${cycle} of ${text}: naïve café, “quoted” & <b>bold</b>`);
    await page.keyboard.press('Control+Enter');
    await field.waitFor({ state: 'detached' });
  }
  await page.locator('[data-state=saving]').first().waitFor({ state: 'detached' });
  await cell(page, row, 1).click();
}

/** Filters and searches the list, and takes both away. */
async function filter(page: Page): Promise<void> {
  const chip = page.getByRole('search').getByRole('button', { name: /^Needs work/ });
  await chip.click();
  await untilQuiet(page);
  await chip.click();
  const search = page.getByLabel('Search in names and texts');
  await search.fill('item_12');
  await untilQuiet(page);
  await search.fill('');
  await untilQuiet(page);
}

/** Opens the page of a key from the list, goes to the next ones, and comes back. */
async function openKey(page: Page, cycle: number): Promise<void> {
  await page
    .getByRole('grid')
    .getByRole('link')
    .nth(cycle % 5)
    .click();
  for (let next = 0; next < 3; next++) {
    await page.getByRole('navigation', { name: 'Keys of the list' }).getByRole('link', { name: 'Next key' }).click();
    await untilQuiet(page);
  }
  await page.goBack();
  for (let next = 0; next < 3; next++) await page.goBack();
  await page.getByRole('grid').waitFor();
}

async function switchPages(page: Page, id: string): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Pages' });
  for (const name of PAGES) {
    await links.getByRole('link', { name, exact: true }).click();
    await untilQuiet(page);
    if (name === 'Projects') await page.getByRole('main').locator(`a[href*="${id}"]`).first().click();
  }
  await page.locator('[data-cell] .text').first().waitFor();
}

async function sampleOf(page: Page, session: CDPSession, minute: number): Promise<Sample> {
  await untilQuiet(page);
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((other) => other.name === name)?.value ?? NaN;
  return {
    minute,
    heap: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

/** Compares the first samples, from when the page has settled, with the last ones. */
function judge(samples: readonly Sample[]): Result[] {
  const settled = samples.filter(({ minute }) => minute >= SETTLED_MS / 60_000);
  const compared = settled.length < 4 ? samples : settled;
  const window = Math.ceil(compared.length / 4);
  return (['heap', 'nodes', 'listeners'] as const).map((name) => {
    const [from, to] = [compared.slice(0, window), compared.slice(-window)].map((list) =>
      median(list.map((sample) => sample[name])),
    ) as [number, number];
    const note = `${from.toPrecision(4)} to ${to.toPrecision(4)} in ${samples.at(-1)?.minute.toFixed(0)} min`;
    return bounded(`work in the editor: growth of ${name}`, to / from, '×', 1.1, note);
  });
}
