import type { Page, Request } from 'playwright-core';
import { until } from '../support/receiver';
import { cell, chooseText, hasBrowser, untilSaved } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

const PASSWORD = 'nine green herons by the lake';

describeInBrowser('a project that two persons have open', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  /** Makes the account of a translator, and signs the person in. */
  const openAs = async (name: string, path: string): ReturnType<StartedDashboard['open']> => {
    const email = `${name.toLowerCase()}@example.com`;
    const { link } = (await dashboard.api.post('invitations', { email, role: 'translator' })).body;
    const token = new URL(link, dashboard.url).hash.slice(1);
    const accepted = await dashboard.api.post('invitations/accept', { token, name, password: PASSWORD }, { as: null });
    expect(accepted.status).toBe(201);
    const opened = await dashboard.open();
    const { page } = opened;
    await page.goto(path);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    return opened;
  };

  const edit = (page: Page, row: number): Promise<void> => cell(page, row, 2).dblclick();

  it('shows each of them what the other one does, and leaves the text in hand', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two', c: 'Three' } });
    const path = `/projects/${id}/keys`;
    const ada = await openAs('Ada', path);
    const bert = await openAs('Bert', path);

    await edit(ada.page, 0);
    await cell(bert.page, 0, 2).getByText('Ada', { exact: true }).waitFor();

    // Bert writes a text that Ada sees, and then the text that Ada has open.
    await edit(bert.page, 1);
    await bert.page.getByRole('textbox', { name: 'b in German' }).fill('Zwei');
    await bert.page.keyboard.press('Control+Enter');
    await ada.page.getByText('Zwei', { exact: true }).waitFor();
    const editor = ada.page.getByRole('textbox', { name: 'a in German' });
    await editor.fill('Eins von Ada');
    await dashboard.api.put(`keys/${(await dashboard.keyOf(id, 'a')).id}`, { translations: { de: 'Eins' } });
    await ada.page.getByRole('status').getByText('has changed this text meanwhile').waitFor();
    expect(await editor.inputValue()).toBe('Eins von Ada');
    await dashboard.picture(ada.page, 'live-changed');

    // What Ada saves would replace a text that she has not seen: she is asked.
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText('Eins', { exact: true }).first().waitFor();
    expect(await dashboard.textOf((await dashboard.keyOf(id, 'a')).id, 'de')).toBe('Eins');
    await dashboard.picture(ada.page, 'live-conflict');

    await bert.page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect([...ada.faults, ...bert.faults]).toEqual([]);
    await Promise.all([ada.context.close(), bert.context.close()]);
  });

  it('reads nothing again of a change of its own, whose event comes before its answer', async () => {
    const { id } = await dashboard.givenProject(
      {},
      { en: { a: 'Nobody has written this before', b: 'Two' }, de: { a: 'Eins' } },
    );
    const [a, b] = [await dashboard.keyOf(id, 'a'), await dashboard.keyOf(id, 'b')];
    const { apiKey } = (await dashboard.api.post('api-keys', { name: 'Other', scopes: ['translations:write'] })).body;
    const { context, page } = await dashboard.openKeys(id);
    const isSave = (request: Request): boolean => request.method() === 'PUT' && request.url().includes(a.id);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/keys/*', async (route) => {
      if (!isSave(route.request())) return route.fallback();
      const response = await route.fetch();
      await answered;
      return route.fulfill({ response });
    });
    await chooseText(page, 0, 2, ['a', 'German']);
    const history = page.locator('[data-section="history"]');
    await history.getByRole('button').click();
    await history.locator('ins').getByText('Eins').waitFor();
    // The panel has read all that it shows of the text.
    await page.getByText('No similar text was translated before.').waitFor();
    await edit(page, 0);
    await page.getByRole('textbox', { name: 'a in German' }).fill('Ein');
    const read: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`${a.id}/changes`)) read.push(request.url());
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await dashboard.textOf(a.id, 'de')) === 'Ein');
    // The change of another one comes after it, and is shown while the page still waits for its answer.
    await dashboard.api.as(apiKey.secret).put(`keys/${b.id}`, { translations: { de: 'Zwei' } });
    await cell(page, 1, 2).getByText('Zwei').waitFor();
    await cell(page, 0, 2).getByText('saving').waitFor();
    expect(read).toEqual([]);
    answer();
    await untilSaved(page);
    await context.close();
  });

  it('shows a change of another one whose revision the answer to a preview had', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' }, de: { a: 'Eins' } });
    const b = await dashboard.keyOf(id, 'b');
    const { apiKey } = (await dashboard.api.post('api-keys', { name: 'Other', scopes: ['translations:write'] })).body;
    const { context, page } = await dashboard.openKeys(id);
    // Another one writes just before the preview, whose answer comes before the event.
    await page.route('**/replace*', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const next = String(Number(headers['x-glossa-revision']) + 1);
      await route.fulfill({ response, headers: { ...headers, 'x-glossa-revision': next } });
    });
    await page.getByRole('button', { name: 'Replace…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search for').fill('eins');
    await dialog.getByLabel('Replace with').fill('Ein');
    await dialog.getByLabel('Replace with').press('Enter');
    await dialog.getByText('1 text changes.').waitFor();
    await dashboard.api.as(apiKey.secret).put(`keys/${b.id}`, { translations: { de: 'Zwei' } });
    await cell(page, 1, 2).getByText('Zwei').waitFor();
    await context.close();
  });

  it('leads past a text of a list of work that another one has translated meanwhile', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two', c: 'Three' } });
    const b = await dashboard.keyOf(id, 'b');
    const { apiKey } = (await dashboard.api.post('api-keys', { name: 'Other', scopes: ['translations:write'] })).body;
    const { context, page, faults } = await dashboard.openKeys(id, '?untranslated=de');
    await edit(page, 0);
    await page.getByRole('textbox', { name: 'a in German' }).fill('Eins');
    await dashboard.api.as(apiKey.secret).put(`keys/${b.id}`, { translations: { de: 'Zwei' } });
    await cell(page, 1, 2).getByText('Zwei').waitFor();
    await page.getByText('2 keys found').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'c in German' }).waitFor();
    await page.getByText('1 key found').waitFor();
    await untilSaved(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('takes away who has left', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' } });
    const cora = await openAs('Cora', `/projects/${id}/keys`);
    const dan = await openAs('Dan', `/projects/${id}/keys`);
    await edit(cora.page, 0);
    const mark = cell(dan.page, 0, 2).getByText('Cora', { exact: true });
    await mark.waitFor();
    await cora.page.keyboard.press('Escape');
    await mark.waitFor({ state: 'detached' });
    expect([...cora.faults, ...dan.faults]).toEqual([]);
    await Promise.all([cora.context.close(), dan.context.close()]);
  });
});
