import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/people';
import { cell, chooseText, hasBrowser } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('comments', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const section = (page: Page) => page.locator('[data-section="comments"]');
  const discussion = (page: Page, text: string) => section(page).locator('.discussion').filter({ hasText: text });

  it('are written, answered, resolved and deleted beside the text, and come from others at once', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save', b: 'Close' } });
    const [a, b] = [await dashboard.keyOf(id, 'a'), await dashboard.keyOf(id, 'b')];
    const { context, page, faults } = await dashboard.openKeys(id);
    await chooseText(page, 0, 2, ['a', 'German']);
    const write = section(page).getByRole('textbox', { name: 'Write a comment' });
    await write.fill('Is this a verb?');

    // What was typed stays while another text is looked at.
    await chooseText(page, 1, 2, ['b', 'German']);
    expect(await write.inputValue()).toBe('');
    await chooseText(page, 0, 2, ['a', 'German']);
    expect(await write.inputValue()).toBe('Is this a verb?');
    await write.press('Control+Enter');
    await discussion(page, 'Is this a verb?').waitFor();
    const { comments } = (await dashboard.api.get(`keys/${a.id}/comments`)).body;
    expect(comments).toEqual([expect.objectContaining({ text: 'Is this a verb?', language: 'de' })]);

    const [{ id: first }] = comments;
    await dashboard.api.post(`keys/${a.id}/comments`, { text: 'A noun', replyTo: first });
    await section(page).getByText('A noun').waitFor();
    await discussion(page, 'A noun').getByRole('button', { name: 'Reply' }).click();
    await section(page).getByRole('textbox', { name: 'Reply' }).fill('Thanks');
    await discussion(page, 'A noun').locator('form').getByRole('button', { name: 'Reply' }).click();
    await section(page).getByText('Thanks').waitFor();

    await discussion(page, 'A noun').getByRole('button', { name: 'Resolve' }).click();
    await section(page).getByText('No open comments.').waitFor();
    await section(page).getByRole('button', { name: 'Show 1 resolved discussion' }).click();
    await discussion(page, 'A noun').getByRole('button', { name: 'Open again' }).waitFor();

    await dashboard.api.post(`keys/${b.id}/comments`, { text: 'About b' });
    await page.getByRole('button', { name: 'Open comments' }).click();
    await page.getByText('1 key found').waitFor();
    await cell(page, 0, 2).click();
    const own = discussion(page, 'About b');
    await own.getByRole('button', { name: 'Delete comment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
    await own.waitFor({ state: 'detached' });
    expect((await dashboard.api.get(`keys/${b.id}/comments`)).body.comments).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('show a reply and an edit that were not sent to be copied when others have deleted the comment', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save', b: 'Close' } });
    const { id: keyId } = await dashboard.keyOf(id, 'a');
    for (const text of ['Changed', 'Answered']) await dashboard.api.post(`keys/${keyId}/comments`, { text });
    const { comments } = (await dashboard.api.get(`keys/${keyId}/comments`)).body as { comments: { id: string }[] };
    const { context, page, faults } = await dashboard.openKeys(id);
    await chooseText(page, 0, 2, ['a', 'German']);
    await discussion(page, 'Changed').getByRole('button', { name: 'Edit' }).click();
    await section(page).getByRole('textbox', { name: 'Edit' }).fill('Changed for long');
    await discussion(page, 'Answered').getByRole('button', { name: 'Reply' }).click();
    await section(page).getByRole('textbox', { name: 'Reply' }).fill('A long reply');
    for (const comment of comments) await dashboard.api.delete(`comments/${comment.id}`);
    const unsent = (text: string) => section(page).getByRole('alert').filter({ hasText: text });
    for (const isBack of [false, true]) {
      if (isBack) {
        await chooseText(page, 1, 2, ['b', 'German']);
        await unsent('A long reply').waitFor({ state: 'detached' });
        await chooseText(page, 0, 2, ['a', 'German']);
      }
      for (const text of ['Changed for long', 'A long reply']) await unsent(text).getByText('was deleted').waitFor();
    }
    for (const text of ['Changed for long', 'A long reply']) {
      await unsent(text).getByRole('button', { name: 'Discard' }).click();
      await unsent(text).waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keep what is typed while a comment is sent', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save' } });
    const { id: keyId } = await dashboard.keyOf(id, 'a');
    const { context, page, faults } = await dashboard.openKeys(id);
    await chooseText(page, 0, 2, ['a', 'German']);
    const write = section(page).getByRole('textbox', { name: 'Write a comment' });
    let answer = (): void => undefined;
    const isSent = new Promise<void>((sent) => {
      void page.route('**/comments', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        const answered = new Promise<void>((resolve) => (answer = resolve));
        sent();
        await answered;
        await route.continue();
      });
    });
    await write.fill('Is this a verb?');
    await write.press('Control+Enter');
    await isSent;
    await write.press('End');
    await page.keyboard.type(' Or a noun?');
    answer();
    await discussion(page, 'Is this a verb?').waitFor();
    await section(page).getByRole('button', { name: 'Comment', exact: true }).and(page.locator(':enabled')).waitFor();
    expect(await write.inputValue()).toBe('Or a noun?');
    const { comments } = (await dashboard.api.get(`keys/${keyId}/comments`)).body;
    expect(comments).toEqual([expect.objectContaining({ text: 'Is this a verb?' })]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(WINDOWS)('mention persons, whose inbox leads to them: $width pixels, $colorScheme', async (window) => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save' } });
    const key = await dashboard.keyOf(id, 'a');
    const name = `Ada ${window.width}`;
    const { link } = (
      await dashboard.api.post('invitations', { email: `ada-${window.width}@example.com`, role: 'translator' })
    ).body;
    const ada = await dashboard.open(window);
    await ada.page.goto(link);
    await ada.page.getByLabel('Name', { exact: true }).fill(name);
    await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ada.page.getByLabel('Password', { exact: true }).press('Enter');
    const bell = ada.page.getByRole('link', { name: 'Inbox' });
    await bell.waitFor();

    const { context, page, faults } = await dashboard.openKeys(id);
    await chooseText(page, 0, 2, ['a', 'German']);
    const write = section(page).getByRole('textbox', { name: 'Write a comment' });
    await write.pressSequentially('Ask @ad');
    // Persons are offered for a draft, too.
    await chooseText(page, 0, 1, ['a', 'English']);
    await chooseText(page, 0, 2, ['a', 'German']);
    await section(page)
      .getByRole('button', { name: `@${name}` })
      .click();
    expect(await write.inputValue()).toBe(`Ask @${name} `);
    await write.pressSequentially('please');
    await write.press('Control+Enter');
    await section(page).locator('.mention', { hasText: name }).waitFor();
    const [{ text, mentions }] = (await dashboard.api.get(`keys/${key.id}/comments`)).body.comments;
    expect(text).toBe(`Ask @[${mentions[0].id}] please`);
    await discussion(page, 'please').getByRole('button', { name: 'Edit' }).click();
    expect(await section(page).getByRole('textbox', { name: 'Edit' }).inputValue()).toBe(`Ask @${name} please`);
    expect(faults).toEqual([]);
    await context.close();

    await ada.page.goto(`${dashboard.url}/projects`);
    await ada.page.getByRole('link', { name: 'Inbox: 1 unread item' }).click();
    const item = ada.page.locator('.inbox-item');
    await item.getByText('please').waitFor();
    expect(await item.innerText()).toContain('mentions you');
    expect(await dashboard.look(ada.page, `comments-inbox-${window.width}`)).toEqual([]);
    await item.getByRole('link', { name: 'a' }).click();
    await ada.page.locator('#comments').getByText('please').waitFor();
    await ada.page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    expect(ada.faults).toEqual([]);
    await ada.context.close();
  });

  it.each(WINDOWS)('have nothing to object to: $width pixels, $colorScheme', async (window) => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save' } });
    const key = await dashboard.keyOf(id, 'a');
    const { comment } = (
      await dashboard.api.post(`keys/${key.id}/comments`, { text: 'Is this a verb?', language: 'de' })
    ).body;
    await dashboard.api.post(`keys/${key.id}/comments`, { text: 'Yes', replyTo: comment.id });
    const { context, page } = await dashboard.openKeys(id, '', window);
    await cell(page, 0, 2).click();
    await section(page).getByText('Is this a verb?').waitFor();
    await section(page).scrollIntoViewIfNeeded();
    expect(await dashboard.look(page, `comments-panel-${window.width}`)).toEqual([]);
    await page.goto(`${dashboard.url}/projects/${id}/keys/${key.id}`);
    await page.locator('#comments').getByText('Is this a verb?').waitFor();
    expect(await dashboard.look(page, `comments-key-${window.width}`)).toEqual([]);
    await context.close();
  });
});
