import type { Page, Request } from 'playwright-core';
import { cell, hasBrowser, untilQuiet, untilSaved } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the editor of the texts', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const panel = (page: Page) => page.getByRole('complementary', { name: 'About this text' });
  const section = (page: Page, id: string) => panel(page).locator(`[data-section="${id}"]`);
  const german = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} in German` });
  const stored = async (page: Page): Promise<void> => {
    await untilSaved(page);
    await page.getByText('not saved', { exact: true }).waitFor({ state: 'detached' });
  };
  const germanTexts = async (id: string) => (await dashboard.texts(id)).de;
  const notice = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text });
  /** Holds back what waits for it until it is opened. */
  const gate = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open: () => open(), opened };
  };
  /** Notes the requests to the API that a page sends from now on. */
  const noteRequests = (page: Page): string[] => {
    const sent: string[] = [];
    page.on('request', (request: Request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/g, '…')}`);
    });
    return sent;
  };

  describe('beside the grid', () => {
    it('shows all of the text in hand, and what changed in its source since it was written', async () => {
      const long = Array.from({ length: 60 }, (_, place) => `Sentence number ${place} for {name}.`).join(' ');
      const { id } = await dashboard.givenProject(
        { targetLanguages: ['de', 'fr'] },
        {
          en: { a: 'Apple', b: long, c: 'You have one apple', d: 'Date' },
          de: { c: 'Du hast einen Apfel' },
          fr: { c: 'Une pomme' },
        },
      );
      const key = await dashboard.keyOf(id, 'c');
      await dashboard.api.put(`keys/${key.id}`, {
        value: 'You have two apples',
        description: 'In the basket',
        tags: ['fruit'],
        maxLength: 30,
      });
      const { context, page, faults } = await dashboard.openKeys(id);
      await cell(page, 1, 2).click();
      const source = section(page, 'source').locator('.text');
      await source.getByText('Sentence number 59').waitFor();
      expect(await source.locator('.placeholder').count()).toBe(60);
      expect(await source.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThan(2);

      await cell(page, 2, 2).click();
      const change = page.getByTestId('source-change');
      await change.waitFor();
      expect(await change.locator('del').allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringContaining('one')]),
      );
      expect(await change.locator('ins').allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringContaining('two')]),
      );
      const about = section(page, 'about');
      expect(await about.innerText()).toContain('In the basket');
      expect(await about.innerText()).toContain('fruit');
      expect(await about.innerText()).toContain('19 of 30');
      await section(page, 'neighbours').getByText('Apple').first().waitFor();
      await section(page, 'neighbours').getByText('In the file').waitFor();
      await section(page, 'neighbours').getByText('By name').waitFor();
      await section(page, 'languages').getByText('Une pomme').waitFor();
      await section(page, 'history').getByRole('button').click();
      await section(page, 'history').locator('ins').getByText('Du hast einen Apfel').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    });

    it('remembers which parts are folded, and its width', async () => {
      const { id } = await dashboard.givenProject({}, { en: { a: 'One' } });
      const { context, page } = await dashboard.openKeys(id);
      await cell(page, 0, 2).click();
      await section(page, 'source').getByRole('button').click();
      await section(page, 'source').locator('.text').waitFor({ state: 'detached' });
      const edge = page.getByRole('separator', { name: 'Width of the panel' });
      const before = Number(await edge.getAttribute('aria-valuenow'));
      await edge.focus();
      await page.keyboard.press('ArrowLeft');
      await page.reload();
      await panel(page).waitFor();
      expect(Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 20);
      expect(await section(page, 'source').getByRole('button').getAttribute('aria-expanded')).toBe('false');
      await panel(page).getByRole('button', { name: 'Hide panel' }).click();
      await page.getByRole('button', { name: 'Show panel' }).click();
      await panel(page).waitFor();
      await context.close();
    });

    it.each(WINDOWS)('is accessible in a $colorScheme window of $width pixels, right to left too', async (window) => {
      const { id } = await dashboard.givenProject(
        {},
        { en: { a: 'Hello {name}, this is one text' }, ar: { a: 'مرحبا {name}' }, de: { a: 'Hallo {name}' } },
      );
      const key = await dashboard.keyOf(id, 'a');
      await dashboard.api.put(`keys/${key.id}`, { value: 'Hello {name}, this is another text', maxLength: 12 });
      const { context, page, faults } = await dashboard.openKeys(id, '?languages=ar', window);
      await cell(page, 0, 2).click();
      await page.getByTestId('source-change').waitFor();
      await section(page, 'neighbours').getByRole('listitem').first().waitFor();
      expect(await dashboard.look(page, `editor-panel-${window.width}`)).toEqual([]);
      await page.evaluate(`document.documentElement.dir = 'rtl'`);
      await cell(page, 0, 2).dblclick();
      await page.getByRole('textbox', { name: 'a in Arabic' }).waitFor();
      expect(await dashboard.look(page, `editor-panel-rtl-${window.width}`)).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    });
  });

  describe('by a slip', () => {
    it('loses nothing with Escape: the text is a draft, and goes on with Undo', async () => {
      const { id } = await dashboard.givenProject({}, { en: { a: 'One' }, de: { a: 'Eins' } });
      const { context, page, faults } = await dashboard.openKeys(id);
      await cell(page, 0, 2).dblclick();
      await german(page, 'a').fill('Nur eins');
      await page.keyboard.press('Escape');
      await cell(page, 0, 2).getByText('Nur eins').waitFor();
      await notice(page, 'kept as a draft').getByRole('button', { name: 'Undo' }).click();
      expect(await german(page, 'a').inputValue()).toBe('Nur eins');
      await page.keyboard.press('Control+Enter');
      await stored(page);
      expect(await germanTexts(id)).toEqual({ a: 'Nur eins' });
      expect(faults).toEqual([]);
      await context.close();
    });

    it('saves whatever is clicked, and the click does what it does, and can be undone', async () => {
      const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two', c: 'Three' } });
      const { context, page, faults } = await dashboard.openKeys(id);
      const search = page.getByLabel('Search in names and texts');
      const clicks: [string, () => Promise<void>][] = [
        ['a heading', () => page.getByRole('heading', { level: 1 }).click()],
        ['a field', () => search.click()],
        ['another cell', () => cell(page, 2, 1).click()],
      ];
      for (const [name, click] of clicks) {
        await cell(page, 0, 2).dblclick();
        await german(page, 'a').fill(`Eins, and ${name}`);
        await click();
        await german(page, 'a').waitFor({ state: 'detached' });
        await cell(page, 0, 2).getByText(`Eins, and ${name}`).waitFor();
        if (name === 'a field') expect(await search.evaluate((node) => node.matches(':focus'))).toBe(true);
        await stored(page);
        await notice(page, 'a: saved').last().waitFor();
        expect(await germanTexts(id)).toEqual({ a: `Eins, and ${name}` });
      }
      await page.locator(`[data-cell='2-1']:focus`).waitFor();
      await page.keyboard.press('Control+z');
      await cell(page, 0, 2).getByText('Eins, and a field').waitFor();
      expect(await germanTexts(id)).toEqual({ a: 'Eins, and a field' });

      await cell(page, 0, 2).dblclick();
      await german(page, 'a').fill('Eins, and a link');
      await cell(page, 1, 0).getByRole('link').click();
      await page.getByRole('heading', { name: 'b' }).waitFor();
      await page.goBack();
      await cell(page, 0, 2).getByText('Eins, and a link').waitFor();
      await stored(page);
      expect(await germanTexts(id)).toEqual({ a: 'Eins, and a link' });
      expect(faults).toEqual([]);
      await context.close();
    });

    it('goes on saving while other pages are opened, which show the text and do not offer it again', async () => {
      const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' } });
      const { context, page, faults } = await dashboard.openKeys(id);
      let answer = (): void => undefined;
      let answered = Promise.resolve();
      await page.route('**/api/v1/keys/*', async (route) => {
        if (route.request().method() === 'PUT') await answered;
        await route.continue();
      });
      const leaveBy = async (text: string, key: string): Promise<void> => {
        answered = new Promise((resolve) => (answer = resolve));
        await cell(page, 0, 2).dblclick();
        await german(page, 'a').fill(text);
        await page.getByRole('grid').getByRole('link', { name: key, exact: true }).click();
        await page.getByRole('heading', { level: 1, name: key, exact: true }).waitFor();
      };
      await leaveBy('Eins', 'b');
      await page.goBack();
      await cell(page, 0, 2).getByText('saving').waitFor();
      answer();
      await stored(page);
      expect(await germanTexts(id)).toEqual({ a: 'Eins' });

      await leaveBy('Eins mehr', 'a');
      const article = page.getByRole('article', { name: 'German' });
      await article.getByText('saving').waitFor();
      answer();
      await stored(page);
      await article.getByText('Eins mehr', { exact: true }).waitFor();
      expect(await germanTexts(id)).toEqual({ a: 'Eins mehr' });
      expect(faults).toEqual([]);
      await context.close();
    });

    it('shows a text that is saved while the list is read again, whose answer does not have it yet', async () => {
      const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' } });
      const { context, page } = await dashboard.openKeys(id);
      const [write, isRead, read] = [gate(), gate(), gate()];
      await page.route('**/api/v1/keys/*', async (route) => {
        if (route.request().method() === 'PUT') await write.opened;
        await route.continue();
      });
      await page.getByText('2 keys', { exact: true }).waitFor();
      await page.route('**/api/v1/projects/*/keys?*', async (route) => {
        const response = await route.fetch();
        isRead.open();
        await read.opened;
        await route.fulfill({ response });
      });
      await cell(page, 0, 2).dblclick();
      await german(page, 'a').fill('Eins');
      await page.getByRole('grid').getByRole('link', { name: 'b', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'b', exact: true }).waitFor();
      await page.goBack();
      await cell(page, 0, 2).getByText('saving').waitFor();
      await isRead.opened;
      write.open();
      await stored(page);
      read.open();
      await untilQuiet(page);
      await cell(page, 0, 2).dblclick();
      expect(await german(page, 'a').inputValue()).toBe('Eins');
      await german(page, 'a').fill('Eins mehr');
      await page.keyboard.press('Control+Enter');
      await stored(page);
      expect(await germanTexts(id)).toEqual({ a: 'Eins mehr' });
      await context.close();
    });

    it('says that a text is removed, and that it is not reviewed any more, with Undo', async () => {
      const { id } = await dashboard.givenProject({}, { en: { a: 'One', b: 'Two' }, de: { a: 'Eins', b: 'Zwei' } });
      const key = await dashboard.keyOf(id, 'b');
      await dashboard.api.put(`keys/${key.id}`, { states: { de: 'reviewed' } });
      const { context, page, faults } = await dashboard.openKeys(id);
      await cell(page, 0, 2).dblclick();
      await german(page, 'a').fill('');
      await cell(page, 1, 1).click();
      await notice(page, 'a: removed').getByRole('button', { name: 'Undo' }).click();
      await cell(page, 0, 2).getByText('Eins').waitFor();

      await cell(page, 1, 2).dblclick();
      await german(page, 'b').fill('Zwo');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await notice(page, 'no longer reviewed').getByRole('button', { name: 'Undo' }).click();
      await cell(page, 1, 2).getByText('Zwei').waitFor();
      const { translations, states } = (await dashboard.api.get(`keys/${key.id}`)).body.key;
      expect([translations.de, states.de]).toEqual(['Zwei', 'reviewed']);
      expect(await germanTexts(id)).toEqual({ a: 'Eins', b: 'Zwei' });
      expect(faults).toEqual([]);
      await context.close();
    });

    it('keeps a broken message as a draft', async () => {
      const { id } = await dashboard.givenProject({}, { en: { a: 'Hello {name}, {n, number} left' } });
      const key = await dashboard.keyOf(id, 'a');
      const { context, page } = await dashboard.openKeys(id);
      await cell(page, 0, 2).dblclick();
      await german(page, 'a').fill('Hallo {name}, noch {n, number');
      await page.getByText('It is saved as a draft').waitFor();
      await page.keyboard.press('Control+Enter');
      await stored(page);
      const { translations, states } = (await dashboard.api.get(`keys/${key.id}`)).body.key;
      expect([translations.de, states.de]).toEqual(['Hallo {name}, noch {n, number', 'draft']);
      await context.close();
    });
  });

  describe('in lists of work', () => {
    it('takes one keystroke and one request beside each untranslated text, and leads to the next list', async () => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const texts = Object.fromEntries(names.map((name) => [name, `Text ${name}`]));
      const { id } = await dashboard.givenProject({}, { en: texts, de: {} });
      const { context, page, faults } = await dashboard.openKeys(id, '?untranslated=de');
      await page.getByText('5 keys found').waitFor();
      // The panel reads where a person rests, which depends on how fast the machine is.
      await panel(page).getByRole('button', { name: 'Hide panel' }).click();
      await cell(page, 0, 2).dblclick();
      await german(page, 'a').waitFor();
      const sent = noteRequests(page);
      for (const [place, name] of names.entries()) {
        await german(page, name).waitFor();
        await page.keyboard.type(`Wort ${name}`);
        await page.keyboard.press('Control+Enter');
        if (place < 4) await page.getByText(`${4 - place} key${place === 3 ? '' : 's'} found`).waitFor();
      }
      await page.getByText('This list is done').waitFor();
      const saves = sent.filter((request) => request.startsWith('PUT'));
      expect(saves).toHaveLength(names.length);
      // While a person writes without a rest, nothing else is sent; the end of the list asks for the next one.
      expect(
        sent.slice(0, sent.lastIndexOf('PUT /api/v1/keys/…') + 1).filter((request) => !saves.includes(request)),
      ).toEqual([]);
      expect(Object.keys((await germanTexts(id)) ?? {})).toEqual(names);
      await page.getByRole('button', { name: 'Next list: Not reviewed (5)' }).click();
      await page.getByText('5 keys found').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    });

    it('stays where the person went while the next text was searched', async () => {
      const english = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${1000 + i}`, `Text ${i}`]));
      const translated = Object.fromEntries(
        Object.keys(english)
          .slice(1, 1_900)
          .map((name) => [name, 'Wort']),
      );
      const { id } = await dashboard.givenProject({}, { en: english, de: translated });
      const { context, page } = await dashboard.openKeys(id);
      await page.getByText('2,000 keys').waitFor();
      await cell(page, 0, 2).dblclick();
      await german(page, 'k1000').fill('Eins');
      let answer = (): void => undefined;
      const isAllowed = new Promise<void>((resolve) => (answer = resolve));
      // The next text is searched by the service.
      await page.route(/\/keys\?.*untranslated=de/, async (route) => {
        await isAllowed;
        await route.continue();
      });
      const searched = page.waitForRequest(/\/keys\?.*untranslated=de/);
      await page.keyboard.press('Control+Enter');
      await searched;
      await cell(page, 2, 2).dblclick();
      await german(page, 'k1002').fill('Drei');
      answer();
      await untilQuiet(page);
      expect(await german(page, 'k1002').inputValue()).toBe('Drei');
      await context.close();
    });

    it('takes one keystroke beside each outdated text, in the order of the list', async () => {
      const names = ['a', 'b', 'c', 'd'];
      const of = (text: string) => Object.fromEntries(names.map((name) => [name, `${text} ${name}`]));
      const { id } = await dashboard.givenProject({}, { en: of('Text'), de: of('Wort') });
      for (const name of ['a', 'c', 'd']) {
        const key = await dashboard.keyOf(id, name);
        await dashboard.api.put(`keys/${key.id}`, { value: `Other text ${name}` });
      }
      const { context, page } = await dashboard.openKeys(id, '?outdated=true');
      await page.getByText('3 keys found').waitFor();
      await cell(page, 0, 2).dblclick();
      await german(page, 'a').fill('Anderes Wort a');
      await page.keyboard.press('Control+Enter');
      await german(page, 'c').waitFor();
      // A text that still fits is confirmed.
      await page.keyboard.press('Control+Enter');
      await german(page, 'd').fill('Anderes Wort d');
      await page.keyboard.press('Control+Enter');
      await page.getByText('This list is done').waitFor();
      expect(await germanTexts(id)).toMatchObject({ a: 'Anderes Wort a', c: 'Wort c', d: 'Anderes Wort d' });
      expect((await dashboard.api.get(`projects/${id}/keys?outdated=true&total=true&limit=1`)).body.total).toBe(0);
      await context.close();
    });

    it('takes one keystroke and one request to review a text', async () => {
      const names = ['a', 'b', 'c'];
      const of = (text: string) => Object.fromEntries(names.map((name) => [name, `${text} ${name}`]));
      const { id } = await dashboard.givenProject({}, { en: of('Text'), de: of('Wort') });
      const { context, page } = await dashboard.openKeys(id, '?state=translated');
      await page.getByText('3 keys found').waitFor();
      await cell(page, 0, 2).click();
      const sent = noteRequests(page);
      for (const place of names.keys()) {
        await page.locator(`[data-cell='${place}-2']:focus`).waitFor();
        await page.keyboard.press('a');
      }
      await page.getByText('This list is done').waitFor();
      expect(sent.filter((request) => request.startsWith('PUT'))).toHaveLength(names.length);
      expect((await dashboard.api.get(`projects/${id}/keys?state=reviewed&language=de&total=true`)).body.total).toBe(3);
      await context.close();
    });

    it('finds its row again after the page of a key, which leads through the list', async () => {
      const texts = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`key${i + 100}`, `Text ${i + 100}`]));
      const { id } = await dashboard.givenProject({}, { en: texts });
      const { context, page, faults } = await dashboard.openKeys(id, '?search=text');
      await page.getByText('80 keys found').waitFor();
      await cell(page, 0, 0).click();
      await page.keyboard.press('End');
      await page.locator(`[data-cell='79-0']:focus`).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'key179' }).waitFor();
      await page.getByText('80 of 80').waitFor();
      await page.getByRole('link', { name: 'Previous key' }).click();
      await page.getByRole('heading', { name: 'key178' }).waitFor();
      await page.getByRole('link', { name: 'All keys' }).click();
      await page.locator(`[data-cell='78-0']:focus`).waitFor();
      expect(new URL(page.url()).searchParams.get('search')).toBe('text');
      expect(faults).toEqual([]);
      await context.close();
    });
  });
});
