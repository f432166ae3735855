import type { Browser, CDPSession, Page } from 'playwright-core';
import { launch, openWindow, signIn, untilQuiet } from '../../test/browser/browser';
import { call } from '../harness/call';
import { bounded, median, percentile, type Result } from '../harness/figures';
import { SECRET } from '../harness/servers';
import type { Suite } from '../harness/world';

const LANGUAGES = ['en', 'de', 'fr', 'pt-BR', 'ja', 'es', 'it', 'nl', 'pl', 'sv'];
const MEGABYTE = 1_000_000;
/** Pixels of a turn of the wheel, of which there is about one in a frame: some 10,000 pixels a second, as a person flings a list. */
const TURN = 160;
const TURNS = 300;
/** Pixels of a turn with which all rows pass by in a minute, several windows in each frame. */
const FAST_TURN = 3_000;
/** A frame of a screen with 60 of them a second takes 16.7 ms; the clock of the page is rounded. */
const FRAME_MS = 17;
/** A frame that takes longer has missed one. */
const MISSED_MS = 18;
const KEYSTROKES = 100;
/** Changes that another client makes, one after the other. */
const CHANGES = 40;

/** Resolves with the milliseconds from the next click to the frame that follows the first text. */
const WATCH_CLICK = `
  window.firstRows = new Promise((resolve) =>
    addEventListener('click', ({ timeStamp }) => {
      const look = () =>
        document.querySelector('[data-cell] .text')
          ? requestAnimationFrame(() => resolve(performance.now() - timeStamp))
          : requestAnimationFrame(look);
      look();
    }, { capture: true, once: true }));
  0`;

/** Notes the milliseconds of each frame until `stopFrames` returns them. */
const NOTE_FRAMES = `
  (() => {
    const times = [];
    let last;
    let next = requestAnimationFrame(function note(time) {
      if (last !== undefined) times.push(time - last);
      last = time;
      next = requestAnimationFrame(note);
    });
    window.stopFrames = () => {
      cancelAnimationFrame(next);
      return times;
    };
  })()`;

/** Resolves when the list is at its end. */
const AT_END = `
  new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    grid.addEventListener('scroll', () => {
      if (grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1) resolve(true);
    });
  })`;

/** Notes the milliseconds from each keystroke to the frame that follows its display. */
const WATCH_KEYSTROKES = `
  window.keystrokes = [];
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => setTimeout(() => keystrokes.push(performance.now() - timeStamp)));
  }, { capture: true });
  0`;

/** Resolves when the German text of the first key is another one. */
const watchText = (text: string): string => `
  new Promise((resolve) => {
    const isShown = () => document.querySelector('[data-cell="0-2"] .text')?.textContent === ${JSON.stringify(text)};
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(true));
    });
    observer.observe(document.querySelector('[role=grid]'), { subtree: true, childList: true, characterData: true });
  })`;

/** The keys of a large project in a browser. */
export const dashboardSuite: Suite = {
  name: 'dashboard',
  async run(world) {
    const keys = world.options.quick ? 5_000 : 50_000;
    const size = `${keys.toLocaleString('en')} × ${LANGUAGES.length}`;
    const id = await world.seed.project({ keys, languages: LANGUAGES });
    await world.seed.settle();
    const { url } = await world.service();
    const browser = await launch();
    try {
      const opened: number[] = [];
      for (let round = 0; round < world.options.rounds; round++) opened.push(await openKeys(browser, url, id));
      return [
        bounded(
          `click on the keys of a project of ${size} until the first texts are shown`,
          median(opened),
          'ms',
          1_000,
        ),
        ...(await scrollThrough(browser, url, id)),
        ...(await typeOffline(browser, url, id)),
        await followOthers(browser, url, id),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** In a window that has loaded nothing of the dashboard but the overview of the project. */
async function openKeys(browser: Browser, url: string, id: string): Promise<number> {
  const { context, page } = await openWindow(browser, url);
  await signIn(page, SECRET, `/projects/${id}`);
  const keys = page.getByRole('navigation').getByRole('link', { name: 'Keys', exact: true });
  await keys.waitFor();
  await untilQuiet(page);
  await page.evaluate(WATCH_CLICK);
  await keys.click();
  const milliseconds: number = await page.evaluate('window.firstRows');
  await context.close();
  return milliseconds;
}

async function openGrid(browser: Browser, url: string, id: string) {
  const opened = await openWindow(browser, url);
  await signIn(opened.page, SECRET, `/projects/${id}/keys?languages=de,fr,ja`);
  await opened.page.locator('[data-cell] .text').first().waitFor();
  await untilQuiet(opened.page);
  return opened;
}

/** Turns the wheel at the beginning, in the middle and near the end of the list, and then through all of it. */
async function scrollThrough(browser: Browser, url: string, id: string): Promise<Result[]> {
  const { context, page } = await openGrid(browser, url, id);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await heapOf(session);
  await page.getByRole('grid').hover();
  const slow: Frames[] = [];
  for (const place of [0, 0.5, 0.9]) {
    await page.evaluate(
      `document.querySelector('[role=grid]').scrollTo(0, ${place} * document.querySelector('[role=grid]').scrollHeight)`,
    );
    await untilQuiet(page);
    slow.push(
      await framesOf(page, session, async () => {
        for (let turn = 0; turn < TURNS; turn++) await page.mouse.wheel(0, TURN);
      }),
    );
  }
  await page.evaluate(`document.querySelector('[role=grid]').scrollTo(0, 0)`);
  await untilQuiet(page);
  const fast = await framesOf(page, session, async () => {
    const isAtEnd = page.evaluate(AT_END);
    while (!(await Promise.race([isAtEnd, page.mouse.wheel(0, FAST_TURN)])));
  });
  // The last rows are shown, not only their places.
  await page.locator('[role=row]:last-child .text').first().waitFor();
  const growth = (await heapOf(session)) - before;
  await context.close();
  const times = slow.flatMap((run) => run.times).toSorted((a, b) => a - b);
  const late = times.filter((time) => time > MISSED_MS).length;
  const missed = `${times.length} frames, ${((100 * late) / times.length).toFixed(1)} % longer than ${MISSED_MS} ms`;
  return [
    bounded(`frame while a list is flung (${TURN} pixels), 95 of 100`, percentile(times, 0.95), 'ms', FRAME_MS, missed),
    bounded('processor time of the page for a frame while a list is flung', millisecondsOf(slow), 'ms', FRAME_MS),
    bounded('processor time of the page for a frame while all rows pass by', millisecondsOf([fast]), 'ms', FRAME_MS),
    bounded('heap after that, over before', growth / MEGABYTE, 'MB', 10),
  ];
}

interface Frames {
  /** Milliseconds of each. */
  times: number[];
  /** Seconds of the processor that the main thread of the page took for them. */
  busy: number;
}

async function framesOf(page: Page, session: CDPSession, work: () => Promise<void>): Promise<Frames> {
  const before = await busySecondsOf(session);
  await page.evaluate(NOTE_FRAMES);
  await work();
  const times: number[] = await page.evaluate('stopFrames()');
  return { times, busy: (await busySecondsOf(session)) - before };
}

/** Returns the processor time of the main thread of the page for a frame. */
function millisecondsOf(runs: readonly Frames[]): number {
  const busy = runs.reduce((sum, run) => sum + run.busy, 0);
  return (1_000 * busy) / runs.reduce((sum, run) => sum + run.times.length, 0);
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Returns the processor time that the main thread of the page has taken. */
async function busySecondsOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}

/** No request is answered meanwhile. */
async function typeOffline(browser: Browser, url: string, id: string): Promise<Result[]> {
  const { context, page } = await openGrid(browser, url, id);
  await page.route('**/api/**', () => undefined);
  await page.locator('[data-cell="0-2"]').dblclick();
  await page.getByRole('textbox', { name: / in German$/ }).waitFor();
  await page.evaluate(WATCH_KEYSTROKES);
  await page.keyboard.type('x'.repeat(KEYSTROKES), { delay: 20 });
  const times: number[] = await page.evaluate('new Promise((resolve) => setTimeout(() => resolve(keystrokes), 500))');
  await context.close();
  const sorted = times.toSorted((a, b) => a - b);
  const note = `median ${percentile(sorted, 0.5).toFixed(0)} ms of ${times.length}, while no request is answered`;
  return [bounded('keystroke until it is shown, 95 of 100', percentile(sorted, 0.95), 'ms', 50, note)];
}

/** Another client writes a text that the grid shows. The times begin with the answer that this client receives. */
async function followOthers(browser: Browser, url: string, id: string): Promise<Result> {
  const { context, page } = await openGrid(browser, url, id);
  const { body } = await call(`${url}/api/v1/projects/${id}/keys?limit=1`);
  const { keys } = JSON.parse(body.toString()) as { keys: [{ id: string }] };
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const text = `Text ${change} of somebody else`;
    const shown = page.evaluate(watchText(text));
    await call(`${url}/api/v1/keys/${keys[0].id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ translations: { de: text } }),
    });
    const answered = performance.now();
    await shown;
    times.push(performance.now() - answered);
  }
  await context.close();
  const sorted = times.toSorted((a, b) => a - b);
  const note = `median ${percentile(sorted, 0.5).toFixed(0)} ms of ${times.length}, the longest ${sorted.at(-1)?.toFixed(0)} ms`;
  return bounded(
    'change of another client until the list shows it, 95 of 100',
    percentile(sorted, 0.95),
    'ms',
    2_000,
    note,
  );
}
