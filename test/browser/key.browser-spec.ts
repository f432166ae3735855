import type { Page } from 'playwright-core';
import { chooseApiKey, hasBrowser, hold, openWindow, readLate, signIn, untilQuiet, watchFor } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const HTML = '<img src=x onerror=alert(1)>';

(hasBrowser ? describe : describe.skip)('the page of a key', () => {
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
  const given = async (texts: Record<string, Record<string, string>>, name: string) => {
    const { id } = await dashboard.givenProject({}, texts);
    const key = await dashboard.keyOf(id, name);
    return { projectId: id as string, keyId: key.id as string, path: `/projects/${id}/keys/${key.id}` };
  };

  const kept = (page: Page): Promise<string[]> =>
    page.evaluate<string[]>("Object.keys(sessionStorage).filter((name) => name.startsWith('glossa.kept/'))");

  it('writes a text, and sets its state', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page, faults } = await window(path);
    await page.getByRole('button', { name: 'Edit the text in German' }).click();
    await page.getByRole('textbox', { name: 'title in German' }).fill('Willkommen');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    const german = page.getByRole('article', { name: 'German' });
    await german.getByText('Reviewed').click();
    await page.getByText('Review', { exact: true }).waitFor();
    expect(await german.getByRole('radio', { name: 'Reviewed' }).isChecked()).toBe(true);
    const { key } = (await dashboard.api.get(`keys/${keyId}`)).body;
    expect([key.translations.de, key.states.de]).toEqual(['Willkommen', 'reviewed']);

    await dashboard.api.put(`keys/${keyId}`, { value: 'Welcome!' });
    await page.reload();
    await page.getByRole('button', { name: 'Confirm the text in German' }).click();
    await page.getByText('Outdated', { exact: true }).waitFor({ state: 'detached' });
    expect((await dashboard.api.get(`keys/${keyId}`)).body.key.outdated).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('changes name, description, tags and length limit, and keeps what others change meanwhile', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page } = await window(path);
    await page.getByLabel('Name').fill('home.title');
    await page.getByRole('combobox', { name: 'Tags' }).fill('start');
    await page.keyboard.press('Enter');
    await page.getByLabel('Maximum length').fill('40');
    await dashboard.api.put(`keys/${keyId}`, { description: 'Headline', translations: { de: 'Willkommen' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The key is saved.').waitFor();
    expect((await dashboard.api.get(`keys/${keyId}`)).body.key).toMatchObject({
      name: 'home.title',
      description: 'Headline',
      tags: ['start'],
      maxLength: 40,
      translations: { de: 'Willkommen' },
    });
    await context.close();
  });

  it('says that the key is saved when it shows the key as it is then', async () => {
    const { path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page, faults } = await window(path);
    await readLate(page, /\/keys\/[^/]+$/);
    const shown = await watchFor(page, 'The key is saved.');
    await page.getByLabel('Name').fill('home.title');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await shown()).split('\n')).toContain('home.title');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says that the key is saved, and why it cannot be read then', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page } = await window(path);
    const PROBLEM = JSON.stringify({
      title: 'Internal Server Error',
      status: 500,
      code: 'internal_error',
      detail: 'Out of order',
    });
    let isWritten = false;
    await page.route(`**/api/v1/keys/${keyId}`, (route) => {
      if (route.request().method() === 'PUT') isWritten = true;
      else if (isWritten) return route.fulfill({ status: 500, contentType: 'application/problem+json', body: PROBLEM });
      return route.continue();
    });
    await page.getByLabel('Name').fill('home.title');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The key is saved.').waitFor();
    await page.getByRole('alert').filter({ hasText: 'Out of order' }).waitFor();
    await context.close();
  });

  it('keeps what is typed while another change is saved', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page } = await window(path);
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    await page.route(`**/api/v1/keys/${keyId}`, async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await page.getByLabel('Name').fill('home.title');
    const sending = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sending;
    await page.getByLabel('Description').fill('Headline');
    end();
    await page.getByText('The key is saved.').waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('Headline');
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await answer;
    expect((await dashboard.api.get(`keys/${keyId}`)).body.key).toMatchObject({
      ...{ name: 'home.title', description: 'Headline' },
    });
    await context.close();
  });

  it('shows both descriptions when two windows collide, and overwrites neither by itself', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const [one, other] = [await window(path), await window(path)];
    const describe = async ({ page }: typeof one, description: string) => {
      await page.getByLabel('Description').fill(description);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    const stored = async () => (await dashboard.api.get(`keys/${keyId}`)).body.key.description;
    await other.page.getByLabel('Description').fill('Mine');
    await describe(one, 'Theirs');
    await one.page.getByText('The key is saved.').waitFor();
    await describe(other, 'Mine');
    await other.page.getByText('Somebody else changed this key').waitFor();
    expect(await other.page.getByTestId('their-description').innerText()).toBe('Theirs: Theirs');
    expect(await stored()).toBe('Theirs');
    // The page follows the changes of others until the person writes.
    await one.page.getByLabel('Description').fill('Third');
    await other.page.getByRole('button', { name: 'Save mine' }).click();
    await other.page.getByText('The key is saved.').waitFor();
    expect(await stored()).toBe('Mine');

    await describe(one, 'Third');
    await one.page.getByText('Somebody else changed this key').waitFor();
    await one.page.getByRole('button', { name: 'Keep theirs' }).click();
    await one.page.getByText('Somebody else changed this key').waitFor({ state: 'detached' });
    expect(await one.page.getByLabel('Description').inputValue()).toBe('Mine');
    expect(await stored()).toBe('Mine');
    await Promise.all([one.context.close(), other.context.close()]);
  });

  it('keeps details that are not saved, also when the key is deleted by others', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page, faults } = await window(path);
    await page.getByLabel('Description').fill('Half written');
    await page.getByRole('link', { name: 'All keys' }).click();
    await page.getByRole('grid').waitFor();
    const isFollowed = page.waitForResponse('**/events*');
    await page.goBack();
    await isFollowed;
    expect(await page.getByLabel('Description').inputValue()).toBe('Half written');
    await page.getByRole('button', { name: 'Undo revision 1' }).waitFor();
    const answer = await hold(page, `**/keys/${keyId}/changes*`);
    await dashboard.api.delete(`keys/${keyId}`);
    await page.getByText('This key is deleted').waitFor();
    await page.getByRole('alert').getByText('Description: Half written').waitFor();
    // The button undoes the last change, which the page does not know until it has read the history again.
    expect(await page.getByRole('button', { name: 'Bring it back' }).isEnabled()).toBe(false);
    answer();
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await page.getByText('1 key comes back').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The key is saved.').waitFor();
    expect((await dashboard.api.get(`keys/${keyId}`)).body.key.description).toBe('Half written');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows a reply and an edit of a comment again that were not sent, and keeps them when others delete the key', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { comment } = (await dashboard.api.post(`keys/${keyId}/comments`, { text: 'Is this a verb?' })).body;
    const { context, page, faults } = await window(path);
    const comments = page.locator('#comments');
    await comments.getByRole('button', { name: 'Reply' }).click();
    await comments.getByRole('textbox', { name: 'Reply' }).fill('It is a noun');
    await comments.getByRole('button', { name: 'Edit' }).click();
    await comments.getByRole('textbox', { name: 'Edit' }).fill('Is this a noun?');
    await comments.getByRole('textbox', { name: 'Write a comment' }).fill('About all of it');
    await page.getByRole('link', { name: 'All keys' }).click();
    await page.getByRole('grid').waitFor();
    const isFollowed = page.waitForResponse('**/events*');
    await page.goBack();
    await isFollowed;
    await comments.getByRole('textbox', { name: 'Reply' }).waitFor();
    expect(await comments.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('It is a noun');
    expect(await comments.getByRole('textbox', { name: 'Edit' }).inputValue()).toBe('Is this a noun?');
    await dashboard.api.patch(`comments/${comment.id}`, { resolved: true });
    await comments.getByRole('button', { name: 'Show 1 resolved discussion' }).waitFor();
    expect(await comments.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('It is a noun');
    await page.getByRole('button', { name: 'Undo revision 1' }).waitFor();
    await dashboard.api.delete(`keys/${keyId}`);
    const alert = page.getByRole('alert').filter({ hasText: 'It is a noun' });
    await alert.getByText('Is this a noun?').waitFor();
    await alert.getByText('About all of it').waitFor();
    await alert.getByRole('button', { name: 'Discard' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(await kept(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('forgets what was typed on a key that the person deletes', async () => {
    const { path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page, faults } = await window(path);
    await page.getByLabel('Description').fill('Half written');
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half said');
    expect(await kept(page)).toHaveLength(2);
    await page.getByRole('button', { name: 'Delete key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('is deleted').waitFor();
    expect(await kept(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows details as saved that are stored after the person came back', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page, faults } = await window(path);
    const details = page.locator('.key-details');
    await page.getByLabel('Description').fill('Written');
    const answer = await hold(page, `**/api/v1/keys/${keyId}`, (request) => request.method() !== 'GET');
    await details.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'All keys' }).click();
    await page.getByRole('grid').waitFor();
    await page.goBack();
    await details.getByRole('button', { name: 'Cancel' }).waitFor();
    answer();
    await details.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Description').inputValue()).toBe('Written');
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    ['details', 'Description'],
    ['comments', 'Write a comment'],
  ])('asks before %s that are not saved are lost with the session', async (_, label) => {
    const { path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page, faults } = await window(path);
    await page.getByLabel(label).fill('Half written');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out anyway' }).click();
    await chooseApiKey(page);
    await page.getByLabel('API key', { exact: true }).fill(dashboard.secret);
    await page.keyboard.press('Enter');
    expect(await page.getByLabel(label).inputValue()).toBe('');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('undoes a change of the key, and puts a single text back', async () => {
    const { keyId, path } = await given({ en: { title: 'Welcome' }, de: { title: 'Erster' } }, 'title');
    await dashboard.api.put(`keys/${keyId}`, { translations: { de: 'Zweiter', ar: 'مرحبا' } });
    await dashboard.api.put(`keys/${keyId}`, { translations: { de: 'Dritter' } });
    const { context, page, faults } = await window(path);
    await page.getByRole('button', { name: 'Undo revision 4' }).click();
    await page.getByTestId('will-change').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Done: the project is at revision 5 now.').waitFor();
    expect(await dashboard.textOf(keyId, 'de')).toBe('Zweiter');

    // The button puts back the text that the page shows, and the page reads the key again after it has said that the undo is done.
    await page.getByRole('article', { name: 'German' }).getByText('Zweiter').waitFor();
    await page.getByRole('button', { name: 'Put back the earlier text in German' }).last().click();
    await page.getByText('The earlier text is back.').waitFor();
    expect([await dashboard.textOf(keyId, 'de'), await dashboard.textOf(keyId, 'ar')]).toEqual(['Erster', 'مرحبا']);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('undoes what an import of several keys did to this one', async () => {
    const before = { title: 'Hallo', bye: 'Ade' };
    const { projectId, keyId, path } = await given({ en: { title: 'Welcome', bye: 'Bye' }, de: before }, 'title');
    const query = 'format=json&language=de&filename=de.json';
    const body = JSON.stringify({ title: 'Willkommen', bye: 'Tschüss' });
    await dashboard.api.send('POST', `projects/${projectId}/import?${query}`, { body });
    const { context, page, faults } = await window(path);
    await page.getByRole('button', { name: 'Undo revision 3 for this key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('All other keys stay as they are.').waitFor();
    await dialog.getByText('1 text set').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'undoes revision 3 for one key' }).waitFor();
    await page.getByRole('link', { name: 'undone by revision 4' }).waitFor();
    expect(await dashboard.textOf(keyId, 'de')).toBe('Hallo');
    expect((await dashboard.texts(projectId)).de).toEqual({ title: 'Hallo', bye: 'Tschüss' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('deletes the key, and brings it back', async () => {
    const { projectId, keyId, path } = await given({ en: { title: 'Welcome' } }, 'title');
    const { context, page, faults } = await window(path);
    await page.getByRole('button', { name: 'Delete key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('The key title is deleted.').waitFor();
    expect(await dashboard.keyOf(projectId, 'title')).toBeUndefined();

    await page.goto(path);
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await page.getByText('1 key comes back · 1 text set').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Edit the text in English' }).waitFor();
    expect(await dashboard.textOf(keyId, 'en')).toBe('Welcome');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows what the checks find, which can be ignored', async () => {
    const { keyId, path } = await given({ en: { title: 'Hello, {name}!' }, de: { title: 'Hallo!' } }, 'title');
    const { context, page, faults } = await window(path);
    const german = page.getByRole('article', { name: 'German' });
    await german.getByText('Missing placeholder').waitFor();
    await german.getByRole('button', { name: 'Ignore' }).click();
    await german.getByRole('button', { name: 'Report again' }).waitFor();
    const { key } = (await dashboard.api.get(`keys/${keyId}`)).body;
    expect(key.checks.de).toMatchObject([{ code: 'placeholder_missing', ignored: true }]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('lets an API key that can only read change nothing', async () => {
    const { path } = await given({ en: { title: 'Welcome' } }, 'title');
    const scopes = ['projects:read', 'translations:read'];
    const { secret } = (await dashboard.api.post('api-keys', { name: 'Reader', scopes })).body.apiKey;
    const { context, page, faults } = await openWindow(dashboard.browser, dashboard.url);
    await signIn(page, secret, path);
    await page.getByText('Welcome').first().waitFor();
    await page.getByRole('link', { name: 'Import' }).last().waitFor();
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([]);
    expect(await page.getByLabel('Name').isEditable()).toBe(false);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('goes on to the next missing text in a language of the person', async () => {
    const { projectId, path } = await given({ en: { title: 'Welcome' }, de: { title: 'Willkommen' } }, 'title');
    await dashboard.api.patch(`projects/${projectId}`, { addLanguages: ['fr', 'it'] });
    const values = { scopes: ['projects:read', 'translations:read', 'translations:write'], languages: ['de', 'it'] };
    const { secret } = (await dashboard.api.post('api-keys', { name: 'German and Italian', ...values })).body.apiKey;
    const { context, page, faults } = await openWindow(dashboard.browser, dashboard.url);
    await signIn(page, secret, path);
    await page.getByRole('button', { name: 'Edit the text in German' }).click();
    await page.getByRole('textbox', { name: 'title in German' }).fill('Guten Tag');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'title in Italian' }).waitFor();
    expect(await page.getByRole('textbox', { name: /^title in / }).count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('leaves a reviewed text to reviewers, also when its source has changed', async () => {
    const { projectId, keyId } = await given({ en: { title: 'Welcome' }, de: { title: 'Willkommen' } }, 'title');
    await dashboard.api.put(`keys/${keyId}`, { states: { de: 'reviewed' } });
    await dashboard.api.put(`keys/${keyId}`, { value: 'Welcome!' });
    const values = { scopes: ['projects:read', 'translations:read', 'translations:write'] };
    const { secret } = (await dashboard.api.post('api-keys', { name: 'Translator', ...values })).body.apiKey;
    const { context, page, faults } = await openWindow(dashboard.browser, dashboard.url);
    await signIn(page, secret, `/projects/${projectId}/keys?outdated=true&languages=de`);
    await page.getByRole('gridcell', { name: 'Willkommen' }).dblclick();
    const text = page.getByRole('textbox', { name: 'title in German' });
    await page.getByText('The text is reviewed: only a reviewer can confirm it or change its state.').waitFor();
    const states = page.getByRole('radiogroup', { name: 'State' });
    expect(await states.count()).toBe(0);
    await text.fill('Willkommen!');
    await states.waitFor();
    await text.fill('Willkommen');
    await page.keyboard.press('Control+Enter');
    await text.waitFor({ state: 'detached' });
    await untilQuiet(page);
    expect(await page.getByText('not saved').count()).toBe(0);
    expect((await dashboard.api.get(`keys/${keyId}`)).body.key).toMatchObject({
      ...{ translations: { de: 'Willkommen' }, states: { de: 'reviewed' }, outdated: ['de'] },
    });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says why a text cannot be changed, on its page and in the list', async () => {
    const texts = { en: { title: 'Welcome' }, de: { title: 'Willkommen' }, ar: { title: 'مرحبا' } };
    const { projectId, keyId, path } = await given(texts, 'title');
    await dashboard.api.patch(`projects/${projectId}`, { protectReviewed: true });
    await dashboard.api.put(`keys/${keyId}`, { states: { de: 'reviewed' } });
    const values = { scopes: ['projects:read', 'translations:read', 'translations:write'], languages: ['de'] };
    const { secret } = (await dashboard.api.post('api-keys', { name: 'German', ...values })).body.apiKey;
    const { context, page, faults } = await openWindow(dashboard.browser, dashboard.url);
    await signIn(page, secret, path);
    const isProtected = 'The text is reviewed, and the project protects reviewed texts';
    const article = (name: string) => page.getByRole('article', { name });
    await article('German').getByText(isProtected).waitFor();
    await article('Arabic').getByText('You do not write in this language.').waitFor();
    await page.goto(`/projects/${projectId}/keys`);
    await page.getByRole('gridcell', { name: 'Willkommen' }).click();
    await page.getByRole('complementary', { name: 'About this text' }).getByText(isProtected).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(isProtected).waitFor();
    expect(await page.getByRole('textbox', { name: 'title in German' }).count()).toBe(0);
    await dashboard.api.patch(`projects/${projectId}`, { protectReviewed: false });
    await page.reload();
    await page.getByRole('gridcell', { name: 'Willkommen' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'title in German' }).waitFor();
    expect(await page.getByText(isProtected).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows texts and names as text', async () => {
    const { keyId, path } = await given({ en: { [HTML]: HTML } }, HTML);
    await dashboard.api.put(`keys/${keyId}`, { description: HTML, tags: [HTML], translations: { de: HTML } });
    const { context, page, faults } = await window(path);
    await page.getByRole('heading', { name: HTML }).waitFor();
    await page.locator('ins').getByText(HTML).first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(WINDOWS)('has no violation of accessibility in $colorScheme colours, $width pixels wide', async (options) => {
    const { keyId, path } = await given(
      {
        en: { 'cart.count': '{count, plural, one {# item} other {# items}}' },
        de: { 'cart.count': '{count, plural, one {# Ding} other {# Dinge}}' },
      },
      'cart.count',
    );
    await dashboard.api.put(`keys/${keyId}`, { description: 'Number of things', tags: ['cart'], maxLength: 40 });
    await dashboard.api.put(`keys/${keyId}`, { translations: { ar: 'سلة' }, states: { de: 'reviewed' } });
    await dashboard.api.put(`keys/${keyId}`, { value: '{count, plural, one {# article} other {# articles}}' });
    const { context, page, faults } = await window(path, options);
    const suffix = `${options.colorScheme}-${options.width}`;
    const found: string[] = [];
    await page.getByText('Number of things').last().waitFor();
    found.push(...(await dashboard.look(page, `key-${suffix}`)));
    await page.getByRole('button', { name: 'Edit the text in German' }).click();
    await page.getByRole('textbox').first().waitFor();
    found.push(...(await dashboard.look(page, `key-edit-${suffix}`)));
    await page.getByRole('button', { name: 'Delete key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).waitFor();
    found.push(...(await dashboard.look(page, `key-delete-${suffix}`)));
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
