import type { Locator } from 'playwright-core';
import { hasBrowser, openWindow, readLate, signIn, watchFor } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const HTML = '<img src=x onerror=alert(1)>';

(hasBrowser ? describe : describe.skip)('the history in the dashboard', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const window = async (path: string, options = {}) => {
    const opened = await openWindow(dashboard.browser, dashboard.url, options);
    await signIn(opened.page, dashboard.secret, path);
    return opened;
  };

  const linesOf = async (row: Locator) =>
    (await row.locator('.summary-lines > li').allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' '));

  it('shows what a change did, and undoes it after telling what that changes', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' }, de: { title: 'Willkommen' } });
    const key = await dashboard.keyOf(id, 'title');
    await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Herzlich willkommen' } });
    const { context, page, faults } = await window(`/projects/${id}/history`);

    await page.getByRole('link', { name: 'Key changed' }).click();
    await page.getByRole('heading', { name: 'Revision 3' }).waitFor();
    await page.locator('del').waitFor();
    expect(await page.locator('del').allInnerTexts()).toEqual(['removed:\nWillkommen']);
    expect(await page.locator('ins').allInnerTexts()).toEqual(['added:\nHerzlich willkommen']);

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 text set').last().waitFor();
    expect(await dashboard.textOf(key.id, 'de')).toBe('Herzlich willkommen');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Done: the project is at revision 4 now.').waitFor();
    expect(await dashboard.textOf(key.id, 'de')).toBe('Willkommen');

    await page.getByRole('link', { name: 'All changes' }).click();
    await page.getByRole('link', { name: 'undoes revision 3' }).waitFor();
    await page.getByRole('link', { name: 'undone by revision 4' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says that a change is undone when the page shows so', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    await dashboard.api.put(`keys/${(await dashboard.keyOf(id, 'title')).id}`, { value: 'Hello' });
    const { context, page, faults } = await window(`/projects/${id}/history/2`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 text set').last().waitFor();
    let previews = 0;
    page.on('request', (request) => {
      if (request.postDataJSON()?.dryRun === true) previews++;
    });
    await readLate(page, /\/changes\//);
    const shown = await watchFor(page, 'Done: the project is at revision 3 now.');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    expect(await shown()).toContain('undone by revision 3');
    expect(previews).toBe(0);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('names the key, the language and the text before and after of each change, in one request', async () => {
    const { id } = await dashboard.givenProject({}, { en: { 'home.title': 'Welcome' }, de: { 'home.title': 'Hallo' } });
    const key = await dashboard.keyOf(id, 'home.title');
    await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Hallo\nWelt' } });
    const { context, page, faults } = await window(`/projects/${id}`);
    const requests: string[] = [];
    page.on('request', (request) => {
      // The page of the project reads the newest changes as well, 20 of them.
      if (/\/changes\?.*limit=50/.test(request.url())) requests.push(request.url());
    });
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History', exact: true }).waitFor();

    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Key changed' }) });
    await row.waitFor();
    expect(await linesOf(row)).toEqual(['home.title German Hallo added: Welt']);
    expect(requests).toHaveLength(1);
    await row.getByRole('link', { name: 'home.title' }).click();
    await page.getByRole('heading', { name: 'home.title' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('names texts that were confirmed', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' }, de: { title: 'Willkommen' } });
    const key = await dashboard.keyOf(id, 'title');
    await dashboard.api.put(`keys/${key.id}`, { value: 'Hello' });
    await dashboard.api.put(`keys/${key.id}`, { states: { de: 'translated' } });
    await dashboard.api.post(`projects/${id}/changes/4/undo`, {});
    const { context, page, faults } = await window(`/projects/${id}/history`);

    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'undoes revision 4' }) });
    await row.waitFor();
    expect(await linesOf(row)).toEqual(['title German Willkommen outdated again']);
    await row.getByRole('link', { name: 'undoes revision 4' }).click();
    await page.getByRole('heading', { name: 'Revision 4' }).waitFor();
    await page.locator('.change-item').getByText('confirmed', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('folds what somebody edits within ten minutes, and unfolds it', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' } });
    const { id: a } = await dashboard.keyOf(id, 'a');
    for (const value of ['Uno', 'Un']) await dashboard.api.put(`keys/${a}`, { value });
    const { id: b } = await dashboard.keyOf(id, 'b');
    await dashboard.api.put(`keys/${b}`, { translations: { de: 'Zwei' } });
    const { context, page, faults } = await window(`/projects/${id}/history`);

    const edits = page.getByRole('button', { name: '3 edits' });
    const row = page.getByRole('listitem').filter({ has: edits });
    await row.getByText('2 keys · German · English').waitFor();
    expect(await linesOf(row)).toEqual(['b German added: Zwei', 'a English removed: One added: Un']);
    await edits.click();
    await row.getByRole('link', { name: 'Key changed' }).last().waitFor();
    expect(await linesOf(row)).toEqual([
      'b German added: Zwei',
      'a English removed: Uno added: Un',
      'a English removed: One added: Uno',
    ]);
    await row.getByRole('button', { name: 'Undo revision 2' }).click();
    await page.getByRole('dialog').getByText('was changed again since').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('offers to undo what is in the languages of the caller only', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' }, de: { title: 'Willkommen' } });
    const key = await dashboard.keyOf(id, 'title');
    await dashboard.api.put(`keys/${key.id}`, { value: 'Hello' });
    await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Hallo' } });
    const scopes = ['projects:read', 'translations:read', 'translations:write'];
    const { secret } = (await dashboard.api.post('api-keys', { name: 'German', scopes, languages: ['de'] })).body
      .apiKey;
    const { context, page, faults } = await openWindow(dashboard.browser, dashboard.url);
    await signIn(page, secret, `/projects/${id}/history`);
    const undoOf = (revision: number) => page.getByRole('button', { name: `Undo revision ${revision}`, exact: true });
    await page.getByRole('button', { name: '2 edits' }).click();
    await undoOf(4).waitFor();
    expect([await undoOf(3).count(), await undoOf(2).count(), await undoOf(1).count()]).toEqual([0, 1, 0]);
    await page.goto(`${dashboard.url}/projects/${id}/history/3`);
    await page.getByRole('heading', { name: 'Revision 3' }).waitFor();
    await page.locator('del').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.goto(`${dashboard.url}/projects/${id}/keys/${key.id}`);
    await page.getByRole('button', { name: 'Undo revision 4' }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo revision 3' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Put back the earlier text in German' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Put back the earlier text in English' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('names what an undo leaves, because others have changed it since', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' } });
    await dashboard.api.put(`keys/${(await dashboard.keyOf(id, 'a')).id}`, { value: 'Uno' });
    const { context, page } = await window(`/projects/${id}/history/1`);

    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('was changed again since').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['a']);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Done: the project is at revision 3 now.').waitFor();
    expect((await dashboard.api.get(`projects/${id}/translations`)).body.translations.en).toEqual({ a: 'Uno' });
    await context.close();
  });

  it('does nothing when the project has moved since the preview, and shows a new one', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One' } });
    const { context, page } = await window(`/projects/${id}/history/1`);
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 deleted key').waitFor();
    await dashboard.api.post(`projects/${id}/keys`, { name: 'b', value: 'Two' });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('The service refused this').waitFor();
    expect(await dashboard.keyOf(id, 'a')).toBeDefined();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Done: the project is at revision 3 now.').waitFor();
    expect(await dashboard.keyOf(id, 'a')).toBeUndefined();
    await context.close();
  });

  it('restores a revision', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' } });
    const key = await dashboard.keyOf(id, 'a');
    await dashboard.api.delete(`keys/${key.id}`);
    await dashboard.api.post(`projects/${id}/keys`, { name: 'c', value: 'Three' });
    const { context, page } = await window(`/projects/${id}/history`);
    await page.getByRole('button', { name: 'Restore revision 1' }).click();
    await page.getByText('1 key comes back · 1 deleted key · 1 text set · 1 text removed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Done: the project is at revision 4 now.').waitFor();
    expect((await dashboard.api.get(`projects/${id}/translations`)).body.translations.en).toEqual({
      a: 'One',
      b: 'Two',
    });
    await context.close();
  });

  it('finds changes by what they are, by API key, language and day, and keeps the filter in the address', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One' }, de: { a: 'Eins' } });
    await dashboard.api.post(`projects/${id}/keys`, { name: 'b', value: 'Two' });
    const { context, page } = await window(`/projects/${id}/history`);
    const titles = () => page.locator('.changes .change-title').allInnerTexts();
    await page.getByRole('link', { name: 'Key created' }).waitFor();
    expect(await titles()).toEqual(['Key created', 'Import', 'Import']);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'Undo' }).click();
    await page.getByText('No changes found').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Change' }).click();
    await page.getByRole('link', { name: 'Key created' }).waitFor();
    await page.getByRole('button', { name: 'Imports' }).click();
    await page.getByRole('link', { name: 'Key created' }).waitFor({ state: 'detached' });
    await page.getByText('de.json').waitFor();
    expect(await titles()).toEqual(['Import', 'Import']);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await page.getByText('en.json').waitFor({ state: 'detached' });
    await page.getByText('de.json').waitFor();
    expect(await titles()).toEqual(['Import']);

    await page.reload();
    await page.getByText('de.json').waitFor();
    expect(await titles()).toEqual(['Import']);
    expect(await page.getByRole('button', { name: 'Imports' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByText('Language: German').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('No changes found').waitFor();
    await page.getByText('To: 1 Jan 2020').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Key created' }).waitFor();
    expect(await titles()).toHaveLength(3);
    await context.close();
  });

  it('shows texts and names as text', async () => {
    const { id } = await dashboard.givenProject({ name: '"><script>alert(1)</script>' }, { en: { [HTML]: HTML } });
    const { context, page, faults } = await window(`/projects/${id}/history/1`);
    await page.locator('ins').getByText(HTML).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByText('1 deleted key').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(WINDOWS)('has no violation of accessibility in $colorScheme colours, $width pixels wide', async (options) => {
    const texts = { en: { 'home.title': 'Welcome to the shop', 'home.cart': 'Your cart has {count} items' } };
    const { id } = await dashboard.givenProject({ name: 'Shop' }, { ...texts, de: { 'home.title': 'Willkommen' } });
    const key = await dashboard.keyOf(id, 'home.title');
    await dashboard.api.put(`keys/${key.id}`, {
      value: 'Welcome to our shop',
      description: 'Headline',
      tags: ['start'],
    });
    await dashboard.api.put(`keys/${key.id}`, { translations: { ar: 'مرحبا بكم' }, states: { de: 'reviewed' } });
    const { context, page, faults } = await window(`/projects/${id}/history`, options);
    const suffix = `${options.colorScheme}-${options.width}`;
    const found: string[] = [];
    await page.getByRole('button', { name: '2 edits' }).waitFor();
    found.push(...(await dashboard.look(page, `history-${suffix}`)));
    await page.getByRole('button', { name: '2 edits' }).click();
    await page.getByRole('link', { name: 'Key changed' }).first().waitFor();
    found.push(...(await dashboard.look(page, `history-unfolded-${suffix}`)));
    await page.goto(`/projects/${id}/history/3`);
    await page.getByText('Headline').waitFor();
    found.push(...(await dashboard.look(page, `change-${suffix}`)));
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByTestId('will-change').waitFor();
    found.push(...(await dashboard.look(page, `restore-${suffix}`)));
    await page.goto(`/projects/${id}/history/1`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByTestId('will-change').waitFor();
    found.push(...(await dashboard.look(page, `undo-${suffix}`)));
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
