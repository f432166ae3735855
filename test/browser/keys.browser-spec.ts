import type { Locator, Page } from 'playwright-core';
import { cell, hasBrowser, openWindow, signIn, untilQuiet, untilSaved } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the keys of a project', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const stored = async (page: Page): Promise<void> => {
    await untilSaved(page);
    await page.getByText('not saved').waitFor({ state: 'detached' });
  };
  const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((node) => node.matches(':focus'));
  /** The alert about texts that are not saved. A part of the page that has read nothing may have an alert of its own. */
  const unsaved = (page: Page): Locator => page.getByRole('alert').filter({ hasText: '1 text is not saved' });
  const startEditing = (page: Page, row: number, column: number) => cell(page, row, column).dblclick();

  it('are found and translated with the keyboard alone', async () => {
    const texts = { 'a.greeting': 'Hello, {name}!', 'b.bye': 'Bye', 'c.thanks': 'Thanks' };
    const { id } = await dashboard.givenProject({}, { en: texts });
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 0, 0).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const editor = page.getByRole('textbox', { name: 'a.greeting in German' });
    await editor.fill('Hallo!');
    await page.getByRole('status').getByText('Missing placeholder').waitFor();
    expect(await page.getByTitle('Insert {name}').innerText()).toBe('{name} 0/1');
    await dashboard.picture(page, 'keys-editor');
    await page.getByTitle('Insert {name}').click();
    expect(await editor.inputValue()).toBe('Hallo!{name}');
    await editor.fill('Hallo, {name}!');
    await page.getByRole('status').getByText('Missing placeholder').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'b.bye in German' }).waitFor();
    await page.keyboard.type('<img src=x onerror=alert(1)>');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'c.thanks in German' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    await stored(page);
    expect((await dashboard.api.get(`projects/${id}/translations`)).body.translations.de).toEqual({
      'a.greeting': 'Hallo, {name}!',
      'b.bye': '<img src=x onerror=alert(1)>',
    });

    await page.getByLabel('Search in names and texts').fill('thank');
    await page.getByText('1 key found').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('thank');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keep what an input method composes', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' }, de: { a: 'Eins' } });
    const { context, page, faults } = await dashboard.openKeys(id);
    await startEditing(page, 1, 2);
    const editor = page.getByRole('textbox', { name: 'b in German' });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    for (const [key, modifiers] of [
      ['Escape', 0],
      ['Enter', 2],
    ] as const) {
      // A key of an input method has the code 229 (UI Events §4.3.2).
      await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, modifiers, windowsVirtualKeyCode: 229 });
    }
    await devtools.send('Input.insertText', { text: '日本' });
    expect(await editor.inputValue()).toBe('日本');
    await page.keyboard.press('Control+Enter');
    await stored(page);

    expect((await dashboard.texts(id)).de).toEqual({ a: 'Eins', b: '日本' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are translated while the service answers slowly, without a wait', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' } });
    const { context, page } = await dashboard.openKeys(id);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/keys/*', async (route) => {
      await answered;
      await route.continue();
    });
    await startEditing(page, 0, 2);
    await page.keyboard.type('Eins');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'b in German' }).waitFor();
    await page.keyboard.type('Zwei');
    expect(await page.getByRole('textbox', { name: 'b in German' }).inputValue()).toBe('Zwei');
    await cell(page, 0, 2).getByText('saving').waitFor();
    answer();
    await stored(page);
    expect((await dashboard.api.get(`projects/${id}/translations`)).body.translations.de).toEqual({ a: 'Eins' });
    await context.close();
  });

  it('have both texts shown when two people change the same one, and neither is overwritten by itself', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' }, de: { title: 'Willkommen' } });
    const key = await dashboard.keyOf(id, 'title');
    const { context, page } = await dashboard.openKeys(id);
    await startEditing(page, 0, 2);
    await page.getByRole('textbox', { name: 'title in German' }).fill('Herzlich willkommen');
    await untilQuiet(page);
    await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Grüß Gott' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody else changed this text').waitFor();
    expect(await page.getByTestId('theirs').innerText()).toBe('Grüß Gott');
    expect(await dashboard.textOf(key.id, 'de')).toBe('Grüß Gott');
    expect(await dashboard.look(page, 'keys-conflict')).toEqual([]);
    await page.getByRole('button', { name: 'Save my text' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await stored(page);
    expect(await dashboard.textOf(key.id, 'de')).toBe('Herzlich willkommen');
    await context.close();
  });

  it('keep what was typed without a connection, and save it when there is one again', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    const key = await dashboard.keyOf(id, 'title');
    const { context, page } = await dashboard.openKeys(id);
    await startEditing(page, 0, 2);
    await page.getByRole('textbox', { name: 'title in German' }).fill('Willkommen');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await unsaved(page).getByText('No connection').waitFor();
    await cell(page, 0, 2).getByText('Willkommen').waitFor();
    await context.setOffline(false);
    await unsaved(page).waitFor({ state: 'detached' });
    await stored(page);
    expect(await dashboard.textOf(key.id, 'de')).toBe('Willkommen');
    await context.close();
  });

  it('keep what was typed when the session ends, with nothing of the API key', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    const { context, page } = await dashboard.openKeys(id);
    await startEditing(page, 0, 2);
    await page.getByRole('textbox', { name: 'title in German' }).fill('Willkommen');
    await untilQuiet(page);
    await context.clearCookies();
    // A request of the page itself may have ended the session, and the editor with it.
    await page.getByRole('button', { name: 'Save', exact: true }).evaluateAll((buttons: { click: () => void }[]) => {
      for (const button of buttons) button.click();
    });
    await page.getByLabel('API key', { exact: true }).fill(dashboard.secret);
    await page.keyboard.press('Enter');
    await unsaved(page).waitFor();
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(dashboard.secret);
    await unsaved(page).getByRole('button', { name: 'Save' }).click();
    await unsaved(page).waitFor({ state: 'detached' });
    await stored(page);
    const { id: keyId } = await dashboard.keyOf(id, 'title');
    expect(await dashboard.textOf(keyId, 'de')).toBe('Willkommen');
    // The organization of the session stays, so that another one sees nothing that is typed later.
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual(['glossa.owner']);
    await context.close();
  });

  it('have plurals that are written form by form, with the categories of their language', async () => {
    const source = '{count, plural, one {# file} other {# files}}';
    const { id } = await dashboard.givenProject({ targetLanguages: ['pl', 'ar'] }, { en: { files: source } });
    const key = await dashboard.keyOf(id, 'files');
    const { context, page } = await dashboard.openKeys(id, '?languages=pl,ar');
    await startEditing(page, 0, 2);
    const form = (name: string) => page.getByRole('textbox', { name: `files in Polish: ${name}` });
    await form('one').fill('# plik');
    await page.getByRole('status').getByText('Missing plural form').waitFor();
    await form('few').fill('# pliki');
    await form('many').fill('# plików');
    await form('other').fill('# pliku');
    await dashboard.picture(page, 'keys-plural');
    await page.keyboard.press('Control+Enter');
    await stored(page);
    expect(await dashboard.textOf(key.id, 'pl')).toBe(
      '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
    );
    await cell(page, 0, 2).getByText('# plików').waitFor();

    await startEditing(page, 0, 3);
    const arabic = page.getByRole('textbox', { name: /^files in Arabic: / });
    await arabic.first().and(page.locator(':focus')).waitFor();
    expect(await arabic.count()).toBe(6);
    expect(await page.evaluate('getComputedStyle(document.activeElement).direction')).toBe('rtl');
    await context.close();
  });

  it('have states that are set one by one and for many, and shown with outdated texts', async () => {
    const { id } = await dashboard.givenProject(
      {},
      { en: { a: 'One', b: 'Two', c: 'Three' }, de: { a: 'Eins', b: 'Zwei' } },
    );
    const key = await dashboard.keyOf(id, 'a');
    await dashboard.api.put(`keys/${key.id}`, { value: 'First' });
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 0, 2).getByText('Outdated').waitFor();
    await cell(page, 0, 2).click();
    await page.keyboard.press('r');
    await cell(page, 0, 2).getByText('Reviewed').waitFor();
    await cell(page, 0, 2).getByText('Outdated').waitFor({ state: 'detached' });

    await page.getByLabel('Select all keys').check();
    await page.getByText('3 keys selected').waitFor();
    await page.getByRole('button', { name: 'Set state' }).click();
    expect(await dashboard.look(page, 'keys-selected')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Draft' }).click();
    await page.getByText('2 texts get the state.').waitFor();
    await cell(page, 1, 2).getByText('Draft').waitFor();
    expect((await dashboard.api.get(`keys/${key.id}`)).body.key.states.de).toBe('draft');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await page.getByText('2 keys found').waitFor();
    expect(new URL(page.url()).search).toBe('?state=draft');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are found by what the checks find and nobody ignores', async () => {
    const { id } = await dashboard.givenProject(
      {},
      { en: { a: 'Hello, {name}!', b: 'Bye!' }, de: { a: 'Hallo!', b: 'Tschüs!' } },
    );
    const key = await dashboard.keyOf(id, 'a');
    const { context, page, faults } = await dashboard.openKeys(id, '?check=placeholder_missing');
    await page.getByText('1 key found').waitFor();
    await cell(page, 0, 2).getByText('Missing placeholder').waitFor();
    await dashboard.api.post(`keys/${key.id}/checks`, { language: 'de', code: 'placeholder_missing', ignored: true });
    await page.goto(`/projects/${id}/keys`);
    await cell(page, 1, 2).waitFor();
    expect(await cell(page, 0, 2).getByText('Missing placeholder').count()).toBe(0);
    await page.goto(`/projects/${id}/keys?check=placeholder_missing`);
    await page.getByText('No keys found').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('have findings that are ignored and reported again beside the text, with the keyboard', async () => {
    const { id } = await dashboard.givenProject(
      {},
      { en: { a: 'Hello, {name}!', b: 'Bye' }, de: { a: 'Hallo!', b: 'Ade' } },
    );
    const key = await dashboard.keyOf(id, 'a');
    const ignored = async () => (await dashboard.api.get(`keys/${key.id}`)).body.key.checks.de[0].ignored;
    const { context, page, faults } = await dashboard.openKeys(id);
    const mark = cell(page, 0, 2).getByText('Missing placeholder');
    const press = async (button: string): Promise<void> => {
      const target = page.getByRole('grid').getByRole('button', { name: `${button}: Missing placeholder` });
      await target.waitFor();
      while (!(await hasFocus(target))) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    await mark.waitFor();
    await cell(page, 0, 2).click();
    await page.keyboard.press('Enter');
    await press('Ignore');
    await page.getByRole('button', { name: 'Report again: Missing placeholder' }).waitFor();
    expect(await ignored()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await mark.count()).toBe(0);

    await page.keyboard.press('Enter');
    await press('Report again');
    await page.getByRole('button', { name: 'Ignore: Missing placeholder' }).waitFor();
    expect(await ignored()).toBe(false);
    await press('Ignore');
    await page.getByRole('button', { name: 'Report again: Missing placeholder' }).waitFor();

    // The finding is ignored for the stored text only: another text is reported.
    await page.getByRole('textbox', { name: 'a in German' }).fill('Hallo Welt!');
    await page.getByRole('button', { name: 'Report again: Missing placeholder' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Ignore: Missing placeholder' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await stored(page);
    await mark.waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are renamed with the keyboard, and not over a name that somebody else has given', async () => {
    const { id } = await dashboard.givenProject({}, { en: { first: 'One', second: 'Two' } });
    const key = await dashboard.keyOf(id, 'first');
    const name = async (): Promise<string> => (await dashboard.api.get(`keys/${key.id}`)).body.key.name;
    const { context, page, faults } = await dashboard.openKeys(id);
    const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
    const rename = async (to: string): Promise<void> => {
      await field.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(to);
      await page.keyboard.press('Enter');
    };
    await cell(page, 0, 0).focus();
    await page.keyboard.press('F2');
    await rename('second');
    await page.getByRole('dialog').getByText('the project has a key named "second"').waitFor();
    expect(await field.inputValue()).toBe('second');
    expect(await dashboard.look(page, 'keys-rename')).toEqual([]);
    await rename('home.first');
    await cell(page, 0, 0).getByText('home.first').waitFor();
    expect(await name()).toBe('home.first');
    await field.waitFor({ state: 'detached' });
    await cell(page, 0, 0).and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Rename' }).click();
    await field.waitFor();
    await dashboard.api.put(`keys/${key.id}`, { name: 'theirs', translations: { de: 'Eins' } });
    await rename('mine');
    await page.getByText('Somebody else changed this key').waitFor();
    expect(await page.getByTestId('their-name').innerText()).toBe('Theirs: theirs');
    expect(await name()).toBe('theirs');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await cell(page, 0, 0).getByText('mine').waitFor();
    expect(await name()).toBe('mine');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are created, tagged and deleted', async () => {
    const { id } = await dashboard.givenProject();
    const { context, page, faults } = await dashboard.openKeys(id);
    for (const name of ['shop.cart', 'shop.pay']) {
      await page.getByRole('button', { name: 'Create key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByLabel('Source text').fill('Text');
      if (name === 'shop.cart') expect(await dashboard.look(page, 'keys-create')).toEqual([]);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('grid').getByRole('link', { name }).waitFor();
    }
    await page.getByLabel('Select shop.cart').check();
    await page.getByLabel('Select shop.pay').check();
    await page.getByRole('button', { name: 'Tags' }).click();
    const added = page.getByRole('dialog').getByLabel('Add', { exact: true });
    await added.fill('checkout');
    await added.press('Enter');
    expect(await dashboard.look(page, 'keys-tags')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await cell(page, 1, 0).getByText('checkout').waitFor();
    expect((await dashboard.keyOf(id, 'shop.cart')).tags).toEqual(['checkout']);

    await page.getByLabel('Select shop.pay').uncheck();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('shop.cart').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    // The dialog has the same words.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('1 key is deleted.').waitFor();
    await page.getByRole('link', { name: 'shop.cart' }).waitFor({ state: 'detached' });
    expect(await dashboard.keyOf(id, 'shop.cart')).toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are changed as one change, all that pass a filter, with the numbers before and an undo after', async () => {
    const texts = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i + 10}`, `Text ${i + 10}`]));
    const { id } = await dashboard.givenProject({}, { en: texts, de: { key10: 'Text zehn' } });
    const { context, page, faults } = await dashboard.openKeys(id);
    await page.getByLabel('Select all').check();
    await page.getByText('60 keys selected').waitFor();
    await page.getByRole('button', { name: 'Texts' }).click();
    await page.getByRole('menuitem', { name: 'Copy the source text' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('60 keys are selected. 59 texts are written.').waitFor();
    await dialog.getByText('1 key with a text').waitFor();
    expect(await dashboard.look(page, 'keys-bulk')).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy the source text' }).click();
    // The dialog has the same words.
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('59 texts are written.').waitFor();
    await cell(page, 1, 2).getByText('Text 11').waitFor();
    const german = async () => (await dashboard.api.get(`projects/${id}/translations`)).body.translations.de;
    expect((await german()).key69).toBe('Text 69');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change is undone.').waitFor();
    expect(await german()).toEqual({ key10: 'Text zehn' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are searched and replaced after each text was shown, as one change with an undo', async () => {
    const en = { 'a.open': 'Open file', 'b.save': 'Save file', 'c.name': 'File {Datei}', 'd.long': 'A file' };
    const de = {
      ...{ 'a.open': 'Datei öffnen', 'b.save': 'Datei speichern', 'c.name': 'Datei {Datei}', 'd.long': 'Eine Datei' },
    };
    const { id } = await dashboard.givenProject({}, { en, de });
    await dashboard.api.put(`keys/${(await dashboard.keyOf(id, 'd.long')).id}`, { maxLength: 11 });
    for (const options of WINDOWS) {
      const { context, page, faults } = await dashboard.openKeys(id, '', options);
      await page.getByRole('button', { name: 'Replace…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Search for').fill('datei');
      await dialog.getByLabel('Replace with').fill('Dokument');
      await dialog.getByLabel('Whole words only').check();
      await dialog.getByLabel('Replace with').press('Enter');
      await dialog.getByText('3 texts change. 1 text stays as it is.').waitFor();
      await dialog.getByText('a check would find').waitFor();
      expect(await dashboard.look(page, `keys-replace-${options.width}`)).toEqual([]);
      await dialog.getByLabel('Replace in b.save').uncheck();
      await dialog.getByRole('button', { name: 'Replace in 2 texts' }).click();
      await page.getByText('Replaced in 2 texts.').waitFor();
      expect((await dashboard.texts(id)).de).toEqual({
        ...{ ...de, 'a.open': 'Dokument öffnen', 'c.name': 'Dokument {Datei}' },
      });
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('The change is undone.').waitFor();
      expect((await dashboard.texts(id)).de).toEqual(de);
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  it('show the first of them before their number and the statistics of the project are known', async () => {
    const texts = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i + 10}`, `Text ${i + 10}`]));
    const { id, name } = await dashboard.givenProject({ name: 'Sixty' }, { en: texts });
    const { context, page, faults } = await openWindow(dashboard.browser, dashboard.url);
    await signIn(page, dashboard.secret);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const isLate = (url: URL): boolean => url.pathname === `/api/v1/projects/${id}` || url.searchParams.has('total');
    await page.route(isLate, async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('link', { name }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keys', exact: true }).click();
    await cell(page, 0, 1).getByText('Text 10').waitFor();
    await startEditing(page, 1, 2);
    await page.getByRole('textbox', { name: 'key11 in German' }).fill('Elf');
    expect(await page.getByText('60 keys').count()).toBe(0);
    answer();
    await page.getByText('60 keys').waitFor();
    expect(await page.getByRole('textbox', { name: 'key11 in German' }).inputValue()).toBe('Elf');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are read as far as they are shown, at the end of a large project too', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 5_200 }, (_, index) => [`key${String(index).padStart(4, '0')}`, `Text ${index}`]),
    );
    const { id } = await dashboard.givenProject({}, { en: texts });
    const { context, page } = await dashboard.openKeys(id);
    await page.getByText(/^5,?200 keys/).waitFor();
    await cell(page, 0, 0).focus();
    await page.keyboard.press('End');
    await page.getByRole('grid').getByText('key5199').waitFor();
    await cell(page, 5_199, 0).and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.keyboard.press('Home');
    await page.getByRole('grid').getByText('key0000').waitFor();
    await context.close();
  });

  it.each(WINDOWS)('look right: $colorScheme, $width pixels wide', async ({ colorScheme, width }) => {
    const plural = '{count, plural, one {# file} other {# files}}';
    const project = await dashboard.givenProject(
      { name: `Look ${colorScheme} ${width}`, targetLanguages: ['de', 'ar', 'pl'] },
      {
        en: {
          'cart.title': 'Your cart, {name}',
          'cart.files': plural,
          'cart.empty': 'Nothing here',
          'pay.now': 'Pay %s',
        },
        de: { 'cart.title': 'Ihr Warenkorb', 'pay.now': '%s bezahlen' },
        ar: { 'cart.title': 'سلة التسوق، {name}', 'cart.empty': 'لا يوجد شيء هنا' },
      },
    );
    const { id: keyId } = await dashboard.keyOf(project.id, 'pay.now');
    const labels = { description: 'The button', tags: ['checkout', 'button'], value: 'Pay %s now' };
    await dashboard.api.put(`keys/${keyId}`, { ...labels, states: { de: 'reviewed' } });
    const { context, page, faults } = await dashboard.openKeys(project.id, '?languages=de,ar', { colorScheme, width });
    const name = (of: string): string => `${of}-${colorScheme}-${width}`;
    await cell(page, 0, 2).waitFor();
    await untilQuiet(page);
    const found = await dashboard.look(page, name('keys'));
    await startEditing(page, 0, 2);
    await page.getByRole('textbox').last().waitFor();
    found.push(...(await dashboard.look(page, name('keys-editing'))));
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
