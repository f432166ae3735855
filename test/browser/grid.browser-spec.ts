import type { Page } from 'playwright-core';
import { cell, hasBrowser, hold, openWindow, signIn, untilQuiet, untilSaved } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the list of the keys', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  /** Holds the answers that count the keys back. @returns a function that lets them go */
  const holdCounts = async (page: Page): Promise<() => void> => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      (url) => url.searchParams.has('total'),
      async (route) => {
        await answered;
        await route.continue();
      },
    );
    return answer;
  };

  it('goes to its last key with End, also when that is pressed before their number is known', async () => {
    const texts = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`key${i + 100}`, `Text ${i + 100}`]));
    const { id } = await dashboard.givenProject({}, { en: texts });
    const { context, page, faults } = await openWindow(dashboard.browser, dashboard.url);
    const answer = await holdCounts(page);
    await signIn(page, dashboard.secret, `/projects/${id}/keys`);
    await cell(page, 0, 1).click();
    await page.keyboard.press('End');
    await cell(page, 49, 1).waitFor();
    expect(await page.getByText('120 keys').count()).toBe(0);
    answer();
    await cell(page, 119, 1).getByText('Text 219').waitFor();
    await cell(page, 119, 1).and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keeps the keys that were selected one by one when its columns or its filter are changed', async () => {
    const { id } = await dashboard.givenProject(
      { targetLanguages: ['de', 'fr'] },
      { en: { a: 'One', b: 'Two', c: 'Three' }, de: { a: 'Eins', b: 'Zwei', c: 'Drei' } },
    );
    const { context, page, faults } = await dashboard.openKeys(id, '?state=translated&languages=de');
    const selection = page.getByRole('region', { name: 'Selected keys' });
    await page.getByLabel('Select c').check();
    await selection.getByText('1 key selected').waitFor();
    await page.getByRole('button', { name: 'Languages: German' }).click();
    await page.getByRole('dialog', { name: 'Languages' }).getByRole('combobox', { name: 'Languages' }).click();
    await page.getByRole('option', { name: 'French' }).click();
    await cell(page, 0, 3).waitFor();
    await page.keyboard.press('Escape');
    await selection.getByText('1 key selected').waitFor();
    await page.getByRole('searchbox').fill('b');
    await cell(page, 1, 1).waitFor({ state: 'detached' });
    await selection.getByText('1 key selected').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('selects a range from the key that was chosen before, wherever its row is now', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two', c: 'Three', d: 'Four', e: 'Five' } });
    const { context, page, faults } = await dashboard.openKeys(id, '?search=c');
    await page.getByLabel('Select c').check();
    await page.getByRole('searchbox').fill('');
    await page.getByLabel('Select e').click({ modifiers: ['Shift'] });
    await page.getByRole('region', { name: 'Selected keys' }).getByText('3 keys selected').waitFor();
    const boxes = await page.getByRole('checkbox', { name: /^Select [a-e]$/, checked: true }).all();
    expect(await Promise.all(boxes.map((box) => box.getAttribute('aria-label')))).toEqual(
      ['c', 'd', 'e'].map((name) => `Select ${name}`),
    );
    expect(faults).toEqual([]);
    await context.close();
  });

  it('selects a long range with all of its keys, also those that are not in memory', async () => {
    const texts = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i + 1_000}`, 'Text']));
    const { id } = await dashboard.givenProject({}, { en: texts });
    const { context, page, faults } = await dashboard.openKeys(id);
    const selection = page.getByRole('region', { name: 'Selected keys' });
    await page.getByLabel('Select k1000').check();
    const last = page.getByLabel('Select k3999');
    await cell(page, 0, 1).click();
    await page.keyboard.press('End');
    await cell(page, 2_999, 1).getByText('Text').waitFor();
    await last.click({ modifiers: ['Shift'] });
    await selection.getByText('3,000 keys selected').waitFor();

    // A range begins at the key that was chosen last, above and below, and takes keys back too.
    await cell(page, 2_998, 1).click();
    await page.keyboard.press('Home');
    await cell(page, 0, 1).getByText('Text').waitFor();
    await page.getByLabel('Select k1001').click({ modifiers: ['Shift'] });
    await selection.getByText('1 key selected').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('selects all keys with Space on the box in its head, where letters set no states', async () => {
    const { id } = await dashboard.givenProject(
      { targetLanguages: ['de'] },
      { en: { a: 'One', b: 'Two' }, de: { a: 'Eins', b: 'Zwei' } },
    );
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 0, 2).click();
    await page.getByLabel('Select all keys').focus();
    await page.keyboard.press('r');
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Selected keys' }).getByText('2 keys selected').waitFor();
    await untilQuiet(page);
    const key = await dashboard.keyOf(id, 'a');
    expect((await dashboard.api.get(`keys/${key.id}`)).body.key.states).toMatchObject({ de: 'translated' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has no selection of all keys any more when its filter is changed, and asks before it changes keys that are not counted', async () => {
    const texts = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`key${i + 10}`, `Text ${i + 10}`]));
    const { id } = await dashboard.givenProject({}, { en: texts });
    const { context, page, faults } = await dashboard.openKeys(id, '?search=key1');
    const selection = page.getByRole('region', { name: 'Selected keys' });
    await page.getByLabel('Select all').check();
    await selection.getByText('10 keys selected').waitFor();
    const answer = await holdCounts(page);
    await page.getByRole('searchbox').fill('key');
    await cell(page, 10, 1).waitFor();
    expect(await selection.count()).toBe(0);
    await page.getByLabel('Select all').check();
    await selection.getByText('All keys of the list selected').waitFor();
    await selection.getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('dialog').getByLabel('Add', { exact: true }).fill('web');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('80 keys are selected. 80 keys are changed.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    answer();
    await selection.getByText('80 keys selected').waitFor();
    expect((await dashboard.keyOf(id, 'key10')).tags).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  /** Translates the first keys of a list, whose rows stay, and returns to the cell of the last of them. */
  const translate = async (page: Page, texts: Record<string, string>): Promise<void> => {
    await cell(page, 0, 2).dblclick();
    for (const [name, text] of Object.entries(texts)) {
      await page.getByRole('textbox', { name: `${name} in German` }).fill(text);
      await page.keyboard.press('Control+Enter');
    }
    await untilSaved(page);
  };
  const ENGLISH = { a: 'One', b: 'Two', c: 'Three', d: 'Four', e: 'Five', f: 'Six', z: 'Three' };

  it('keeps the text in hand, and a suggestion for it, with its key when rows above it leave the list', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: ENGLISH, de: { z: 'Drei' } });
    const { context, page, faults } = await dashboard.openKeys(id, '?untranslated=de');
    await page.getByLabel('Select f').check();
    await page.getByRole('region', { name: 'Selected keys' }).getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('dialog').getByLabel('Add', { exact: true }).fill('web');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await cell(page, 5, 0).getByText('web').waitFor();
    await page.getByLabel('Select f').uncheck();
    await translate(page, { a: 'Eins', b: 'Zwei' });
    const editor = page.getByRole('textbox', { name: 'c in German' });
    await editor.waitFor();
    await page.getByTestId('suggestion').getByRole('button', { name: /Drei/ }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await cell(page, 5, 0).getByText('web').waitFor({ state: 'detached' });
    await untilQuiet(page);
    expect(await editor.inputValue()).toBe('Drei');
    await editor.press('Control+Enter');
    // The rows of what is done go once no text is in hand.
    await page.getByRole('textbox', { name: 'd in German' }).press('Escape');
    await cell(page, 0, 0).getByText('d', { exact: true }).waitFor();
    await untilSaved(page);
    expect((await dashboard.texts(id)).de).toEqual({ a: 'Eins', b: 'Zwei', c: 'Drei', z: 'Drei' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keeps the cell or the text in hand with its key also if the list was being read before', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: ENGLISH });
    const { context, page, faults } = await dashboard.openKeys(id, '?untranslated=de');
    const comeBack = (): Promise<void> =>
      page.evaluate("void document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await translate(page, { a: 'Eins' });
    await page.getByRole('textbox', { name: 'b in German' }).press('Escape');
    await comeBack();
    await cell(page, 0, 2).and(page.locator(':focus')).waitFor();
    await cell(page, 0, 0).getByText('b', { exact: true }).waitFor();
    await translate(page, { b: 'Zwei', c: 'Drei' });
    await page.getByRole('textbox', { name: 'd in German' }).press('Escape');
    const answer = await hold(page, '**/keys?*');
    const asked = page.waitForRequest('**/keys?*');
    await comeBack();
    await asked;
    await cell(page, 2, 2).dblclick();
    await page.keyboard.type('Vi');
    answer();
    await untilQuiet(page);
    await page.keyboard.type('er');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'e in German' }).waitFor();
    await untilSaved(page);
    expect((await dashboard.texts(id)).de).toEqual({ a: 'Eins', b: 'Zwei', c: 'Drei', d: 'Vier' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows the language that a filter is about, where the address names no languages', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One' }, de: { a: 'Eins' } });
    for (const filter of ['untranslated', 'needsWork']) {
      const { context, page } = await dashboard.openKeys(id, `?${filter}=ar`);
      await cell(page, 0, 2).waitFor();
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Key', 'English', 'Arabic']);
      await context.close();
    }
  });

  it('has a panel whose head does not break the words of its button beside a long name', async () => {
    const { id } = await dashboard.givenProject({}, { en: { [`errors.${'too_small.'.repeat(9)}one`]: 'One' } });
    const { context, page } = await dashboard.openKeys(id);
    await cell(page, 0, 1).click();
    const button = await page.getByRole('button', { name: 'Hide panel' }).boundingBox();
    expect(button?.height).toBeLessThan(30);
    await context.close();
  });

  it('shows the cell that the arrow keys reach, beside the name of its key', async () => {
    const targetLanguages = ['de', 'fr', 'es', 'it', 'nl', 'pl'];
    const { id } = await dashboard.givenProject({ targetLanguages }, { en: { a: 'One', b: 'Two' } });
    const { context, page, faults } = await dashboard.openKeys(id, `?languages=${targetLanguages.join(',')}`);
    await cell(page, 0, 0).click();
    const edges = async (row: number, column: number) => {
      await cell(page, row, column).and(page.locator(':focus')).waitFor();
      const [name, text, list] = await Promise.all(
        [cell(page, row, 0), cell(page, row, column), page.getByRole('grid')].map((element) => element.boundingBox()),
      );
      if (!name || !text || !list) throw new Error('a cell is not in the page');
      return { name: name.x + name.width, start: text.x, end: text.x + text.width, list: list.x + list.width };
    };
    for (let column = 1; column <= targetLanguages.length + 1; column++) {
      await page.keyboard.press('ArrowRight');
      const { name, start, end, list } = await edges(0, column);
      expect(start).toBeGreaterThanOrEqual(name - 1);
      expect(end).toBeLessThanOrEqual(list + 1);
    }
    for (let column = targetLanguages.length; column > 0; column--) {
      await page.keyboard.press('ArrowLeft');
      const { name, start, end, list } = await edges(0, column);
      expect(start).toBeGreaterThanOrEqual(name - 1);
      expect(end).toBeLessThanOrEqual(list + 1);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('begins within 150 pixels, below one row of filters', async () => {
    const { id } = await dashboard.givenProject({}, { en: { 'cart.a': 'One', 'home.b': 'Two' } });
    const { context, page } = await dashboard.openKeys(id, '', { width: 1_200 });
    await page.getByRole('button', { name: 'Untranslated' }).waitFor();
    await page.getByRole('grid').waitFor();
    expect((await page.getByRole('grid').boundingBox())?.y).toBeLessThanOrEqual(150);
    const names = ['Untranslated', 'Filter', 'Views', 'Display'];
    const boxes = await Promise.all(
      names.map((name) => page.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox()),
    );
    const tops = boxes.map((box) => box?.y ?? NaN);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(5);
    await context.close();
  });

  it.each(['en-GB', 'de-DE'])('begins within 150 pixels on a phone too, with its first key, in %s', async (locale) => {
    const { id } = await dashboard.givenProject({}, { en: { 'cart.a': 'One', 'home.b': 'Two' } });
    const { context, page } = await dashboard.openKeys(id, '', { width: 390, locale });
    const chip = page.getByRole('button', { name: /^(?:Untranslated|Nicht übersetzt)/ });
    await chip.waitFor();
    await cell(page, 0, 0).waitFor();
    expect((await cell(page, 0, 0).boundingBox())?.y).toBeLessThanOrEqual(150);
    const { y: top = NaN } = (await chip.boundingBox()) ?? {};
    for (const element of [page.getByRole('searchbox'), page.getByRole('button', { name: /^(?:Display|Anzeige)$/ })])
      expect((await element.boundingBox())?.y).toBeCloseTo(top, -1);
    const [head, count] = await Promise.all(
      [page.getByRole('columnheader').first(), page.getByText(/^2 (?:keys|Schlüssel)$/)].map((it) => it.boundingBox()),
    );
    expect((count?.y ?? NaN) + (count?.height ?? NaN)).toBeLessThanOrEqual(
      (head?.y ?? NaN) + (head?.height ?? NaN) + 1,
    );
    expect(await dashboard.look(page, `keys-phone-${locale}`)).toEqual([]);
    await context.close();
  });

  it('begins there with many long filters too, of which the chosen ones come first', async () => {
    const namespace = 'a-namespace-with-a-name-that-is-long';
    const { id } = await dashboard.givenProject({}, { en: { [`${namespace}.a`]: 'One' } });
    const filters = `?namespace=${namespace}&state=translated&check=placeholder_missing&tag=first-tag,second-tag`;
    const { context, page } = await dashboard.openKeys(id, filters, { width: 1_280 });
    const chips = page.getByRole('search').locator('.chip');
    await page.getByText(namespace).waitFor();
    const [first, found] = [await chips.first().boundingBox(), page.getByText('0 keys found')];
    await found.waitFor();
    expect(await chips.first().textContent()).toContain(namespace);
    expect((await found.boundingBox())?.y).toBeLessThanOrEqual(150);
    expect((await page.getByRole('button', { name: 'Display' }).boundingBox())?.y).toBeCloseTo(first?.y ?? NaN, -1);
    await context.close();
  });

  it('chooses three languages in a list that shows all three', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de', 'fr', 'ar'] }, { en: { a: 'One' } });
    const { context, page } = await dashboard.openKeys(id, '?languages=de,fr,ar', { width: 1_200 });
    await page.getByRole('button', { name: 'Languages: 3 languages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Languages' });
    const field = dialog.getByRole('combobox', { name: 'Languages' });
    const pill = dialog.getByText('German', { exact: true }).first();
    await pill.waitFor();
    const [typed, chosen] = [await field.boundingBox(), await pill.boundingBox()];
    expect(Math.abs((typed?.y ?? NaN) - (chosen?.y ?? NaN))).toBeLessThan(20);
    await context.close();
  });

  it('counts beside its filters, and in the header, what is saved there, without a further request', async () => {
    const { id } = await dashboard.givenProject(
      { targetLanguages: ['de'] },
      { en: { a: 'One', b: 'Two', c: 'Three', d: 'Four' }, de: { c: 'Drei' } },
    );
    const { context, page, faults } = await dashboard.openKeys(id, '?languages=de');
    const chip = (name: string) => page.getByRole('button', { name, exact: true });
    await chip('Untranslated 3').waitFor();
    const read: string[] = [];
    page.on('request', (request) => {
      if (/\/projects\/[^/]+(?:\/statistics)?$/.test(new URL(request.url()).pathname)) read.push(request.url());
    });
    await cell(page, 0, 2).dblclick();
    await page.keyboard.type('Eins');
    await page.keyboard.press('Control+Enter');
    await chip('Untranslated 2').waitFor();
    await page.getByRole('link', { name: 'German 50%' }).waitFor();
    await page.keyboard.press('Escape');
    await cell(page, 2, 1).dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Three of them');
    await page.keyboard.press('Control+Enter');
    await chip('Outdated 1').waitFor();
    await page.keyboard.press('Escape');
    await cell(page, 2, 2).click();
    await page.keyboard.press('a');
    await chip('Outdated 1').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await chip('Outdated 1').waitFor();
    expect(read).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
