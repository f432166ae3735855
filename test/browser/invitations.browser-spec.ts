import type { Client } from '../support/client';
import { Browser, cookieOf, PASSWORD, tokenOf } from '../support/people';
import { until } from '../support/receiver';
import { MailServer } from '../support/smtp';
import { hasBrowser } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;
const EMAIL = 'ada@example.com';
const NEW_PASSWORD = 'seven amber owls by the sea';

describeInBrowser('invitations in the inbox', () => {
  let mails: MailServer;
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    mails = await MailServer.start();
    dashboard = await StartedDashboard.start(mails.settings);
    // Ada has proved her address with a mailed link.
    const api = dashboard.api.as(null);
    const token = tokenOf(dashboard.welcomeLink);
    await api.post('invitations/accept', { token, email: EMAIL, name: 'Ada', password: PASSWORD });
    await api.post('password-requests', { email: EMAIL });
    await until(() => mails.mails.length > 0);
    const { link } = mails;
    const proved = await api.post('password', { token: tokenOf(link), password: NEW_PASSWORD });
    expect(proved.status).toBe(201);
  });
  afterAll(async () => {
    await dashboard.close();
    await mails.close();
  });

  // The inbox has the invitations of all organizations.
  const made: { api: Client; id: string }[] = [];
  afterEach(async () => {
    for (const { api, id } of made.splice(0)) await api.delete(`invitations/${id}`);
  });

  /** Creates an organization that invites Ada. */
  async function invitedTo(name: string, role: string) {
    const { apiKey } = (await dashboard.api.post('organizations', { name, plan: 'growth' })).body;
    const api = dashboard.api.as(apiKey.secret);
    const { status, body } = await api.post('invitations', { email: EMAIL, role });
    expect(status).toBe(201);
    const invited = { api, id: body.invitation.id as string };
    made.push(invited);
    return invited;
  }

  async function openInbox(options: Parameters<StartedDashboard['open']>[0] = {}) {
    const opened = await dashboard.open(options);
    const { page } = opened;
    await page.goto('/inbox');
    await page.locator('input[type=email]').fill(EMAIL);
    await page.locator('input[type=password]').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('.inbox-item').first().waitFor();
    return opened;
  }

  it('are counted by the bell, and are joined without their links; a refusal is shown', async () => {
    await invitedTo('Acme', 'reviewer');
    const withdrawn = await invitedTo('Globex', 'viewer');
    const { context, page, faults } = await openInbox();
    await page.getByRole('link', { name: 'Inbox: 2 unread items' }).waitFor();
    const item = page.locator('.inbox-item').filter({ hasText: 'Acme' });
    expect(await item.innerText()).toMatch(/You are invited · Acme · Reviewer · valid until/);

    expect((await withdrawn.api.delete(`invitations/${withdrawn.id}`)).status).toBe(200);
    await page.getByRole('button', { name: 'Join Globex' }).click();
    await page.getByText('The invitation does not exist, or has ended').waitFor();
    await page.locator('.inbox-item').filter({ hasText: 'Globex' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Join Acme' }).click();
    await page.getByText('You are now a member of Acme.').waitFor();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const organization = page.getByRole('combobox', { name: 'Organization' });
    expect(await organization.locator('option:checked').innerText()).toBe('Acme');
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    // The refused request is in the console of the browser.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    await context.close();
  });

  it('are shown in German, with who invites', async () => {
    const { api } = await invitedTo('Initech', 'translator');
    const token = tokenOf((await api.post('invitations', { email: 'lena@example.com', role: 'owner' })).body.link);
    const person = { token, name: 'Lena Lead', password: PASSWORD };
    const accepted = await dashboard.api.as(null).post('invitations/accept', person);
    const lena = new Browser(dashboard.url, dashboard.api, cookieOf(accepted));
    const invited = await lena.post('invitations', { email: EMAIL, role: 'translator' });
    expect(invited.status).toBe(201);
    made.push({ api, id: invited.body.invitation.id });
    const { context, page, faults } = await openInbox({ locale: 'de-DE' });
    const item = page.locator('.inbox-item').filter({ hasText: 'Initech' });
    expect(await item.innerText()).toMatch(/Lena Lead lädt Sie ein · Initech · Übersetzen · gültig bis/);
    await page.getByRole('button', { name: 'Initech beitreten' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(WINDOWS)('have no violation of accessibility: %p', async (window) => {
    await invitedTo(`Umbrella ${window.width}`, 'manager');
    const { context, page } = await openInbox(window);
    await page.getByRole('button', { name: `Join Umbrella ${window.width}` }).waitFor();
    expect(await dashboard.look(page, `invitations-${window.width}`)).toEqual([]);
    await context.close();
  });
});
