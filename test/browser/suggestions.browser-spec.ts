import type { Page } from 'playwright-core';
import { until } from '../support/receiver';
import { cell, hasBrowser, renderLate, signIn, untilQuiet, untilSaved } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a suggestion of the memory', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  /** Waits until the field in hand has the suggestion. */
  const untilWritten = (page: Page): Promise<void> =>
    until(async () => (await page.locator(':focus').and(page.getByRole('textbox')).inputValue()) === 'Datei speichern');

  const TEXTS = { en: { a: 'Save the file', b: 'Save the file', c: 'Save the file' }, de: { a: 'Datei speichern' } };

  // The memory has the texts of all projects.
  let id: string;
  beforeEach(async () => {
    ({ id } = await dashboard.givenProject({}, TEXTS));
  });
  afterEach(async () => {
    expect(await dashboard.api.delete(`projects/${id}`)).toMatchObject({ status: 200 });
  });

  it('is taken by its button, and saved', async () => {
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 1, 2).dblclick();
    const editor = page.getByRole('textbox', { name: 'b in German' });
    await page
      .getByTestId('suggestion')
      .getByRole('button', { name: /Datei speichern/ })
      .click();
    await editor.and(page.locator(':focus')).waitFor();
    await untilWritten(page);
    await page.keyboard.press('Control+Enter');
    await cell(page, 1, 2).getByText('Datei speichern').waitFor();
    await untilSaved(page);
    expect((await dashboard.texts(id)).de).toEqual({ a: 'Datei speichern', b: 'Datei speichern' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is read at once when the editor opens, and for a chosen text once the person rests on it', async () => {
    const { context, page } = await dashboard.openKeys(id);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/suggestions')) asked.push(request.url());
    });
    const [, second, third] = await Promise.all(['a', 'b', 'c'].map((name) => dashboard.keyOf(id, name)));
    // A page that is not shown when its clock stops is never shown.
    await cell(page, 1, 2).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await cell(page, 1, 2).click();
    await page.clock.runFor(900);
    expect(asked).toEqual([]);
    await cell(page, 2, 2).dblclick();
    for (let ms = 0; ms < 900 && asked.length === 0; ms++) await page.clock.runFor(1);
    expect(asked).toEqual([expect.stringContaining(third.id)]);
    await page.keyboard.press('Escape');
    await cell(page, 1, 2).click();
    while (asked.length === 1) await page.clock.runFor(100);
    expect(asked[1]).toContain(second.id);
    await context.close();
  });

  it('is not read for the text before, while the page has not rendered the panel of the next one', async () => {
    const { context, page } = await dashboard.open();
    await renderLate(page);
    await signIn(page, dashboard.secret, `/projects/${id}/keys`);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/suggestions')) asked.push(request.url());
    });
    const third = await dashboard.keyOf(id, 'c');
    await cell(page, 1, 2).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await cell(page, 1, 2).click();
    while ((await page.locator('.panel-title').getByText('b', { exact: true }).count()) === 0)
      await page.clock.runFor(1);
    await page.evaluate('lateMs = 300');
    await cell(page, 2, 2).dblclick();
    while (asked.length === 0) await page.clock.runFor(1);
    expect(asked).toEqual([expect.stringContaining(third.id)]);
    await context.close();
  });

  it('is not written into the next text, while the page has not rendered the panel of the next one', async () => {
    const { context, page } = await dashboard.open();
    await renderLate(page);
    await signIn(page, dashboard.secret, `/projects/${id}/keys`);
    await cell(page, 1, 2).click();
    await page.getByTestId('suggestion').waitFor();
    await page.evaluate('lateMs = 3_000');
    await cell(page, 2, 2).dblclick();
    const editor = page.getByRole('textbox', { name: 'c in German' });
    // The key is pressed in the page at once, while the panel shows the text before.
    const shown = await page.evaluate(`{
      const before = document.querySelector('.panel-title .key-name').textContent;
      const init = { key: '!', code: 'Digit1', ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init));
      before;
    }`);
    expect(shown).toBe('b');
    await page.evaluate('lateMs = 0');
    await page.locator('.panel-title').getByText('c', { exact: true }).waitFor();
    await untilQuiet(page);
    expect(await editor.inputValue()).toBe('');
    await context.close();
  });

  it('shows how its source differs below its text', async () => {
    const { id: other } = await dashboard.givenProject(
      {},
      { en: { a: 'Save the file', b: 'Save the file now' }, de: { a: 'Datei speichern' } },
    );
    const { context, page } = await dashboard.openKeys(other);
    await cell(page, 1, 2).click();
    const suggestion = page.getByTestId('suggestion');
    // Both are measured at once: parts of the panel above may still be read.
    const [bottom = NaN, top] = await suggestion
      .evaluate((item) =>
        ['.text', '.diff'].map((part) => item.querySelector(part)?.getBoundingClientRect()).flatMap((box) => box ?? []),
      )
      .then(([text, diff]) => [text?.bottom, diff?.top]);
    expect(top).toBeGreaterThanOrEqual(bottom - 1);
    await context.close();
    await dashboard.api.delete(`projects/${other}`);
  });

  it('is taken by the keyboard, in an open editor and from its cell', async () => {
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 1, 2).dblclick();
    await page.getByTestId('suggestion').waitFor();
    await page.keyboard.press('Control+Shift+Digit1');
    await untilWritten(page);
    await page.keyboard.press('Escape');
    await cell(page, 2, 2).click();
    const panel = page.getByRole('complementary', { name: 'About this text' });
    await panel.locator('.panel-title').getByText('c', { exact: true }).waitFor();
    await panel.getByTestId('suggestion').waitFor();
    await page.keyboard.press('Control+Shift+Digit1');
    await page.getByRole('textbox', { name: 'c in German' }).waitFor();
    await untilWritten(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is changed from its end on, as a text that is opened', async () => {
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 1, 2).dblclick();
    await page.getByTestId('suggestion').waitFor();
    await page.keyboard.press('Control+Shift+Digit1');
    await untilWritten(page);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('t!');
    await page.keyboard.press('Control+Enter');
    await cell(page, 0, 2).dblclick();
    await page.getByRole('textbox', { name: 'a in German' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('?');
    await page.keyboard.press('Control+Enter');
    await cell(page, 0, 2).getByText('Datei speichern?').waitFor();
    await untilSaved(page);
    expect((await dashboard.texts(id)).de).toEqual({ a: 'Datei speichern?', b: 'Datei speichert!' });
    expect(faults).toEqual([]);
    await context.close();
  });
});
