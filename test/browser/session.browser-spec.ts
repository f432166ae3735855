import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSWORD } from '../support/people';
import { chooseApiKey, hasBrowser, signIn, signInWithPassword, untilQuiet } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a session in the dashboard', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  it('waits as long as a 429 asks for, says so, and then sends the request again', async () => {
    const { context, page, faults } = await dashboard.open();
    await page.clock.install();
    await signIn(page, dashboard.secret);
    let sent = 0;
    await page.route('**/api/v1/projects', async (route) => {
      if (route.request().method() !== 'POST' || ++sent > 1) return route.continue();
      await route.fulfill({
        status: 429,
        headers: { 'Retry-After': '3600', 'Content-Type': 'application/problem+json' },
        body: JSON.stringify({ status: 429, code: 'rate_limited', detail: 'the limit is exceeded', requestId: 'r-1' }),
      });
    });
    await page.getByRole('button', { name: 'Create project' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Patient');
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await page.getByText('The request is sent again in 3,600 seconds.').waitFor();
    await page.getByText('the limit is exceeded').waitFor();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Patient');
    await page.clock.fastForward('30:00');
    expect(sent).toBe(1);
    await page.clock.fastForward('30:00');
    await page.getByText('Import your first file').waitFor();
    expect(sent).toBe(2);
    expect((await dashboard.api.get('projects')).body.projects.at(-1)).toMatchObject({ name: 'Patient' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is not asked for where nobody has signed in, so that the browser notes no refusal', async () => {
    const { context, page } = await dashboard.open();
    const notes: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') notes.push(`${message.location().url}: ${message.text()}`);
    });
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Use an API key' }).waitFor();
    await untilQuiet(page);
    await signIn(page, dashboard.secret);
    const tab = await context.newPage();
    await tab.goto('/projects');
    await tab.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use an API key' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Use an API key' }).waitFor();
    await untilQuiet(page);
    expect(notes).toEqual([]);
    await context.close();
  });

  it('keeps what was typed in a form while there is no connection', async () => {
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret);
    await page.getByRole('button', { name: 'Create project' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Offline');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.getByText('No connection').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Offline');
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await page.getByText('Import your first file').waitFor();
    await context.close();
  });

  it('ends with its API key, and what was typed is there after the next sign-in', async () => {
    const scopes = ['projects:read', 'projects:write', 'translations:read'];
    const { apiKey } = (await dashboard.api.post('api-keys', { name: 'Short', scopes })).body;
    const { context, page, faults } = await dashboard.open();
    await signIn(page, apiKey.secret);
    const cookie = (await context.cookies()).find(({ httpOnly }) => httpOnly);
    await page.getByRole('button', { name: 'Create project' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Half done');
    await dashboard.api.delete(`api-keys/${apiKey.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await page.getByText('The session has ended.').waitFor();
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect((await dashboard.api.as(null).get('me', { headers })).status).toBe(401);
    expect(await page.getByText('Half done').isVisible()).toBe(false);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);

    await page.getByLabel('API key', { exact: true }).fill(dashboard.secret);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Half done');
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await page.getByText('Import your first file').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  /** The session of a member of two organizations ends while a form of the second one is half filled. */
  const givenEndInSecond = async () => {
    const { email, second } = await dashboard.givenMemberOfTwo();
    const { context, page, faults } = await dashboard.open();
    await page.goto('/projects');
    await signInWithPassword(page, email);
    await page.getByRole('combobox', { name: 'Organization' }).selectOption('Second');
    await page.getByText('No projects yet').waitFor();
    await page.getByRole('button', { name: 'Create project' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Half done');
    await context.clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await page.getByText('The session has ended.').waitFor();
    return { second, context, page, faults };
  };

  it('goes on in the organization whose page waits, although a sign-in begins in the oldest one', async () => {
    const { second, context, page, faults } = await givenEndInSecond();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Half done');
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await page.getByText('Import your first file').waitFor();
    expect((await second.get('projects')).body.projects).toMatchObject([{ name: 'Half done' }]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('goes on, with what was typed, once the person has signed in in another tab', async () => {
    const { context, page, faults } = await givenEndInSecond();
    const other = await context.newPage();
    other.setDefaultTimeout(60_000);
    await other.goto('/projects');
    await signInWithPassword(other, await page.getByLabel('E-mail address').inputValue());
    const comeBack = async (): Promise<void> => {
      const answered = page.waitForResponse('**/api/v1/me');
      await page.evaluate("void document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
      await (await answered).finished();
    };
    // The session began in the oldest organization, and the page waits in the second one.
    await comeBack();
    await page.getByText('The session has ended.').waitFor();
    const changed = other.waitForResponse('**/session/organization');
    await other.getByRole('combobox', { name: 'Organization' }).selectOption('Second');
    await changed;
    // A window that was visible beside the other one only gets the focus.
    const answered = page.waitForResponse('**/api/v1/me');
    await page.evaluate("void window.dispatchEvent(new Event('focus'))");
    await answered;
    await page.getByText('The session has ended.').waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Half done');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('begins in the oldest organization, and says why, where it cannot go on in the one whose page waits', async () => {
    const { context, page, faults } = await givenEndInSecond();
    await page.route('**/session/organization', (route) => route.fulfill({ status: 503 }));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('The session has ended.').waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('A proxy before the service got no answer').waitFor();
    expect(await page.getByRole('combobox', { name: 'Organization' }).inputValue()).not.toBe('');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows nothing of one organization to the next person', async () => {
    const { apiKey } = (await dashboard.api.post('organizations', { name: 'Other', plan: 'growth' })).body;
    await dashboard.givenProject({ name: 'Private' });
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret);
    await page.getByRole('link', { name: 'Private' }).first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await chooseApiKey(page);
    expect(await page.content()).not.toContain('Private');
    await page.getByLabel('API key', { exact: true }).fill(apiKey.secret);
    await page.keyboard.press('Enter');
    await page.getByText('No projects yet').waitFor();
    await context.close();
  });

  it('leaves nothing of the person in the storage of the tab after signing out', async () => {
    const { context, page, faults } = await dashboard.open();
    const stored = (): Promise<string[]> => page.evaluate<string[]>('Object.keys(sessionStorage)');
    await signIn(page, dashboard.secret);
    expect(await stored()).toContain('glossa.owner');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use an API key' }).waitFor();
    expect(await stored()).not.toContain('glossa.owner');
    expect(faults).toEqual([]);
    await context.close();
  });

  describe('and a page of another origin', () => {
    let server: Server;
    let origin: string;
    let target: string;
    beforeAll(async () => {
      server = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/html');
        // A file field cannot be filled by a page, so the form sends a text field of the name `file`.
        response.end(
          `<form method="post" enctype="multipart/form-data" action="${target}">
            <textarea name="file">{"stolen":"x"}</textarea><button>Send</button></form>`,
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://${new URL(dashboard.url).hostname}:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    it('refuses its form, although the browser sends the cookie', async () => {
      const { id } = await dashboard.givenProject({}, { en: { title: 'Welcome' } });
      target = `${dashboard.url}/api/v1/projects/${id}/import?format=json&language=en`;
      const { context, page } = await dashboard.open();
      await signIn(page, dashboard.secret);
      await page.goto(origin);
      const answered = page.waitForResponse(target);
      await page.getByRole('button', { name: 'Send' }).click();
      const response = await answered;
      expect(response.status()).toBe(401);
      // Another port of the same host is the same site, so SameSite lets the cookie through. It is refused for its
      // origin.
      expect(await page.content()).toMatch(/Origin/);
      expect((await dashboard.texts(id)).en).toEqual({ title: 'Welcome' });
      await context.close();
    });
  });
});
