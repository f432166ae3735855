import type { Page, Request, Route } from 'playwright-core';
import { PASSWORD, tokenOf } from '../support/people';
import { Receiver, until } from '../support/receiver';
import { hasBrowser, hold, readLate, signIn, watchFor } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the settings of the dashboard', () => {
  let dashboard: StartedDashboard;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    dashboard = await StartedDashboard.start({ WEBHOOK_PRIVATE_ADDRESSES: 'true' });
  });
  afterAll(async () => {
    await dashboard.close();
    await receiver.close();
  });

  const createWebhook = async (page: Page, url: string): Promise<string> => {
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(url);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByTestId('secret').waitFor({ state: 'detached' });
    return secret;
  };

  it('create a webhook with its secret, test it, see what became of it and send it again', async () => {
    const { id } = await dashboard.givenProject();
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/webhooks`);
    await page.getByText('No webhooks yet').waitFor();
    const url = `${receiver.url}/settings`;
    const secret = await createWebhook(page, url);
    expect(await page.content()).not.toContain(secret);

    const isOurs = ({ path }: { path: string }): boolean => path.endsWith('/settings');
    receiver.answerWith(500);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('the answer was not 2xx · 500').waitFor();
    receiver.answerWith(204);
    await page.getByRole('button', { name: 'Send again: webhook.test' }).click();
    await page.getByText('delivered', { exact: true }).waitFor();
    const [first, again] = await receiver.received(2, isOurs);
    if (!first || !again) throw new Error('two messages were awaited');
    expect(Receiver.verify(first, secret)).toMatchObject({ type: 'webhook.test' });
    expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);

    await page.getByRole('button', { name: `Actions for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
    const rotated = await page.getByTestId('secret').innerText();
    expect(rotated).not.toBe(secret);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await dashboard.api.post(`projects/${id}/keys`, { name: 'a', value: 'A' });
    const message = (await receiver.received(3, isOurs)).at(-1);
    if (!message) throw new Error('a third message was awaited');
    expect(Receiver.verify(message, rotated)).toMatchObject({ type: 'project.changed' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('pause a webhook, resume it, change its address and delete it', async () => {
    const { id } = await dashboard.givenProject();
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/webhooks`);
    await createWebhook(page, `${receiver.url}/paused`);
    const webhook = async () => (await dashboard.api.get(`projects/${id}/webhooks`)).body.webhooks[0];
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Paused by request.').waitFor();
    expect(await webhook()).toMatchObject({ paused: true });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    expect(await webhook()).toMatchObject({ paused: false });

    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Change webhook' }).click();
    await page.getByRole('dialog').getByLabel('URL').fill('ftp://example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be an absolute URL that begins with https:// or http://').waitFor();
    expect(await page.getByRole('dialog').getByLabel('URL').inputValue()).toBe('ftp://example.com');
    await page.getByRole('dialog').getByLabel('URL').fill(`${receiver.url}/moved`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `${receiver.url}/moved` }).waitFor();

    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete webhook' }).click();
    await readLate(page, /\/webhooks/);
    const deleted = await watchFor(page, 'The webhook is deleted.');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    expect(await deleted()).toContain('No webhooks yet');
    expect(await webhook()).toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('show the plan, and how much of its limit is used', async () => {
    const { organization, apiKey } = (
      await dashboard.api.post('organizations', { name: 'Small shop', plan: 'starter' })
    ).body;
    const { context, page } = await dashboard.open();
    await signIn(page, apiKey.secret, '/settings/plan');
    const used = async (): Promise<number> => {
      const text = await page.getByTestId('usage').innerText();
      expect(text).toMatch(/^\d+ of 500 requests of this minute$/);
      return Number.parseInt(text, 10);
    };
    await page.getByText(organization.name).nth(1).waitFor();
    const before = await used();
    const tenant = dashboard.api.as(apiKey.secret);
    for (let times = 0; times < 20; times++) await tenant.get('me');
    // A new window of the limit can have begun in between.
    await until(async () => {
      await page.reload();
      await page.getByTestId('usage').waitFor();
      const now = await used();
      return now >= before + 20 || now < before;
    });
    await context.close();
  });

  it('let the operator create an organization with its first API key and the link of its owner, change its plan and delete it', async () => {
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret);
    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Acme');
    await page.getByRole('dialog').getByRole('button', { name: 'Create organization' }).click();
    const secret = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByTestId('secret').filter({ hasText: '/welcome#' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    const tenant = dashboard.api.as(secret);
    expect((await tenant.get('me')).body.organization).toMatchObject({ name: 'Acme', plan: 'free', rateLimit: 100 });

    const act = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Acme' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act('Change organization');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Enterprise' }).click();
    await page.getByRole('dialog').getByLabel('Requests per minute').fill('7500');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '7,500' }).waitFor();
    expect((await tenant.get('me')).body.organization).toMatchObject({ plan: 'enterprise', rateLimit: 7_500 });

    await act('Create API key');
    await page.getByRole('dialog').getByLabel('Name').fill('Build');
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
    const second = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    expect((await dashboard.api.as(second).get('me')).body).toMatchObject({
      organization: { name: 'Acme' },
      apiKey: { name: 'Build' },
    });

    await act('Delete organization');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete organization' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('textbox').fill('Acme');
    await confirm.click();
    await page.getByText('The organization Acme is deleted.').waitFor();
    expect((await tenant.get('me')).status).toBe(401);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('of a project leave what others have changed meanwhile', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/settings`);
    await page.getByLabel('Name').fill('Renamed');
    await page.getByRole('combobox', { name: 'Target languages' }).fill('pt-BR');
    await page.getByRole('option', { name: /\(pt-BR\)/ }).click();
    await page.keyboard.press('Escape');
    await dashboard.api.patch(`projects/${id}`, {
      addLanguages: ['fr'],
      styleNote: 'Be brief.',
      protectReviewed: true,
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The project is saved.').waitFor();
    expect((await dashboard.api.get(`projects/${id}`)).body.project).toMatchObject({
      ...{ name: 'Renamed', targetLanguages: ['de', 'fr', 'pt-BR'] },
      ...{ styleNote: 'Be brief.', protectReviewed: true },
    });
    expect(await page.getByLabel('Style note').inputValue()).toBe('Be brief.');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('of a project show what somebody else has written into the same field, before they overwrite it', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/settings`);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const note = page.getByLabel('Style note');
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed this project' });
    const detailsOf = async () => (await dashboard.api.get(`projects/${id}`)).body.project;
    await note.fill('Be kind.');
    await page.getByLabel('Name').fill('Renamed');
    await dashboard.api.patch(`projects/${id}`, { styleNote: 'Be formal.' });
    await page.setViewportSize({ width: 390, height: 700 });
    await save.click();
    await alert.getByText('Theirs: Be formal.').waitFor();
    await alert.getByText('Yours: Be kind.').waitFor();
    await until(async () => {
      const { y, height } = (await alert.boundingBox()) ?? { y: -1, height: 0 };
      return y >= 0 && y + height <= 700;
    });
    // Nothing that is pressed by habit overwrites what somebody else has written.
    expect(await save.count()).toBe(0);
    await page.getByLabel('Name').press('Enter');
    await alert.getByText('Theirs: Be formal.').waitFor();
    expect(await detailsOf()).toMatchObject({ name: 'Shop', styleNote: 'Be formal.' });
    await alert.getByRole('button', { name: 'Save mine' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.getByText('The project is saved.').waitFor();
    expect(await detailsOf()).toMatchObject({ name: 'Renamed', styleNote: 'Be kind.' });

    await note.fill('Be quick.');
    await dashboard.api.patch(`projects/${id}`, { styleNote: 'Be slow.' });
    await save.click();
    await alert.getByRole('button', { name: 'Keep theirs' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(await note.inputValue()).toBe('Be slow.');
    expect(await save.isDisabled()).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('of a project keep what is typed and chosen while a save is under way', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/settings`);
    const isSaving = (request: Request): boolean => request.method() === 'PATCH';
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const languages = page.getByRole('combobox', { name: 'Target languages' });
    await page.getByLabel('Style note').fill('Be kind.');
    await languages.fill('pt-BR');
    await page.getByRole('option', { name: /\(pt-BR\)/ }).click();
    await page.keyboard.press('Escape');
    const answer = await hold(page, `**/api/v1/projects/${id}`, isSaving);
    const sent = page.waitForRequest(isSaving);
    await save.click();
    await sent;
    await page.getByLabel('Style note').fill('Be kind and brief.');
    await page.getByLabel('Name').fill('Renamed');
    await languages.press('Backspace');
    await page.keyboard.press('Escape');
    answer();
    await page.getByText('The project is saved.').waitFor();
    const saved = (await dashboard.api.get(`projects/${id}`)).body.project;
    expect(saved).toMatchObject({ name: 'Shop', styleNote: 'Be kind.', targetLanguages: ['de', 'pt-BR'] });
    const again = page.waitForResponse((response) => isSaving(response.request()));
    await save.click();
    expect((await again).status()).toBe(200);
    expect((await dashboard.api.get(`projects/${id}`)).body.project).toMatchObject({
      ...{ name: 'Renamed', styleNote: 'Be kind and brief.', targetLanguages: ['de'] },
    });
    await save.and(page.locator(':disabled:not([data-loading])')).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('of a project show no conflict where a person edits what somebody else has changed before', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] });
    const { context, page, faults } = await dashboard.open();
    await page.clock.install();
    await signIn(page, dashboard.secret, `/projects/${id}/settings`);
    await page.getByLabel('Style note').fill('Be kind.');
    await dashboard.api.patch(`projects/${id}`, { name: 'Theirs' });
    await page.clock.fastForward('10:00');
    await page.evaluate("void window.dispatchEvent(new Event('visibilitychange'))");
    await until(async () => (await page.getByLabel('Name').inputValue()) === 'Theirs');
    await page.getByLabel('Name').fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The project is saved.').waitFor();
    const { project } = (await dashboard.api.get(`projects/${id}`)).body;
    expect(project).toMatchObject({ name: 'Mine', styleNote: 'Be kind.' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('of a project are saved while others write texts all the time', async () => {
    const { id } = await dashboard.givenProject();
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/settings`);
    let refused = 0;
    await page.route(`**/api/v1/projects/${id}`, async (route) => {
      if (route.request().headers()['if-match'] !== undefined)
        await dashboard.api.post(`projects/${id}/keys`, { name: `key${++refused}`, value: 'Text' });
      await route.continue();
    });
    await page.getByLabel('Name').fill('Renamed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The project is saved.').waitFor();
    expect(refused).toBe(3);
    expect((await dashboard.api.get(`projects/${id}`)).body.project.name).toBe('Renamed');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('of members, terms and webhooks save what was changed, and leave what others have changed while a dialog was open', async () => {
    const { apiKey } = (await dashboard.api.post('organizations', { name: 'Meanwhile', plan: 'growth' })).body;
    const api = dashboard.api.as(apiKey.secret);
    const { id } = (await api.post('projects', { name: 'Shop', sourceLanguage: 'en' })).body.project;
    const { link } = (await api.post('invitations', { email: 'lena@example.com', role: 'translator' })).body;
    await api.as(null).post('invitations/accept', { token: tokenOf(link), name: 'Lena', password: PASSWORD });
    const [member] = (await api.get('members')).body.members;
    const { term } = (await api.post('glossary', { term: 'cart', translations: { de: ['Korb'] } })).body;
    const hook = { url: `${receiver.url}/old`, events: ['project.changed'] };
    const { webhook } = (await api.post(`projects/${id}/webhooks`, hook)).body;
    const { context, page, faults } = await dashboard.open();
    const dialog = page.getByRole('dialog');
    const change = async (path: string, of: string, item: string): Promise<void> => {
      await page.goto(path);
      await page.getByRole('button', { name: `Actions for ${of}` }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await dialog.getByRole('button', { name: 'Save' }).waitFor();
      expect(await dialog.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    };
    const save = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await signIn(page, apiKey.secret);

    await change('/settings/members', 'Lena', 'Change');
    await api.patch(`members/${member.id}`, { languages: ['de'] });
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Reviewer' }).click();
    // An error of the whole body belongs to no field.
    const refusal = await api.patch(`members/${member.id}`, {});
    expect(refusal.body.errors).toMatchObject([{ pointer: '' }]);
    const refuse = (route: Route): Promise<void> => route.fulfill({ status: 400, json: refusal.body });
    await page.route(`**/members/${member.id}`, refuse, { times: 1 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await save();
    expect((await api.get('members')).body.members[0]).toMatchObject({ role: 'reviewer', languages: ['de'] });

    await change('/glossary', 'cart', 'Change the term');
    await api.patch(`glossary/${term.id}`, { forbidden: true, translations: { de: ['Warenkorb'], fr: ['panier'] } });
    await dialog.getByLabel('Definition').fill('What a customer buys');
    await save();
    expect((await api.get('glossary')).body.terms).toMatchObject([
      { definition: 'What a customer buys', forbidden: true, translations: { de: ['Warenkorb'], fr: ['panier'] } },
    ]);

    await change(`/projects/${id}/webhooks`, hook.url, 'Change webhook');
    await api.patch(`webhooks/${webhook.id}`, { events: ['comment.created'] });
    await dialog.getByLabel('URL').fill(`${receiver.url}/new`);
    await save();
    expect((await api.get(`projects/${id}/webhooks`)).body.webhooks).toMatchObject([
      { url: `${receiver.url}/new`, events: ['comment.created'] },
    ]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('do not offer what the API key may not do', async () => {
    const { apiKey } = (await dashboard.api.post('api-keys', { name: 'Reader', scopes: ['projects:read'] })).body;
    const { id } = await dashboard.givenProject();
    const { context, page } = await dashboard.open();
    await signIn(page, apiKey.secret, `/projects/${id}/settings`);
    await page.getByText('You lack the scope projects:write').waitFor();
    for (const name of ['Organizations', 'Webhooks']) expect(await page.getByRole('link', { name }).count()).toBe(0);
    for (const [path, scope] of [
      [`/projects/${id}/webhooks`, 'webhooks:manage'],
      [`/projects/${id}/import`, 'translations:write'],
      [`/projects/${id}/export`, 'translations:read'],
      ['/settings/organizations', 'organizations:manage'],
      ['/settings/api-keys', 'api-keys:manage'],
    ] as const) {
      await page.goto(path);
      await page.getByText(`You lack the scope ${scope}.`).waitFor();
    }
    await context.close();
  });

  describe.each(WINDOWS)('in $colorScheme colours, $width pixels wide', ({ colorScheme, width }) => {
    it('have no violation of accessibility, and nothing beyond the edge of the window, also in dialogs', async () => {
      const { id } = await dashboard.givenProject({ name: `Settings ${colorScheme} ${width}` });
      const { context, page, faults } = await dashboard.open({ colorScheme, width });
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        found.push(...(await dashboard.look(page, `${name}-${colorScheme}-${width}`)));
      };
      const lookAtDialog = async (name: string, closeWith: string): Promise<void> => {
        await page.getByRole('dialog').waitFor();
        await look(name);
        await page.getByRole('dialog').getByRole('button', { name: closeWith }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      const actOn = async (of: string, item: string): Promise<void> => {
        await page
          .getByRole('button', { name: `Actions for ${of}` })
          .first()
          .click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      receiver.answerWith(500);
      await signIn(page, dashboard.secret, `/projects/${id}/webhooks`);
      await page.getByText('No webhooks yet').waitFor();
      await look('webhooks-empty');
      const url = `${receiver.url}/${colorScheme}-${width}`;
      await createWebhook(page, url);
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('the answer was not 2xx · 500').waitFor();
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await page.getByText('Paused by request.').waitFor();
      await look('webhooks');
      await page.getByRole('button', { name: `Actions for ${url}` }).click();
      await page.getByRole('menuitem', { name: 'Change webhook' }).waitFor();
      await look('webhook-menu');
      await page.keyboard.press('Escape');
      await actOn(url, 'Change webhook');
      await lookAtDialog('webhook-change', 'Cancel');
      await actOn(url, 'Delete webhook');
      await lookAtDialog('webhook-delete', 'Cancel');

      await page.goto('/settings/plan');
      await page.getByTestId('usage').waitFor();
      await look('plan');

      await page.goto('/settings/organizations');
      await page.getByRole('button', { name: 'Create organization' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(`Tenant ${colorScheme} ${width}`);
      await look('organization-create');
      await page.getByRole('dialog').getByRole('button', { name: 'Create organization' }).click();
      await page.getByTestId('secret').waitFor();
      await look('secret');
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByTestId('secret').filter({ hasText: '/welcome#' }).waitFor();
      await lookAtDialog('welcome-link', 'Done');
      await page.getByText(`Tenant ${colorScheme} ${width}`).waitFor();
      await look('organizations');
      await actOn(`Tenant ${colorScheme} ${width}`, 'Delete organization');
      await lookAtDialog('organization-delete', 'Cancel');

      await page.goto('/settings/api-keys');
      await page.getByRole('button', { name: 'Create API key' }).click();
      await lookAtDialog('api-key-create', 'Cancel');
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await lookAtDialog('api-key-revoke', 'Cancel');

      await page.goto(`/projects/${id}/settings`);
      await page.getByRole('button', { name: 'Delete project' }).click();
      await lookAtDialog('project-delete', 'Cancel');
      expect(found).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    });
  });
});
