import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/people';
import { cell, hasBrowser } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('assignments', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const TEXTS = { en: { a: 'Save', b: 'Close', c: 'Open' }, de: { a: 'Speichern' } };

  /** Opens the window of a new member. */
  async function openMember(name: string, role: string, window: Parameters<StartedDashboard['open']>[0] = {}) {
    const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`;
    const { link } = (await dashboard.api.post('invitations', { email, role })).body;
    const opened = await dashboard.open(window);
    await opened.page.goto(link);
    await opened.page.getByLabel('Name', { exact: true }).fill(name);
    await opened.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await opened.page.getByLabel('Password', { exact: true }).press('Enter');
    await opened.page.getByRole('link', { name: 'Inbox' }).waitFor();
    return opened;
  }

  const memberIdOf = async (name: string): Promise<string> =>
    (await dashboard.api.get('members')).body.members.find(
      (each: { person: { name: string } }) => each.person.name === name,
    ).id;

  /** Fills the form of an assignment that is open, and sends it. */
  async function assign(page: Page, name: string, languages: readonly string[] = [], task?: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    if (task !== undefined) {
      await dialog.getByRole('combobox', { name: 'Task' }).click();
      await page.getByRole('option', { name: task }).click();
    }
    await dialog.getByRole('combobox', { name: 'Member' }).click();
    await page.getByRole('option', { name: new RegExp(`^${name} `) }).click();
    for (const language of languages) {
      await dialog.getByRole('combobox', { name: 'Languages' }).click();
      await page.getByRole('option', { name: language }).click();
      await dialog.getByText('in these languages').first().click();
    }
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  it('lead from a language to a translator, whose texts are then counted', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const lead = await openMember('Lena Lead', 'manager');
    const ada = await openMember('Ada Translator', 'translator');

    await lead.page.goto(`/projects/${id}`);
    await lead.page.getByText('Nobody is assigned yet').waitFor();
    await lead.page.getByRole('button', { name: 'Assign' }).click();
    await assign(lead.page, 'Ada Translator', ['German']);
    await rowOf(lead.page, 'Ada Translator').getByRole('link', { name: '2', exact: true }).waitFor();

    await ada.page.goto('/projects');
    await ada.page.getByRole('link', { name: 'Inbox: 1 unread item' }).click();
    const item = ada.page.locator('.inbox-item');
    await item.getByText('Lena Lead').waitFor();
    expect(await item.innerText()).toContain('assigns to you · German: all keys · Shop');
    await item.getByRole('link', { name: 'German: all keys' }).click();
    await ada.page.getByText('2 keys found').waitFor();
    for (const name of [/^Assigned to me/, 'Needs work'])
      expect(await ada.page.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');
    await ada.page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    await cell(ada.page, 0, 2).dblclick();
    await ada.page.getByRole('textbox', { name: 'b in German' }).fill('Schließen');
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText('1 key found').waitFor();
    expect((await dashboard.texts(id)).de).toEqual({ a: 'Speichern', b: 'Schließen' });

    await lead.page.reload();
    await rowOf(lead.page, 'Ada Translator').getByRole('link', { name: '1', exact: true }).click();
    await lead.page.getByText('1 key found').waitFor();
    const name = lead.page.locator('.chip', { hasText: 'Assigned to: Ada Translator' });
    await name.getByRole('button', { name: 'Remove the filter Assigned to' }).click();
    await name.waitFor({ state: 'detached' });
    expect([...lead.faults, ...ada.faults]).toEqual([]);
    await Promise.all([lead.context.close(), ada.context.close()]);
  });

  it('ask a reviewer for a review, whose list has exactly the texts that are translated and not reviewed', async () => {
    const { id } = await dashboard.givenProject(
      {},
      { en: { a: 'Save', b: 'Close', c: 'Open', d: 'Print' }, de: { a: 'Speichern', b: 'Schließen', c: 'Öffnen' } },
    );
    const [a, c] = [await dashboard.keyOf(id, 'a'), await dashboard.keyOf(id, 'c')];
    await dashboard.api.put(`keys/${c.id}`, { states: { de: 'reviewed' } });
    const lead = await openMember('Lisa Lead', 'manager');
    const rosa = await openMember('Rosa Reviewer', 'reviewer');
    const tom = await openMember('Tom Translator', 'translator');

    await lead.page.goto(`/projects/${id}`);
    await lead.page.getByRole('button', { name: 'Assign', exact: true }).click();
    const dialog = lead.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Member' }).click();
    await lead.page.getByRole('option', { name: /^Tom Translator / }).click();
    await dialog.getByRole('combobox', { name: 'Task' }).click();
    await lead.page.getByRole('option', { name: 'Review' }).click();
    // A member who may not review cannot be chosen for a review.
    expect(await dialog.getByRole('combobox', { name: 'Member' }).inputValue()).toBe('');
    await dialog.getByRole('combobox', { name: 'Member' }).click();
    await lead.page.getByRole('option', { name: /^Rosa Reviewer / }).waitFor();
    expect(await lead.page.getByRole('option', { name: /^Tom Translator / }).count()).toBe(0);
    await dialog.getByText('in these languages').first().click();
    await assign(lead.page, 'Rosa Reviewer', ['German'], 'Review');
    const row = rowOf(lead.page, 'Rosa Reviewer');
    await row.getByRole('cell', { name: 'Review', exact: true }).waitFor();
    await row.getByRole('link', { name: '2', exact: true }).waitFor();

    await rosa.page.goto('/projects');
    await rosa.page.getByRole('link', { name: 'Inbox: 1 unread item' }).click();
    const item = rosa.page.locator('.inbox-item');
    await item.getByText('Lisa Lead').waitFor();
    expect(await item.innerText()).toContain('asks you for a review · German: all keys · Shop');
    await item.getByRole('link', { name: 'German: all keys' }).click();
    await rosa.page.getByText('2 keys found').waitFor();
    const names = async () =>
      (await rosa.page.locator('.grid-row .key-name').allInnerTexts()).map((name) => name.trim());
    expect(await names()).toEqual(['a', 'b']);
    const chip = (text: string) => rosa.page.locator('.chip', { hasText: text });
    await chip('Task: Review').waitFor();
    await chip('Status: Translated').waitFor();
    await cell(rosa.page, 0, 2).click();
    await rosa.page.keyboard.press('a');
    await rosa.page.locator(`[data-cell='1-2']:focus`).waitFor();
    // The page goes on before the service has answered.
    await rosa.page.getByText('1 key found').waitFor();
    await rosa.page.reload();
    await rosa.page.getByText('1 key found').waitFor();
    expect(await names()).toEqual(['b']);
    expect((await dashboard.api.get(`keys/${a.id}`)).body.key.states.de).toBe('reviewed');

    await lead.page.reload();
    await row.getByRole('link', { name: '1', exact: true }).click();
    await lead.page.getByText('1 key found').waitFor();
    await cell(rosa.page, 0, 2).click();
    await rosa.page.keyboard.press('a');
    // A missing text is not to be reviewed.
    await rosa.page.getByText('Nothing is left to do in German.').waitFor();

    // The source language has no column, and its list has exactly its texts, too.
    const memberId = await memberIdOf('Rosa Reviewer');
    await dashboard.api.put(`keys/${c.id}`, { states: { en: 'reviewed' } });
    await dashboard.api.post(`projects/${id}/assignments`, { memberId, task: 'review', languages: ['en'] });
    await rosa.page.goto('/inbox');
    await rosa.page.getByText('You are asked for a review').waitFor();
    await rosa.page.getByRole('link', { name: 'English: all keys' }).click();
    await rosa.page.getByText('3 keys found').waitFor();
    expect(await names()).toEqual(['a', 'b', 'd']);
    expect([...lead.faults, ...rosa.faults, ...tom.faults]).toEqual([]);
    await Promise.all([lead.context.close(), rosa.context.close(), tom.context.close()]);
  });

  it('of selected keys are filtered by their translator, and end', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const ben = await openMember('Ben Translator', 'translator');
    const filter = ben.page.getByRole('button', { name: /^Assigned to me/ });
    const lead = await openMember('Lea Lead', 'manager');

    await lead.page.goto(`/projects/${id}/keys`);
    await lead.page.getByRole('checkbox', { name: 'Select b' }).click();
    await lead.page.getByRole('checkbox', { name: 'Select c' }).click();
    await lead.page.getByRole('region', { name: 'Selected keys' }).getByRole('button', { name: 'Assign' }).click();
    await assign(lead.page, 'Ben Translator');
    await lead.page.getByText('2 keys are assigned to Ben Translator.').waitFor();

    await ben.page.goto(`/projects/${id}/keys`);
    await ben.page.getByRole('button', { name: 'Assigned to me 2', exact: true }).click();
    await ben.page.getByText('2 keys found').waitFor();
    await filter.click();
    await ben.page.getByText('3 keys', { exact: true }).waitFor();

    await lead.page.goto(`/projects/${id}`);
    await rowOf(lead.page, 'Ben Translator')
      .getByRole('button', { name: 'End the assignment of Ben Translator: German, Translation' })
      .click();
    await lead.page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await lead.page.getByText('Nobody is assigned yet').waitFor();
    await ben.page.goto(`/projects/${id}/keys`);
    await ben.page.getByText('3 keys', { exact: true }).waitFor();
    await ben.page.getByRole('button', { name: 'Open comments' }).waitFor();
    await filter.waitFor({ state: 'detached' });
    expect([...lead.faults, ...ben.faults]).toEqual([]);
    await Promise.all([lead.context.close(), ben.context.close()]);
  });

  it('of all keys that a filter finds are of exactly these', async () => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const translator = await openMember('Cem Translator', 'translator');
    const { context, page, faults } = await dashboard.openKeys(id, '?untranslated=de');
    await page.getByText('2 keys found').waitFor();
    await page.getByRole('checkbox', { name: 'Select all keys' }).click();
    await page.getByRole('region', { name: 'Selected keys' }).getByRole('button', { name: 'Assign' }).click();
    await assign(page, 'Cem Translator');
    await page.getByText('2 keys are assigned to Cem Translator.').waitFor();
    const memberId = await memberIdOf('Cem Translator');
    const { keys } = (await dashboard.api.get(`projects/${id}/keys?assignee=${memberId}&language=de`)).body;
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['b', 'c']);
    // An API key is no person, to whom keys could be assigned.
    expect(await page.getByRole('button', { name: /^Assigned to me/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await Promise.all([context.close(), translator.context.close()]);
  });

  it.each(WINDOWS)('have nothing to object to: $width pixels, $colorScheme', async (window) => {
    const { id } = await dashboard.givenProject({}, TEXTS);
    const name = `Dora Translator ${window.width}`;
    const { context, page, faults } = await openMember(name, 'manager', window);
    const memberId = await memberIdOf(name);
    const b = await dashboard.keyOf(id, 'b');
    await dashboard.api.post(`projects/${id}/assignments`, { memberId, languages: ['de'] });
    await dashboard.api.post(`projects/${id}/assignments`, {
      memberId,
      task: 'review',
      languages: ['ar'],
      keyIds: [b.id],
    });

    await page.goto('/inbox');
    await page.locator('.inbox-item').nth(1).waitFor();
    const found = await dashboard.look(page, `assignments-inbox-${window.width}`);
    await page.goto(`/projects/${id}`);
    await rowOf(page, name).nth(1).waitFor();
    found.push(...(await dashboard.look(page, `assignments-project-${window.width}`)));
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('combobox', { name: 'Member' }).waitFor();
    found.push(...(await dashboard.look(page, `assignments-form-${window.width}`)));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `End the assignment of ${name}: Arabic, Review` }).click();
    await page.getByRole('dialog').getByText('Texts stay as they are').waitFor();
    found.push(...(await dashboard.look(page, `assignments-end-${window.width}`)));
    await page.goto(`/projects/${id}/keys?assignee=me&needsWork=de`);
    await page.getByText('2 keys found').waitFor();
    await page.getByRole('checkbox', { name: 'Select b' }).click();
    await page.getByRole('region', { name: 'Selected keys' }).waitFor();
    found.push(...(await dashboard.look(page, `assignments-keys-${window.width}`)));
    expect([...found, ...faults]).toEqual([]);
    await context.close();
  });
});
