import type { Page } from 'playwright-core';
import { until } from '../support/receiver';
import { cell, chooseApiKey, hasBrowser, signIn, untilQuiet } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the pages of a project', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const TEXTS = { en: { 'cart.a': 'One', 'cart.b': 'Two words', 'home.c': 'Three' }, de: { 'cart.a': 'Eins' } };

  it('show the numbers of a project as links to the keys that they count', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page, faults } = await dashboard.openKeys(id);
    await page.goto(`/projects/${id}`);
    const german = page.getByRole('row', { name: /^German/ });
    await german.getByRole('link', { name: '2', exact: true }).click();
    await page.getByText('2 keys found').waitFor();
    expect(new URL(page.url()).search).toBe('?languages=de&untranslated=de');
    await page.goto(`/projects/${id}`);
    await page.getByRole('row', { name: /^cart/ }).getByRole('link', { name: '1', exact: true }).click();
    await page.getByText('1 key found').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('count the failing checks of each language and namespace, as links to the keys that have them', async () => {
    const en = { 'cart.a': 'One', 'cart.b': 'Two', 'home.c': 'Three' };
    const { id } = await dashboard.givenProject({}, { en, de: { 'cart.a': 'Eins ', 'cart.b': 'Zwei' } });
    const { context, page, faults } = await dashboard.openKeys(id);
    for (const [row, filters] of [
      [/^German/, '?languages=de&check=any'],
      [/^cart/, '?namespace=cart&languages=de,ar&check=any'],
    ] as const) {
      await page.goto(`/projects/${id}`);
      await page.getByRole('row', { name: row }).locator('a[href*="check=any"]').click();
      await page.getByText('1 key found').waitFor();
      expect(new URL(page.url()).search).toBe(filters);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('show what has changed since the person was last there', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.openKeys(id);
    await page.goto(`/projects/${id}`);
    await page.getByRole('heading', { name: 'Latest changes' }).waitFor();
    const key = await dashboard.keyOf(id, 'home.c');
    await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Drei' } });
    await page.goto(`/projects/${id}`);
    await page.getByRole('heading', { name: 'Since you were last here' }).waitFor();
    await page.getByRole('link', { name: 'Key changed' }).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Import' }).count()).toBe(0);
    await context.close();
  });

  it.each(WINDOWS)(
    'list the namespaces right below the languages, beside a long list of changes: %o',
    async (window) => {
      const { id } = await dashboard.givenProject({}, TEXTS);
      for (let file = 0; file < 8; file++)
        await dashboard.api.send('POST', `projects/${id}/import?format=json&language=ar&filename=${file}.json`, {
          body: JSON.stringify({ 'cart.a': `Text ${file}` }),
        });
      const { context, page } = await dashboard.openKeys(id, '', window);
      await page.goto(`/projects/${id}`);
      await page.getByText('7.json').waitFor();
      await untilQuiet(page);
      const boxOf = (name: string) =>
        page
          .locator('section')
          .filter({ has: page.getByRole('heading', { name }) })
          .boundingBox();
      const [assigned, changes, namespaces] = [
        await boxOf('Assigned'),
        await boxOf('Latest changes'),
        await boxOf('Namespaces'),
      ];
      // Beside the languages, the changes scroll.
      const above = window.width < 1_000 ? changes : assigned;
      expect((namespaces?.y ?? NaN) - (above?.y ?? NaN) - (above?.height ?? NaN)).toBeLessThan(60);
      expect(await dashboard.look(page, `project-changes-${window.width}`)).toEqual([]);
      await context.close();
    },
  );

  it('offer the first import of an empty project, and keep chosen files while other pages are looked at', async () => {
    const { id } = await dashboard.givenProject({ name: "It's a shop" });
    const { context, page, faults } = await dashboard.openKeys(id);
    await page.goto(`/projects/${id}`);
    await page.getByText(String.raw`glossa init --yes --name 'It'\''s a shop'`).waitFor();
    expect(await dashboard.look(page, 'project-empty')).toEqual([]);
    await page.getByRole('link', { name: 'Choose files' }).click();
    const buffer = Buffer.from(JSON.stringify({ hello: 'Hallo' }));
    await page.locator('input[type=file]').setInputFiles({ name: 'it.json', mimeType: 'application/json', buffer });
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByText('What solves this: “Add languages that the project does not have”.').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('No changes yet').waitFor();
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByRole('article', { name: 'it.json' }).waitFor();
    await page.getByRole('switch', { name: 'Add languages that the project does not have' }).click({ force: true });
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'See the change, or undo it' }).click();
    await page.getByText('it.json').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  const linkToKeys = (page: Page) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keys', exact: true });

  it('have room for names of the greatest length', async () => {
    const name = 'A long name '.repeat(17).slice(0, 199);
    const { id } = await dashboard.givenProject({ name });
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}`);
    await page.getByText('glossa init').waitFor();
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await dashboard.api.post(`projects/${id}/keys`, { name: 'k'.repeat(250), translations: { en: 'One' } });
    await page.goto(`/projects/${id}/keys`);
    const box = await cell(page, 0, 0).boundingBox();
    expect(box?.height).toBeLessThan(200);
    await context.close();
  });

  it('keep the filters of the keys while another page is looked at', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.openKeys(id, '?namespace=cart');
    await page.getByText('2 keys found').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History', exact: true }).waitFor();
    await linkToKeys(page).click();
    await page.getByText('2 keys found').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Namespace' }).click();
    await page.getByText('3 keys', { exact: true }).waitFor();
    await context.close();
  });

  it('keep the filters of the keys when the person goes back before another page is loaded', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.openKeys(id, '?namespace=cart');
    await page.getByText('2 keys found').waitFor();
    await page.route('**/assets/**', () => undefined);
    await page.getByRole('link', { name: 'History' }).click();
    await page.waitForURL('**/history');
    await linkToKeys(page).click();
    await page.waitForURL('**/keys?namespace=cart');
    await page.getByText('2 keys found').waitFor();
    await context.close();
  });

  it('keep a view under its name, and the density', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.openKeys(id, '?untranslated=de');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save this view as').fill('To do');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.goto(`/projects/${id}/keys`);
    await page.getByText('3 keys', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'To do' }).click();
    await page.getByText('2 keys found').waitFor();
    const height = async () => (await cell(page, 0, 0).boundingBox())?.height ?? 0;
    const before = await height();
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByText('Compact').click();
    await until(async () => (await height()) < before);
    await context.close();
  });

  it('are skipped to the first text, and explain the keys that work', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const apiKey = { name: 'reader', scopes: ['projects:read', 'translations:read'] };
    const { secret } = (await dashboard.api.post('api-keys', apiKey)).body.apiKey;
    const { context, page, faults } = await dashboard.open();
    const refused: string[] = [];
    await signIn(page, secret, `/projects/${id}/keys`);
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    for (const path of ['', '/history', '/export', '/releases', '/settings', '/keys']) {
      await page.goto(`/projects/${id}${path}`);
      await untilQuiet(page);
    }
    expect(refused).toEqual([]);
    for (const name of ['API keys', 'Import', 'Webhooks']) {
      expect(await page.getByRole('link', { name }).count()).toBe(0);
    }
    await cell(page, 0, 0).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await cell(page, 0, 0).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Select the key').waitFor();
    expect(await page.getByRole('dialog').getByText('Rename the key').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('have labels that fit, in German too', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two {n}' }, de: { a: 'Eins', b: 'Zwei' } });
    const { context, page } = await dashboard.open({ locale: 'de-DE' });
    await page.goto(`/projects/${id}/keys?check=any&languages=de,ar`);
    await chooseApiKey(page);
    await page.getByLabel('API-Schlüssel', { exact: true }).fill(dashboard.secret);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    /** Returns what is wider than its place. */
    const cut = (selector: string): Promise<string[]> =>
      page
        .locator(selector)
        .evaluateAll((elements) =>
          elements
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent ?? ''),
        );
    await cell(page, 0, 2).click();
    await page.keyboard.press('Enter');
    await page.getByText('Geprüft', { exact: true }).waitFor();
    expect(await cut('nav, nav *, [role=radiogroup], .chip')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await cut('.help-keys dt')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await cut('header, .breadcrumb, .breadcrumb li')).toEqual([]);
    await context.close();
  });

  it('give the focus back where it was when a dialog is closed', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One' } });
    await dashboard.api.post('glossary', { term: 'focus' });
    const { context, page } = await dashboard.openKeys(id);
    const dialog = page.getByRole('dialog');
    const replace = page.getByRole('button', { name: 'Replace…' });
    await replace.press('Enter');
    await dialog.getByLabel('Search for').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await replace.and(page.locator(':focus')).waitFor();
    // The key that opens the help is pressed again in the open dialog.
    await replace.press('?');
    await dialog.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).press('?');
    await page.keyboard.press('Escape');
    await replace.and(page.locator(':focus')).waitFor();
    // From a dialog that stays open, the focus comes back into it.
    await replace.press('Enter');
    const close = page.getByRole('dialog', { name: 'Replace' }).getByRole('button', { name: 'Close' });
    await close.press('?');
    const help = page.getByRole('dialog').filter({ hasText: 'Ctrl+Z' });
    await help.getByRole('button', { name: 'Close' }).click();
    await help.waitFor({ state: 'detached' });
    await close.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await replace.and(page.locator(':focus')).waitFor();

    await page.goto('/glossary');
    const actions = page.getByRole('button', { name: 'Actions for focus' });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Change the term' }).press('Enter');
    await dialog.getByLabel('Term', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await actions.and(page.locator(':focus')).waitFor();
    await context.close();
  });

  it('show the number of a filter beside its name until the list has it', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' }, de: { a: 'Eins' } });
    const { context, page } = await dashboard.openKeys(id, '?languages=de');
    await page.getByRole('button', { name: 'Untranslated 1', exact: true }).click();
    await page.getByText('1 key found').waitFor();
    await page.getByRole('button', { name: 'Untranslated', exact: true }).waitFor();
    await context.close();
  });

  it('say that there is no page at an address', async () => {
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret, '/settings');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await dashboard.look(page, 'missing')).toEqual([]);
    await context.close();
  });

  it('ask about texts that are not saved before signing out', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.openKeys(id);
    await cell(page, 1, 2).dblclick();
    await page.getByRole('textbox', { name: 'cart.b in German' }).fill('Zwei');
    await until(() =>
      page.evaluate<boolean>('Object.keys(sessionStorage).some((key) => key.startsWith("glossa.draft/"))'),
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('It is lost when you sign out').waitFor();
    await page.getByRole('button', { name: 'Sign out anyway' }).click();
    await page.getByLabel('Password').first().waitFor();
    await context.close();
  });

  it('have fields of at least 16 pixels on a phone, where Safari would zoom into smaller ones', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.openKeys(id, '', { width: 390 });
    await cell(page, 0, 2).dblclick();
    await page.getByRole('textbox', { name: 'cart.a in German' }).waitFor();
    const sizes = await page.evaluate<number[]>(
      `[...document.querySelectorAll('input:not([type=checkbox]):not([type=radio]), textarea, select')]
         .map((field) => parseFloat(getComputedStyle(field).fontSize))`,
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
    await context.close();
  });

  it('show all of a table with actions on a phone, without a move sideways', async () => {
    const { context, page } = await dashboard.open({ width: 390 });
    await signIn(page, dashboard.secret, '/settings/api-keys');
    await page.getByRole('table').waitFor();
    const beyond = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main *')].filter((element) =>
         element.getBoundingClientRect().right > innerWidth || (element.clientWidth > 1 && element.scrollWidth > element.clientWidth)
       ).map(({ outerHTML }) => outerHTML.slice(0, 100))`,
    );
    expect(beyond).toEqual([]);
    await page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await dashboard.look(page, 'api-keys-phone')).toEqual([]);
    await context.close();
  });

  it('move nothing for those who want no motion', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.openKeys(id);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    const moving = await page.evaluate<string[]>(
      `[...document.querySelectorAll('*')].filter((element) => {
         const { animationName, transitionDuration, transitionProperty } = getComputedStyle(element);
         return animationName !== 'none' || (transitionProperty !== 'none' && parseFloat(transitionDuration) > 0);
       }).map(({ outerHTML }) => outerHTML.slice(0, 100))`,
    );
    expect(moving).toEqual([]);
    await context.close();
  });

  it.each(WINDOWS)('are accessible and do not shift ($colorScheme, $width pixels)', async (window) => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const { context, page } = await dashboard.open(window);
    await page.addInitScript(
      `window.shifts = [];
       const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
       new PerformanceObserver((list) => {
         for (const { value, sources, hadRecentInput } of list.getEntries())
           if (!hadRecentInput)
             window.shifts.push({ value, moved: sources.map(({ node, previousRect, currentRect }) =>
               (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80) + ': ' + place(previousRect) + ' to ' + place(currentRect)) });
       }).observe({ type: 'layout-shift', buffered: true });`,
    );
    await signIn(page, dashboard.secret, `/projects/${id}/keys`);
    for (const [path, name] of [
      ['', 'project'],
      ['/keys?languages=de,ar', 'keys-look'],
    ]) {
      await page.goto(`/projects/${id}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await untilQuiet(page);
      expect(await dashboard.look(page, `${name}-${window.width}`)).toEqual([]);
      const shifts = await page.evaluate<{ value: number; moved: string[] }[]>('window.shifts');
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect({ name, shifts: total > 0.1 ? shifts : [] }).toEqual({ name, shifts: [] });
    }
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    expect(await dashboard.look(page, `filter-${window.width}`)).toEqual([]);
    await context.close();
  });
});
