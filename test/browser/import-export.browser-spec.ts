import { zipSync, strToU8 } from 'fflate';
import type { Page } from 'playwright-core';
import { chooseApiKey, hasBrowser, signIn } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('import and export in the dashboard', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const choose = (page: Page, files: Record<string, string | Uint8Array>): Promise<void> =>
    page.locator('input[type=file]').setInputFiles(
      Object.entries(files).map(([name, content]) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      })),
    );
  const preview = (page: Page): Promise<void> => page.getByRole('button', { name: 'Show what changes' }).click();
  const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Import', exact: true }).click();
  /** Goes to another page of the dashboard, and waits for it. */
  const visit = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  };
  const card = (page: Page, name: string) => page.getByRole('article', { name });
  const json = (texts: Record<string, string>): string => JSON.stringify(texts);

  it('preview several files together, and import them all', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome', bye: 'Bye' }, de: { title: 'Hallo' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, {
      'de.json': json({ title: 'Willkommen', bye: 'Tschüss' }),
      'texts.json': json({ title: 'أهلا' }),
    });
    await preview(page);
    // The name of the second file has no language.
    await card(page, 'texts.json').getByText('The service refused this').waitFor();
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await card(page, 'texts.json').getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Arabic' }).click();
    await preview(page);
    await card(page, 'texts.json').getByText('New texts: 1, changed: 0, skipped: 0').waitFor();
    await card(page, 'de.json').getByText('New texts: 1, changed: 1, skipped: 0').waitFor();
    const row = page.getByRole('row', { name: /title German/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['changed', 'title', 'German', 'Hallo', 'Willkommen']);
    await submit(page);
    await page.getByText('Imported. New texts: 2, changed: 1, skipped: 0.').waitFor();
    expect(await dashboard.texts(id)).toMatchObject({
      de: { title: 'Willkommen', bye: 'Tschüss' },
      ar: { title: 'أهلا' },
    });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('show beside each text what the checks find, and refuse a file for the checks that were chosen', async () => {
    const { id } = await dashboard.givenProject({}, { en: { hello: 'Hello, {name}!', bye: 'Bye' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'de.json': json({ hello: 'Hallo!', bye: 'Ade' }) });
    await preview(page);
    await page.getByText('The checks found 1 fault in the texts shown.').waitFor();
    await page.getByRole('row', { name: 'new hello German Hallo! {name} of the source is missing' }).waitFor();
    expect(await page.getByRole('row', { name: 'new bye German Ade' }).count()).toBe(1);

    const failOn = page.getByRole('combobox', { name: 'Checks that stop the import' });
    await failOn.click();
    await page.getByRole('option', { name: 'Missing placeholder' }).click();
    await page.keyboard.press('Escape');
    await preview(page);
    await page.getByText(/hello: German: placeholder_missing: \{name\} of the source is missing/).waitFor();
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);

    await failOn.focus();
    await page.keyboard.press('Backspace');
    await failOn.fill('Too long');
    await page.getByRole('option', { name: 'Too long' }).click();
    await page.keyboard.press('Escape');
    await preview(page);
    await page.getByText('New texts: 2, changed: 0, skipped: 0').waitFor();
    await submit(page);
    await page.getByText('Imported. New texts: 2').waitFor();
    expect((await dashboard.texts(id)).de).toEqual({ hello: 'Hallo!', bye: 'Ade' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('import several files as one change, or none of them', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    const before = (await dashboard.api.get(`projects/${id}`)).body.project.revision;
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'de.json': json({ title: 'Eins' }), 'ar.json': json({ title: 'أهلا' }) });
    // A number makes the name of the second `de.json` unique.
    await choose(page, { 'de.json': json({ title: 'Zwei' }) });
    await preview(page);
    await card(page, '2.de.json')
      .getByText(/is the same key as .* of "de.json", with another text/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove 2.de.json' }).click();
    await preview(page);
    await page.getByText('New texts: 2, changed: 0, skipped: 0').waitFor();
    await card(page, 'ar.json').getByText('New texts: 1, changed: 0, skipped: 0').waitFor();
    // A change by another person between the plan and the import refuses both files.
    const { keys } = (await dashboard.api.get(`projects/${id}/keys`)).body;
    await dashboard.api.put(`keys/${keys[0].id}`, { value: 'Hello' });
    await submit(page);
    await page.getByText('The service refused this').waitFor();
    expect(await dashboard.texts(id)).toMatchObject({ de: {}, ar: {} });
    await preview(page);
    await page.getByText('New texts: 2, changed: 0, skipped: 0').waitFor();
    await submit(page);
    await page.getByText('Imported. New texts: 2, changed: 0, skipped: 0.').waitFor();
    expect(await dashboard.texts(id)).toMatchObject({ de: { title: 'Eins' }, ar: { title: 'أهلا' } });
    const { revision } = (await dashboard.api.get(`projects/${id}`)).body.project;
    expect(revision).toBe(before + 2);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('import a zip, with the tags and the state that were chosen, and keep reviewed texts', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome', bye: 'Bye' }, de: { title: 'Hallo' } });
    const { keys } = (await dashboard.api.get(`projects/${id}/keys?name=title`)).body;
    await dashboard.api.put(`keys/${keys[0].id}`, { states: { de: 'reviewed' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    const zip = zipSync({ 'de.json': strToU8(json({ title: 'Neu', bye: 'Tschüss' })) });
    await choose(page, { 'texts.zip': zip });
    await page.getByRole('combobox', { name: 'Texts that exist' }).click();
    await page.getByRole('option', { name: 'Keep those that are reviewed' }).click();
    await page.getByRole('combobox', { name: 'State of the texts' }).click();
    await page.getByRole('option', { name: 'draft' }).click();
    await page.getByRole('combobox', { name: 'Tags' }).fill('shop');
    await page.getByRole('combobox', { name: 'Tags' }).press('Enter');
    await page.getByText('shop', { exact: true }).waitFor();
    await preview(page);
    await page.getByText('New texts: 1, changed: 0, skipped: 1').waitFor();
    await page.getByText('Skipped', { exact: true }).click();
    await page.getByRole('row', { name: 'kept title German Hallo Hallo' }).waitFor();
    await submit(page);
    await page.getByText('Imported. New texts: 1').waitFor();
    const after = (await dashboard.api.get(`projects/${id}/keys?include=translations&language=de`)).body.keys;
    expect(after.map(({ name, tags }: { name: string; tags: string[] }) => [name, tags])).toEqual([
      ['bye', ['shop']],
      ['title', ['shop']],
    ]);
    expect((await dashboard.texts(id)).de).toEqual({ title: 'Hallo', bye: 'Tschüss' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('show all changes of a large file, of which only some rows are in the page', async () => {
    const { id } = await dashboard.givenProject();
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    const names = Array.from({ length: 2_500 }, (_, i) => [`k${String(i).padStart(4, '0')}`, `Text ${i}`]);
    const large = JSON.stringify(Object.fromEntries(names));
    await choose(page, { 'en.json': large, 'de.json': '{"k0001":"x"}' });
    await page.getByText(`${(large.length / 1_000).toFixed(1)} kB`, { exact: true }).waitFor();
    await page.getByText('13 bytes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove de.json' }).click();
    await preview(page);
    await page.getByText('New texts: 2,500, changed: 0, skipped: 0').waitFor();
    const table = page.getByRole('table');
    for (const count of [1_000, 2_000]) {
      expect(await table.getAttribute('aria-rowcount')).toBe(String(count + 1));
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.locator(`[aria-rowcount="${Math.min(count + 1_000, 2_500) + 1}"]`).waitFor();
    }
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await table.locator('..').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.getByRole('row', { name: /k2499/ }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keep their options while the person is elsewhere, and import what the plan showed', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome', bye: 'Bye' }, de: { title: 'Hallo' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'de.json': json({ title: 'Willkommen', bye: 'Ade' }) });
    const conflict = page.getByRole('combobox', { name: 'Texts that exist' });
    await conflict.click();
    await page.getByRole('option', { name: 'Keep all of them' }).click();
    await page.getByRole('combobox', { name: 'State of the texts' }).click();
    await page.getByRole('option', { name: 'draft' }).click();
    await preview(page);
    await page.getByText('New texts: 1, changed: 0, skipped: 1').waitFor();
    await visit(page, 'Keys');
    await visit(page, 'Import');
    await page.getByText('New texts: 1, changed: 0, skipped: 1').waitFor();
    expect(await conflict.inputValue()).toBe('Keep all of them');
    await submit(page);
    await page.getByText('Imported. New texts: 1, changed: 0, skipped: 1.').waitFor();
    expect((await dashboard.texts(id)).de).toEqual({ title: 'Hallo', bye: 'Ade' });
    const { key } = (await dashboard.api.get(`keys/${(await dashboard.keyOf(id, 'bye')).id}`)).body;
    expect(key.states).toMatchObject({ de: 'draft' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    ['before', 'Imported. New texts: 1, changed: 0, skipped: 0.', undefined],
    ['after', 'Imported. New texts: 1, changed: 0, skipped: 0.', undefined],
    ['after', 'The service may have done what was sent', { status: 504, contentType: 'text/html', body: '' }],
  ])('tell a person who comes back %s the answer: %s', async (moment, told, answered) => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'de.json': json({ title: 'Willkommen' }) });
    await preview(page);
    await page.getByText('New texts: 1, changed: 0, skipped: 0').waitFor();
    let answer = (): void => undefined;
    const isAllowed = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/import\?/, async (route) => {
      await isAllowed;
      await (answered ? route.fulfill(answered) : route.continue());
    });
    const progress = page.getByRole('progressbar', { name: 'Upload of de.json' });
    await submit(page);
    await progress.waitFor({ state: 'attached' });
    await visit(page, 'Keys');
    if (moment === 'after') {
      const response = page.waitForResponse(/\/import\?/);
      answer();
      await (await response).finished();
    }
    await visit(page, 'Import');
    if (moment === 'before') {
      await progress.waitFor({ state: 'attached' });
      expect(await page.getByRole('button', { name: 'Remove de.json' }).isDisabled()).toBe(true);
      answer();
    }
    await page.getByText(told).waitFor();
    expect(await progress.count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('show the progress of an upload, what was skipped and why, warnings, and the keys that go', async () => {
    const { id } = await dashboard.givenProject({}, { en: { old: 'Old', same: 'Same' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'en.json': '{"same": "Same", "twice": "1", "twice": "2"}' });
    await page.getByRole('switch', { name: 'Delete keys that a file does not have' }).click();
    let answer: () => void = () => undefined;
    const isAllowed = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/import\?/, async (route) => {
      await isAllowed;
      await route.continue();
    });
    await preview(page);
    await page.getByRole('progressbar', { name: 'Upload of en.json' }).waitFor({ state: 'attached' });
    answer();
    await page.getByText('New texts: 1, changed: 0, skipped: 1').waitFor();
    await page.getByText('Deletes 1 key.').waitFor();
    await page.getByText('1 warning', { exact: true }).waitFor();
    await page
      .getByText(/line 1.*twice/)
      .first()
      .waitFor();
    await page.getByText('Creates 1 key.').waitFor();
    await submit(page);
    await page.getByText('Imported. New texts: 1').waitFor();
    expect((await dashboard.texts(id)).en).toEqual({ same: 'Same', twice: '2' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('name the field that reads languages with regions as those of the project', async () => {
    const { id } = await dashboard.givenProject();
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'texts.csv': 'key,en-US,de-DE\ntitle,Welcome,Willkommen\n' });
    await preview(page);
    const field = 'Read a language with its region as the one that the project has';
    await page.getByText(`What solves this: “${field}”.`).waitFor();
    await page.getByRole('switch', { name: field }).click();
    await preview(page);
    await page.getByText('New texts: 2, changed: 0, skipped: 0').waitFor();
    await page.getByText('en-US is read as en').first().waitFor();
    await submit(page);
    await page.getByText('Imported. New texts: 2').waitFor();
    expect(await dashboard.texts(id)).toEqual({ en: { title: 'Welcome' }, de: { title: 'Willkommen' }, ar: {} });
    expect(faults).toEqual([]);
    await context.close();
  });

  describe('of a file that is older than the project', () => {
    const TEXTS = { title: 'Startseite', bye: 'Tschüss', cart: 'Warenkorb', terms: 'Bedingungen' };
    /** A project whose German texts were changed since its file was exported. */
    const given = async (changes: Record<string, string>, texts: Record<string, string> = TEXTS): Promise<string> => {
      const english = Object.fromEntries(Object.keys(texts).map((name) => [name, `en ${name}`]));
      const { id } = await dashboard.givenProject({}, { en: english, de: texts });
      await dashboard.api.send('POST', `projects/${id}/import?format=json&language=de`, { body: json(changes) });
      return id;
    };
    // A key press does not wait for its control: what is shown can be disabled until the request has ended.
    const enabled = (page: Page, name: string) => page.getByRole('button', { name, exact: true, disabled: false });
    const radio = (page: Page, key: string, name: string) =>
      page.getByRole('group', { name: new RegExp(`^${key} `) }).getByRole('radio', { name, disabled: false });

    it('offer the merge, show conflicts side by side, and write the version that was chosen for each', async () => {
      const id = await given({ title: 'Willkommen bei uns', bye: 'Auf Wiedersehen', cart: 'Korb' });
      const { context, page, faults } = await dashboard.open();
      await signIn(page, dashboard.secret, `/projects/${id}/import`);
      await choose(page, { 'de.json': json({ ...TEXTS, title: 'Zur Startseite', bye: 'Servus', terms: 'AGB' }) });
      await preview(page);
      await page.getByText('This file is older than the project').waitFor();
      await page.getByText('Of its texts, 1 are as at revision 2, and 0 as now.').waitFor();
      const importButton = page.getByRole('button', { name: 'Import', exact: true });
      expect(await importButton.isDisabled()).toBe(true);

      // With the keyboard only, from here on.
      await enabled(page, 'Merge with revision 2').press('Enter');
      await page.getByText('2 conflicts: changed both in the file and here').waitFor();
      await page.getByText('New texts: 0, changed: 1, skipped: 3').waitFor();
      expect(await importButton.isDisabled()).toBe(true);
      const conflict = page.getByRole('group', { name: 'title · German · text' });
      expect(await conflict.locator('ins').allTextContents()).toEqual(['added: Zur ', 'added: Willkommen bei uns']);
      await radio(page, 'title', 'The file').press('Space');
      await page.getByText('Choose a version for 1 conflict.').waitFor();
      await radio(page, 'bye', 'The file').focus();
      await page.keyboard.press('ArrowDown');
      expect(await radio(page, 'bye', 'What is here').isChecked()).toBe(true);
      await page.getByText('A version is chosen for each conflict.').waitFor();

      // Another text changes meanwhile: the plan is shown again, and the choices stay.
      const cart = await dashboard.keyOf(id, 'cart');
      await dashboard.api.put(`keys/${cart.id}`, { translations: { de: 'Einkaufskorb' } });
      await enabled(page, 'Import').press('Enter');
      await page.getByText('The service refused this').waitFor();
      await enabled(page, 'Show what changes').press('Enter');
      await page.getByText('A version is chosen for each conflict.').waitFor();
      expect(await radio(page, 'title', 'The file').isChecked()).toBe(true);
      await enabled(page, 'Import').press('Enter');
      await page.getByText('Imported. New texts: 0, changed: 2, skipped: 2.').waitFor();
      expect((await dashboard.texts(id)).de).toEqual({
        title: 'Zur Startseite',
        bye: 'Auf Wiedersehen',
        cart: 'Einkaufskorb',
        terms: 'AGB',
      });
      const { revision } = (await dashboard.api.get(`projects/${id}`)).body.project;
      expect(revision).toBe(5);
      expect(faults).toEqual([]);
      await context.close();
    });

    it('import it without a merge, or with another revision, as the person says', async () => {
      const id = await given({ bye: 'Auf Wiedersehen', cart: 'Korb' });
      const { context, page, faults } = await dashboard.open();
      await signIn(page, dashboard.secret, `/projects/${id}/import`);
      await choose(page, { 'de.json': json(TEXTS) });
      await preview(page);
      await page.getByRole('button', { name: 'Do not merge' }).click();
      await page.getByText('New texts: 0, changed: 2, skipped: 2').waitFor();
      await enabled(page, 'Import').waitFor();
      const from = page.getByRole('combobox', { name: 'Made from revision' });
      await from.fill('2');
      await page.getByRole('option', { name: /^2 · .* · Import$/ }).click();
      await page.getByText('New texts: 0, changed: 0, skipped: 4').waitFor();
      await submit(page);
      await page.getByText('Imported. New texts: 0, changed: 0, skipped: 4.').waitFor();
      expect((await dashboard.texts(id)).de).toMatchObject({ bye: 'Auf Wiedersehen', cart: 'Korb' });
      expect(faults).toEqual([]);
      await context.close();
    });

    it('show the first of many conflicts, and take one version for all others', async () => {
      const names = Array.from({ length: 130 }, (_, i) => `k${String(i).padStart(3, '0')}`);
      const texts = (text: string) => Object.fromEntries(names.map((name) => [name, `${text} ${name}`]));
      const id = await given(texts('now'), { ...texts('base'), same: 'same', other: 'other' });
      await dashboard.api.send('POST', `projects/${id}/import?format=json&language=de`, {
        body: json({ same: 'x', other: 'y' }),
      });
      const { context, page } = await dashboard.open();
      await signIn(page, dashboard.secret, `/projects/${id}/import`);
      await choose(page, { 'de.json': json({ ...texts('file'), same: 'same', other: 'other' }) });
      await preview(page);
      await page.getByRole('button', { name: 'Merge with revision 2' }).click();
      await page.getByText('Choose a version for 130 conflicts.').waitFor();
      await page.getByRole('button', { name: 'Keep what is here for all' }).click();
      await radio(page, 'k000', 'The file').click();
      const others = page.getByRole('radiogroup', { name: '30 conflicts more' });
      await others.getByRole('radio', { name: 'The file' }).click();
      await submit(page);
      await page.getByText('Imported. New texts: 0, changed: 31, skipped: 101.').waitFor();
      const { de = {} } = await dashboard.texts(id);
      expect([de.k000, de.k001, de.k099, de.k100, de.k129]).toEqual([
        'file k000',
        'now k001',
        'now k099',
        'file k100',
        'file k129',
      ]);
      await context.close();
    });

    it('name the texts that were changed here of a key that the file lacks', async () => {
      const id = await given({ bye: 'Auf Wiedersehen', cart: 'Korb' });
      const { context, page, faults } = await dashboard.open();
      await signIn(page, dashboard.secret, `/projects/${id}/import`);
      await choose(page, { 'en.json': json({ title: 'en title', cart: 'en cart', terms: 'en terms' }) });
      await page.getByRole('switch', { name: 'Delete keys that a file does not have' }).click();
      await page.getByRole('combobox', { name: 'Made from revision' }).fill('2');
      await page.getByRole('option', { name: /^2 · .* · Import$/ }).click();
      await preview(page);
      const conflict = page.getByRole('group', { name: /^bye / });
      await conflict.getByText('German').first().waitFor();
      expect(await conflict.locator('ins').allTextContents()).toEqual(['added: Auf Wiedersehen']);
      expect(await conflict.locator('del').allTextContents()).toEqual(['removed: Tschüss']);
      expect(faults).toEqual([]);
      await context.close();
    });

    it('look right with conflicts, in both languages', async () => {
      const id = await given({ title: 'Willkommen bei uns', bye: 'Auf Wiedersehen', cart: 'Korb' });
      const found: string[] = [];
      for (const [index, window] of WINDOWS.entries()) {
        const locale = ['en-GB', 'de-DE'][index];
        const { context, page } = await dashboard.open({ ...window, ...(locale && { locale }) });
        await page.goto(`/projects/${id}/import`);
        await chooseApiKey(page);
        await page.locator('input[type=password]').fill(dashboard.secret);
        await page.keyboard.press('Enter');
        await choose(page, { 'de.json': json({ ...TEXTS, title: 'Zur Startseite', bye: 'Servus' }) });
        await page.getByRole('button', { name: /Show what changes|Änderungen anzeigen/ }).click();
        await page
          .getByRole('button', { name: /Merge with|zusammenführen/ })
          .first()
          .waitFor();
        await page.getByRole('button', { name: /Do not merge|Nicht zusammen/ }).scrollIntoViewIfNeeded();
        found.push(...(await dashboard.look(page, `merge-offer-${window.colorScheme}`)));
        await page.getByRole('button', { name: /Merge with|Mit Revision/ }).click();
        await page.getByRole('radio').nth(3).waitFor();
        await page.getByRole('radio').first().click();
        await page.getByRole('group', { name: /^title/ }).scrollIntoViewIfNeeded();
        found.push(...(await dashboard.look(page, `merge-conflicts-${window.colorScheme}`)));
        await context.close();
      }
      expect(found).toEqual([]);
    });
  });

  it('keep the file and the options without a connection', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'de.json': json({ title: 'Willkommen' }) });
    await page.getByLabel('Namespace').fill('shop');
    await context.setOffline(true);
    await preview(page);
    await page.getByText('No connection').waitFor();
    await context.setOffline(false);
    await preview(page);
    await page.getByText('New texts: 1').waitFor();
    await page.getByRole('row', { name: /shop\.title/ }).waitFor();
    await context.close();
  });

  it.each([
    [413, 'A proxy before the service refuses a file or a request of this size (status 413).'],
    [504, 'The service may have done what was sent: look before you send it again.'],
    [500, 'Something other than the service answered, perhaps a proxy before it (status 500).'],
  ])('say what an answer of a proxy without a problem document means: %i', async (status, sentence) => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    const { context, page, faults } = await dashboard.open();
    const answer = { status, contentType: 'text/html', body: '<html><body>nginx</body></html>' };
    for (const path of ['import', 'export']) await page.route(`**/${path}?*`, (route) => route.fulfill(answer));
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    await choose(page, { 'en.json': json({ title: 'Hello' }) });
    await preview(page);
    await page.getByText(sentence).waitFor();
    await page.goto(`/projects/${id}/export`);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText(sentence).first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('export with the lowest state, tags, layout and revision that were chosen, and the same by curl', async () => {
    const { id } = await dashboard.givenProject(
      {},
      { en: { a: 'A', b: 'B', c: 'C' }, de: { a: 'A1', b: 'B1', c: 'C1' } },
    );
    const { keys } = (await dashboard.api.get(`projects/${id}/keys`)).body;
    await dashboard.api.put(`keys/${keys[0].id}`, { states: { de: 'reviewed' }, tags: ['app'] });
    await dashboard.api.put(`keys/${keys[1].id}`, { tags: ['app'] });
    const { revision } = (await dashboard.api.get(`projects/${id}`)).body.project;
    await dashboard.api.put(`keys/${keys[0].id}`, { translations: { de: 'A2' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/export`);
    await page.getByRole('combobox', { name: 'Languages' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Lowest state' }).click();
    await page.getByRole('option', { name: 'reviewed' }).click();
    await page.getByRole('combobox', { name: 'Tags' }).fill('app');
    await page.keyboard.press('Enter');
    await page.getByLabel('Revision').fill(String(revision));
    await page.getByRole('combobox', { name: 'Layout' }).click();
    await page.getByRole('option', { name: 'Canonical' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const stream = await (await started).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({ a: 'A1' });
    const curl = await page.getByTestId('curl').innerText();
    const [, path = ''] = /'http:\/\/[^/]+(\/[^']+)'/.exec(curl) ?? [];
    const query = new URL(path, dashboard.url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      minState: 'reviewed',
      tag: 'app',
      layout: 'canonical',
      revision: String(revision),
    });
    expect((await dashboard.api.get(path)).body).toEqual({ a: 'A1' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('show what a format loses of the texts of this project', async () => {
    const { id } = await dashboard.givenProject(
      {},
      {
        en: {
          files: '{count, plural, =0 {no file} one {# file} other {# files}}',
          folders: '{count, plural, =0 {no folder} one {# folder} other {# folders}}',
        },
      },
    );
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/export`);
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Android string resources' }).click();
    const path = `projects/${id}/export?format=android&language=en&details=true`;
    expect((await dashboard.api.get(path)).body).toMatchObject({ warningCount: 2 });
    await page.getByRole('button', { name: 'Show what is lost' }).click();
    await page.getByText('2 warnings', { exact: true }).waitFor();
    await context.close();
  });

  describe.each(WINDOWS)('in $colorScheme colours, $width pixels wide', ({ colorScheme, width }) => {
    it('have no violation of accessibility, and nothing beyond the edge of the window', async () => {
      const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome', same: 'Same' } });
      const { context, page, faults } = await dashboard.open({ colorScheme, width });
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        found.push(...(await dashboard.look(page, `${name}-${colorScheme}-${width}`)));
      };
      await signIn(page, dashboard.secret, `/projects/${id}/import`);
      await page.getByRole('button', { name: 'Choose files' }).waitFor();
      await look('import-empty');
      await choose(page, {
        'en.json': '{"title": "Welcome to the shop", "new": "New", "same": "Same", "twice": "1", "twice": "2"}',
        'ar.json': json({ title: 'أهلا' }),
        'broken.json': '{',
      });
      await look('import-chosen');
      await preview(page);
      await card(page, 'broken.json').getByText('The service refused this').waitFor();
      await look('import-refused');
      await page.getByRole('button', { name: 'Remove broken.json' }).click();
      await preview(page);
      await page.getByText('New texts: 1, changed: 0').first().waitFor();
      await look('import-plan');
      await page.goto(`/projects/${id}/export`);
      await page.getByRole('button', { name: 'Download' }).waitFor();
      await page.getByRole('button', { name: 'Show what is lost' }).click();
      await page.getByText('Nothing is lost.').waitFor();
      await look('export');
      expect(found).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    });
  });
});
