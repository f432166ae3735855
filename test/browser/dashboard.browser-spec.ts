import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../support/client';
import { chooseApiKey, hasBrowser, signIn, untilQuiet, violationsOf } from './browser';
import { StartedDashboard } from './started-dashboard';

const MESSAGES = join(__dirname, '../../node_modules/typescript/lib/de/diagnosticMessages.generated.json');

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the dashboard', () => {
  let dashboard: StartedDashboard;
  let api: Client;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
    ({ api } = dashboard);
  });
  afterAll(() => dashboard.close());

  it('signs a person in with an API key that nothing in the page keeps, and out again', async () => {
    const { context, page, faults } = await dashboard.open();
    await page.goto('/projects');
    await chooseApiKey(page);
    await page.getByLabel('API key', { exact: true }).fill('glossa_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This API key is not valid.').waitFor();
    await dashboard.picture(page, 'sign-in');

    await page.getByLabel('API key', { exact: true }).fill(dashboard.secret);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])');
    expect(kept).not.toContain(dashboard.secret);
    const cookie = (await context.cookies()).find(({ httpOnly }) => httpOnly);
    expect(cookie).toMatchObject({ name: 'glossa', httpOnly: true, sameSite: 'Strict', path: '/' });

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').first().waitFor();
    expect(await context.cookies()).toEqual([]);
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect((await api.as(null).get('me', { headers })).status).toBe(401);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says that a page was not loaded, keeps all around it, and loads it when asked again', async () => {
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const link = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
    const isScript = /\.js$/;
    await page.route(isScript, (route) => route.abort());
    await link('Plan').click();
    await page.getByRole('alert').getByText('The page was not loaded').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    // Other pages are shown meanwhile.
    await link('Projects').click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await link('Plan').click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(isScript);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Plan', exact: true }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('offers to reload where the file of a page is gone since an upgrade, and says so in the language of the person', async () => {
    const { context, page } = await dashboard.open({ locale: 'de-DE' });
    await signIn(page, dashboard.secret);
    const link = page.getByRole('navigation').getByRole('link', { name: 'Tarif' });
    await link.waitFor();
    const isScript = /\.js$/;
    await page.route(isScript, (route) => route.fulfill({ status: 404, body: '' }));
    await link.click();
    const alert = page.getByRole('alert');
    await alert.getByText('Die Seite wurde nicht geladen').waitFor();
    await alert.getByText('der Dienst wurde aktualisiert').waitFor();
    // The old file stays gone; the document of the new version names other files.
    await alert.getByRole('button', { name: 'Erneut versuchen' }).click();
    await alert.getByText('Die Seite wurde nicht geladen').waitFor();
    await page.unroute(isScript);
    await Promise.all([page.waitForEvent('load'), alert.getByRole('button', { name: 'Neu laden' }).click()]);
    await page.getByRole('heading', { name: 'Tarif', exact: true }).first().waitFor();
    await context.close();
  });

  it('says that a dialog was not loaded, and opens it when asked again', async () => {
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret);
    const isScript = /\.js$/;
    const create = page.getByRole('button', { name: 'Create project' }).first();
    await create.waitFor();
    await page.route(isScript, (route) => route.abort());
    await create.click();
    const alert = page.getByRole('alert').filter({ hasText: 'The dialog was not loaded' });
    await alert.getByText('There is no connection, or the service was upgraded.').waitFor();
    expect(await alert.innerText()).not.toContain('import');
    await page.unroute(isScript);
    await create.click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await context.close();
  });

  it('creates a project, changes its languages and deletes it by its name', async () => {
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret);
    await page.getByRole('button', { name: 'Create project' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Docs "><script>alert(1)</script>');
    await dialog.getByRole('combobox', { name: 'Target languages' }).fill('Germ');
    await page.getByRole('option', { name: 'Austrian German (de-AT)', exact: true }).waitFor();
    const options = await page.getByRole('option').allInnerTexts();
    // The languages whose names begin with what was typed are first.
    expect(options.slice(0, 2)).toEqual(['German (de)', 'Austrian German (de-AT)']);
    await page.getByRole('option', { name: 'German (de)', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await page.getByText('Import your first file').waitFor();

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Target languages' }).fill('pt-BR');
    await page.getByRole('option', { name: /\(pt-BR\)/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The project is saved.').waitFor();
    const { projects } = (await api.get('projects')).body;
    expect(projects.at(-1)).toMatchObject({
      name: 'Docs "><script>alert(1)</script>',
      targetLanguages: ['de', 'pt-BR'],
    });
    await dashboard.picture(page, 'project-settings');

    await page.getByRole('button', { name: 'Delete project' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete project' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('textbox').fill('Docs "><script>alert(1)</script>');
    await confirm.click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect((await api.get(`projects/${projects.at(-1).id}`)).status).toBe(404);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('creates an API key with which HTTP works, and revokes it', async () => {
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, '/settings/api-keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Build of the app');
    await dialog.getByLabel('translations:write').check();
    await dashboard.picture(page, 'api-key-create');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    const secret = await page.getByTestId('secret').innerText();
    expect((await api.as(secret).get('me')).body.apiKey).toMatchObject({
      name: 'Build of the app',
      scopes: ['projects:read', 'translations:read', 'translations:write'],
    });
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Build of the app').waitFor();
    expect(await page.content()).not.toContain(secret);
    await dashboard.picture(page, 'api-keys');

    await page.getByRole('button', { name: 'Actions for Build of the app' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Build of the app is revoked.').waitFor();
    expect((await api.as(secret).get('me')).status).toBe(401);
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    ['single sign-on', { password: false, singleSignOn: true, mail: false }, 'Sign in with single sign-on'],
    ['a password', { password: true, singleSignOn: false, mail: false }, 'Sign in'],
  ])('offers no way to sign in before it knows that the way is %s', async (_, ways, button) => {
    const { context, page, faults } = await dashboard.open();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/sign-in-ways', async (route) => {
      await held;
      await route.fulfill({ json: ways });
    });
    const asking = page.waitForRequest('**/api/v1/sign-in-ways');
    await page.goto('/projects');
    await asking;
    await page.getByRole('heading', { name: 'Glossa' }).waitFor();
    expect(await page.locator('input, button').count()).toBe(0);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    answer();
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(ways.password ? 1 : 0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('offers to sign in with a password if the ways to sign in cannot be read', async () => {
    const { context, page } = await dashboard.open();
    const body = JSON.stringify({ status: 500, code: 'internal_error', detail: 'Out of order' });
    await page.route('**/api/v1/sign-in-ways', (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body }),
    );
    await page.goto('/projects');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Use an API key' }).waitFor();
    await context.close();
  });

  it('asks to sign in again when the API key of the session is revoked', async () => {
    const created = (await api.post('api-keys', { name: 'Short', scopes: ['projects:read'] })).body.apiKey;
    const { context, page } = await dashboard.open();
    await signIn(page, created.secret);
    await api.delete(`api-keys/${created.id}`);
    await page.reload();
    await page.getByLabel('E-mail address').waitFor();
    await context.close();
  });

  it('imports exactly what its preview showed, or nothing when the project moved, and exports it', async () => {
    const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/import`);
    const file = { name: 'de.json', mimeType: 'application/json', buffer: Buffer.from('{"title":"Willkommen"}') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByText('New texts: 1, changed: 0, skipped: 0', { exact: true }).waitFor();
    await dashboard.picture(page, 'import');
    expect(await violationsOf(page)).toEqual([]);
    await api.post(`projects/${id}/keys`, { name: 'other', value: 'Other' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('The service refused this').waitFor();
    expect((await api.get(`projects/${id}/translations`)).body.translations.de).toEqual({});
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByText('The service refused this').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported. New texts: 1').waitFor();
    expect((await api.get(`projects/${id}/translations`)).body.translations.de).toEqual({ title: 'Willkommen' });

    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await dashboard.picture(page, 'export');
    expect(await violationsOf(page)).toEqual([]);
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await started).suggestedFilename()).toBe('en.json');
    expect(faults).toEqual([]);
    await context.close();
  });

  describe.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('in %s colours, %i pixels wide', (colorScheme, width) => {
    it('has no violation of accessibility, and nothing beyond the edge of the window', async () => {
      const project = await dashboard.givenProject({ name: `TypeScript ${colorScheme} ${width}` });
      const file = readFileSync(MESSAGES);
      await api.send('POST', `projects/${project.id}/import?format=json&language=de`, { body: file });
      const { context, page, faults } = await dashboard.open({ colorScheme, width });
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        found.push(...(await dashboard.look(page, `${name}-${colorScheme}-${width}`)));
      };
      await page.goto('/');
      await page.getByLabel('E-mail address').waitFor();
      await look('sign-in');
      await chooseApiKey(page);
      await page.getByLabel('API key', { exact: true }).waitFor();
      await look('sign-in-by-key');
      await signIn(page, dashboard.secret);
      await page.getByRole('link', { name: project.name }).waitFor();
      await look('projects');
      await page.getByRole('button', { name: 'Create project' }).click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await look('create-project');
      await page.goto(`/projects/${project.id}/keys`);
      await page.locator('[data-cell="0-2"]').waitFor();
      await untilQuiet(page);
      await look('keys');
      await page.goto(`/projects/${project.id}/settings`);
      await page.getByRole('button', { name: 'Save' }).waitFor();
      await look('settings');
      await page.goto('/settings/api-keys');
      await page.getByRole('table').waitFor();
      await look('api-keys');
      expect(found).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    });
  });
});
