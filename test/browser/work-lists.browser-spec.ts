import { cell, hasBrowser, signIn, untilSaved } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a list of work', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const NAMES = ['a.in', 'b', 'c.in', 'd', 'e.in'];
  const LISTED = NAMES.filter((name) => name.endsWith('.in'));

  const LISTS = [
    ['of findings', 'check=any', { text: 'Wort ' }],
    ['of drafts', 'state=draft', { text: 'Wort', state: 'draft' }],
    ['of what needs work', 'needsWork=de', { text: 'Wort', state: 'draft' }],
    ['of a search', 'search=.in', { text: 'Wort' }],
  ] as const;

  it.each(LISTS)('%s leads from each of its texts to the next one, and no other', async (_, filter, listed) => {
    const of = (text: (name: string) => string) => Object.fromEntries(NAMES.map((name) => [name, text(name)]));
    const { id } = await dashboard.givenProject(
      { targetLanguages: ['de'] },
      { en: of((name) => `Text ${name}`), de: of((name) => (LISTED.includes(name) ? listed.text : 'Anderes')) },
    );
    for (const name of LISTED) {
      if (!('state' in listed)) continue;
      const key = await dashboard.keyOf(id, name);
      await dashboard.api.put(`keys/${key.id}`, { states: { de: listed.state } });
    }
    const { context, page, faults } = await dashboard.openKeys(id, `?languages=de&${filter}`);
    await page.getByText('3 keys found').waitFor();
    await cell(page, 0, 2).dblclick();
    for (const [place, name] of LISTED.entries()) {
      await page.getByRole('textbox', { name: `${name} in German` }).fill(`Neu ${name}`);
      await page.keyboard.press('Control+Enter');
      const left = LISTED.length - place - 1;
      // A search finds its keys whatever is done to them.
      if (left > 0 && !filter.startsWith('search'))
        await page.getByText(`${left} key${left === 1 ? '' : 's'} found`).waitFor();
    }
    if (!filter.startsWith('search')) await page.getByText('This list is done').waitFor();
    await untilSaved(page);
    const texts = (await dashboard.texts(id)).de;
    expect(texts).toEqual(of((name) => (LISTED.includes(name) ? `Neu ${name}` : 'Anderes')));
    expect(faults).toEqual([]);
    await context.close();
  });

  it('leads to the next list with its other filters, and counts with them', async () => {
    const names = ['shop.a', 'shop.b', 'other.c'];
    const of = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: of('Text'), de: of('Wort') });
    const draft = await dashboard.keyOf(id, 'shop.a');
    await dashboard.api.put(`keys/${draft.id}`, { states: { de: 'draft' } });
    const { context, page, faults } = await dashboard.openKeys(id, '?needsWork=de&namespace=shop');
    await cell(page, 0, 2).dblclick();
    await page.getByRole('textbox', { name: 'shop.a in German' }).fill('Neu');
    await page.keyboard.press('Control+Enter');
    await page.getByText('This list is done').waitFor();
    await page.getByRole('button', { name: 'Next list: Not reviewed (2)' }).click();
    await page.getByText('2 keys found').waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ namespace: 'shop', state: 'translated', languages: 'de' });
    expect(faults).toEqual([]);
    await context.close();
  });

  /** The service takes longer than two seconds for a change of many keys, and says how far it is. */
  const LASTING_CHANGE = `
    const real = window.fetch;
    window.fetch = async (input, init) => {
      if (!(input instanceof Request) || !input.url.endsWith('/bulk') || (await input.clone().json()).dryRun) return real(input, init);
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"progress":{"done":1000,"total":50000}}\\n'));
          input.signal.addEventListener('abort', () => controller.error(input.signal.reason));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
    };
  `;

  it('changes many keys, and stops with Enter, by the keyboard alone', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: { a: 'One', b: 'Two' } });
    const { context, page, faults } = await dashboard.open();
    await page.addInitScript(LASTING_CHANGE);
    await signIn(page, dashboard.secret, `/projects/${id}/keys`);
    const focused = (name: string | RegExp) => page.locator(':focus').and(page.getByRole('button', { name }));
    const goTo = async (name: string, key: 'Tab' | 'Shift+Tab') => {
      for (let steps = 0; (await focused(name).count()) === 0; steps++) {
        if (steps === 20) throw new Error(`${name} is not reached by ${key}`);
        await page.keyboard.press(key);
      }
    };
    await cell(page, 0, 1).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 keys selected').waitFor();
    await goTo('Texts', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').getByText('Copy the source text').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 keys are selected. 2 texts are written.').waitFor();
    await goTo('Copy the source text', 'Tab');
    await page.keyboard.press('Enter');
    await page.getByText('1,000 of 50,000 keys').waitFor();
    await focused('Stop').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Stopped. Nothing is changed.').waitFor();
    await page.locator('[data-cell="1-0"]:focus').waitFor();
    expect((await dashboard.texts(id)).de).toEqual({});
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows how far a change of many keys is, which can be stopped', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, { en: { a: 'One', b: 'Two' } });
    const { context, page, faults } = await dashboard.open();
    await page.addInitScript(LASTING_CHANGE);
    await signIn(page, dashboard.secret, `/projects/${id}/keys`);
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Texts' }).click();
    await page.getByRole('menuitem', { name: 'Copy the source text' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 keys are selected. 2 texts are written.').waitFor();
    await dialog.getByRole('button', { name: 'Copy the source text' }).click();
    await dialog.getByText('1,000 of 50,000 keys').waitFor();
    expect(await dashboard.look(page, 'keys-bulk-progress')).toEqual([]);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. Nothing is changed.').waitFor();
    expect((await dashboard.texts(id)).de).toEqual({});
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has its language offered before the variants of it', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: [] }, { en: { a: 'One' } });
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/settings`);
    await page.getByRole('combobox', { name: 'Target languages' }).fill('germ');
    await page.getByRole('option').first().waitFor();
    expect((await page.getByRole('option').allInnerTexts()).slice(0, 2)).toEqual([
      'German (de)',
      'Austrian German (de-AT)',
    ]);
    await context.close();
  });
});
