import type { Page } from 'playwright-core';
import { until } from '../support/receiver';
import { cell, hasBrowser, hold, untilQuiet, untilSaved } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

const ENGLISH = { a: 'One', b: 'Two', c: 'Three', d: 'Four', e: 'Five' };

describeInBrowser('the list of the keys that is read again', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  /** Reads the list again, as when the person comes back from another window. */
  const comeBack = (page: Page): Promise<void> =>
    page.evaluate("void document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");

  const remove = async (projectId: string, name: string): Promise<void> => {
    const { id } = await dashboard.keyOf(projectId, name);
    await dashboard.api.delete(`keys/${id}`);
  };

  it('gives the focus of a last row that is gone to the one above it, and takes it from no box', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: ENGLISH });
    const { context, page, faults } = await dashboard.openKeys(id, '?untranslated=de');
    await page.getByText('5 keys found').waitFor();
    const translateOutside = async (name: string, left: string): Promise<void> => {
      const key = await dashboard.keyOf(id, name);
      await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Wort' } });
      await page.getByText(left).waitFor();
      await comeBack(page);
    };
    await cell(page, 4, 2).click();
    await cell(page, 4, 2).and(page.locator(':focus')).waitFor();
    await translateOutside('e', '4 keys found');
    await cell(page, 3, 2).and(page.locator(':focus')).waitFor();
    for (const [name, gone, row, left] of [
      ['Select all keys', 'd', 3, '3 keys found'],
      ['Select a', 'c', 2, '2 keys found'],
    ] as const) {
      const box = page.getByRole('checkbox', { name, exact: true });
      await box.focus();
      await translateOutside(gone, left);
      await cell(page, row, 2).waitFor({ state: 'detached' });
      await untilQuiet(page);
      await box.and(page.locator(':focus')).waitFor();
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('leaves the focus at the row that a key had last when the key is gone', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: ENGLISH });
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 2, 2).click();
    for (const [name, next] of [
      ['a', 'c'],
      ['c', 'd'],
    ] as const) {
      await remove(id, name);
      await comeBack(page);
      await cell(page, 1, 0).getByText(next, { exact: true }).waitFor();
      await untilQuiet(page);
      await cell(page, 1, 2).and(page.locator(':focus')).waitFor();
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has the focus at the key whose page was left, wherever its row is now', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: ENGLISH });
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 0, 0).click();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Next key' }).click();
    await page.getByRole('heading', { name: 'b', exact: true }).waitFor();
    await page.getByText('2 of 5').waitFor();
    await remove(id, 'a');
    await page.getByRole('link', { name: 'All keys' }).click();
    await cell(page, 0, 0).getByText('b', { exact: true }).waitFor();
    await cell(page, 0, 0).and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is read once after the last of several texts that were written one after the other', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: ENGLISH });
    const { context, page, faults } = await dashboard.openKeys(id, '?untranslated=de');
    await page.getByText('5 keys found').waitFor();
    await untilQuiet(page);
    const answer = await hold(page, '**/keys?*');
    const asked = page.waitForRequest('**/keys?*');
    await comeBack(page);
    await asked;
    await cell(page, 0, 2).dblclick();
    const editor = (name: string) => page.getByRole('textbox', { name: `${name} in German` });
    await editor('a').waitFor();
    answer();
    await untilQuiet(page);
    let counts = 0;
    page.on('request', (request) => (counts += Number(new URL(request.url()).searchParams.has('total'))));
    for (const name of ['a', 'b', 'c']) {
      await editor(name).fill('Wort');
      await page.keyboard.press('Control+Enter');
      await editor(name).waitFor({ state: 'detached' });
      await untilQuiet(page);
    }
    expect(counts).toBe(0);
    await editor('d').press('Escape');
    await cell(page, 0, 0).getByText('d', { exact: true }).waitFor();
    await untilSaved(page);
    await until(() => counts === 1);
    expect(faults).toEqual([]);
    await context.close();
  });
});
