import type { Page } from 'playwright-core';
import { until } from '../support/receiver';
import { cell, hasBrowser, signIn, signInWithPassword, untilQuiet, untilSaved } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a translator who makes slips', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const editor = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} in German` });
  const saved = async (page: Page): Promise<void> => {
    await untilSaved(page);
    await page.getByText('not saved', { exact: true }).waitFor({ state: 'detached' });
  };
  const write = async (page: Page, row: number, name: string, text: string): Promise<void> => {
    await cell(page, row, 2).dblclick();
    await editor(page, name).fill(text);
  };
  const save = async (page: Page): Promise<void> => {
    const unsaved = page.getByRole('alert').filter({ hasText: '1 text is not saved' });
    await unsaved.getByRole('button', { name: 'Save', exact: true }).click();
    await unsaved.waitFor({ state: 'detached' });
    await saved(page);
  };
  /** Opens the keys in a new tab of the same browser. */
  const inNewTab = async (page: Page): Promise<Page> => {
    const next = await page.context().newPage();
    next.setDefaultTimeout(60_000);
    await next.goto(page.url());
    await cell(next, 0, 2).waitFor();
    return next;
  };

  const LISTS = [
    ['untranslated', (name: string) => `?languages=de&untranslated=de&search=${name}`],
    ['outdated', (name: string) => `?languages=de&outdated=true&search=${name}`],
    ['reviewed', (name: string) => `?languages=de&state=reviewed&search=${name}`],
  ] as const;

  it.each(LISTS)('loses no text in a list of texts that are %s', async (list, queryOf) => {
    const names = ['escape', 'click', 'empty', 'reload', 'tab', 'session', 'compose', 'conflict'];
    const sources = Object.fromEntries(names.map((name) => [name, `Text of ${name}`]));
    const former = list === 'untranslated' ? {} : Object.fromEntries(names.map((name) => [name, `Früher ${name}`]));
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: sources, de: former });
    for (const name of names) {
      const key = await dashboard.keyOf(id, name);
      if (list === 'outdated') await dashboard.api.put(`keys/${key.id}`, { value: `New text of ${name}` });
      if (list === 'reviewed') await dashboard.api.put(`keys/${key.id}`, { states: { de: 'reviewed' } });
    }
    const { context, page, faults } = await dashboard.openKeys(id, queryOf(''));
    const devtools = await context.newCDPSession(page);
    const lost: string[] = [];
    const typed: Record<string, string> = {};

    const walks: Record<string, (text: string, name: string) => Promise<void>> = {
      escape: async (text, name) => {
        await write(page, 0, name, text);
        await page.keyboard.press('Escape');
        await save(page);
      },
      click: async (text, name) => {
        await write(page, 0, name, text);
        await page.getByRole('heading', { level: 1 }).click();
        await saved(page);
      },
      empty: async (text, name) => {
        await write(page, 0, name, text);
        await editor(page, name).fill('');
        await page.getByRole('heading', { level: 1 }).click();
        await editor(page, name).waitFor({ state: 'detached' });
        await saved(page);
        const { translations } = (await dashboard.api.get(`keys/${(await dashboard.keyOf(id, name)).id}`)).body.key;
        // Undo offers a stored text again; the person emptied a text that was never stored.
        if (list === 'untranslated') {
          await write(page, 0, name, text);
          await page.keyboard.press('Control+Enter');
        } else {
          expect(translations.de).toBeUndefined();
          await page.getByRole('button', { name: 'Undo' }).last().click();
          typed[name] = `Früher ${name}`;
        }
        await saved(page);
      },
      reload: async (text, name) => {
        await write(page, 0, name, text);
        // The browser asks whether the page is to be left, and the person confirms it.
        page.removeAllListeners('dialog');
        page.once('dialog', (dialog) => void dialog.accept());
        await page.reload();
        await save(page);
      },
      tab: async (text, name) => {
        const tab = await inNewTab(page);
        await write(tab, 0, name, text);
        await tab.close();
        const next = await inNewTab(page);
        await save(next);
        await next.close();
      },
      session: async (text, name) => {
        await write(page, 0, name, text);
        await untilQuiet(page);
        await context.clearCookies();
        await page.keyboard.press('Control+Enter');
        await page.getByLabel('API key', { exact: true }).fill(dashboard.secret);
        await page.keyboard.press('Enter');
        await save(page);
      },
      compose: async (text, name) => {
        await cell(page, 0, 2).dblclick();
        await editor(page, name).fill('');
        await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
        for (const [key, modifiers] of [
          ['Escape', 0],
          ['Enter', 2],
        ] as const) {
          await devtools.send('Input.dispatchKeyEvent', {
            type: 'rawKeyDown',
            key,
            modifiers,
            windowsVirtualKeyCode: 229,
          });
        }
        await devtools.send('Input.insertText', { text });
        await page.keyboard.press('Control+Enter');
        await saved(page);
      },
      conflict: async (text, name) => {
        await write(page, 0, name, text);
        await untilQuiet(page);
        const key = await dashboard.keyOf(id, name);
        await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Von jemand anderem' } });
        await page.keyboard.press('Control+Enter');
        expect(await page.getByTestId('theirs').innerText()).toBe('Von jemand anderem');
        await page.getByRole('button', { name: 'Save my text' }).click();
        await page.getByTestId('theirs').waitFor({ state: 'detached' });
        await saved(page);
      },
    };
    for (const [name, walk] of Object.entries(walks)) {
      const text = `Neuer Text: ${name}`;
      typed[name] = text;
      await page.goto(`/projects/${id}/keys${queryOf(name)}`);
      await page.getByText('1 key found').waitFor();
      await walk(text, name);
      await untilQuiet(page);
      const stored = (await dashboard.texts(id)).de?.[name];
      if (stored !== typed[name]) lost.push(`${name}: ${stored}`);
    }
    expect(lost).toEqual([]);
    expect(
      await page.evaluate(
        'Object.keys(sessionStorage).concat(Object.keys(localStorage).filter((key) => key.startsWith("glossa.left")))',
      ),
    ).toEqual(['glossa.owner']);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('offers the text of a closed tab in its organization, after the same person was in another one', async () => {
    const { email, second } = await dashboard.givenMemberOfTwo();
    const body = { name: 'Kept', sourceLanguage: 'en', targetLanguages: ['de'] };
    const { id } = (await second.post('projects', body)).body.project;
    const query = 'format=json&language=en&filename=en.json';
    await second.send('POST', `projects/${id}/import?${query}`, { body: JSON.stringify({ a: 'One' }) });
    const { context, page, faults } = await dashboard.open();
    const organization = (tab: Page) => tab.getByRole('combobox', { name: 'Organization' });
    await page.goto('/projects');
    await signInWithPassword(page, email);
    await organization(page).selectOption('Second');
    await page.getByRole('link', { name: 'Kept' }).first().waitFor();
    await page.goto(`/projects/${id}/keys`);
    await cell(page, 0, 2).waitFor();
    const tab = await inNewTab(page);
    await write(tab, 0, 'a', 'Eins');
    await tab.close();
    await until(() => page.evaluate<boolean>('Object.keys(localStorage).some((key) => key.startsWith("glossa.left"))'));
    await context.clearCookies();
    await page.close();

    const next = await context.newPage();
    next.setDefaultTimeout(60_000);
    await next.goto('/projects');
    await signInWithPassword(next, email);
    await next.getByText('No projects yet').waitFor();
    await organization(next).selectOption('Second');
    await next.getByRole('link', { name: 'Kept' }).first().waitFor();
    await next.goto(`/projects/${id}/keys`);
    await save(next);
    await until(async () => (await second.get(`projects/${id}/translations`)).body.translations.de.a === 'Eins');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('offers no text of a closed tab to another person', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: { a: 'One' } });
    const { context, page } = await dashboard.openKeys(id);
    const tab = await inNewTab(page);
    await write(tab, 0, 'a', 'Geheim');
    await tab.close();
    const left = 'Object.entries(localStorage).filter(([key]) => key.startsWith("glossa.left")).length';
    // The browser tells each tab of what another one has stored.
    await until(() => page.evaluate<boolean>(`${left} === 1`));
    const { apiKey } = (await dashboard.api.post('organizations', { name: 'Others', plan: 'growth' })).body;
    await context.clearCookies();
    await page.close();
    const next = await context.newPage();
    await signIn(next, apiKey.secret);
    const taken = 'Object.keys(sessionStorage).filter((key) => key.startsWith("glossa.draft")).length';
    await until(() => next.evaluate<boolean>(`${left} + ${taken} === 0`));
    await context.close();
  });
});
