import { freePort } from '../support/free-port';
import { CLIENT_ID, CLIENT_SECRET, TestIssuer } from '../support/issuer';
import { PASSWORD, tokenOf } from '../support/people';
import { hasBrowser, signIn } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('single sign-on', () => {
  let issuer: TestIssuer;
  let dashboard: StartedDashboard;
  let url: string;

  async function start(env: Record<string, string> = {}): Promise<void> {
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    issuer = await TestIssuer.start(`${url}/api/v1/oidc/callback`);
    dashboard = await StartedDashboard.start({
      PORT: port,
      PUBLIC_URL: url,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      ...env,
    });
  }
  afterEach(async () => {
    await dashboard.close();
    await issuer.close();
  });

  type Page = Awaited<ReturnType<StartedDashboard['open']>>['page'];

  /** Signs in on the page of the issuer, which asks for consent, too. */
  async function signInAtIssuer(page: Page, login: string): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('makes the first account, signs in, and tells why it failed', async () => {
    await start({ PASSWORD_SIGN_IN: 'false' });
    issuer.persons.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
    issuer.persons.set('eve', { email: 'eve@example.com', email_verified: true });
    const { context, page, faults } = await dashboard.open();
    await page.goto(`${url}/welcome#${tokenOf(dashboard.welcomeLink)}`);
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.getByRole('button', { name: 'Join with single sign-on' }).press('Enter');
    await signInAtIssuer(page, 'ada');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.goto(`${url}/settings/account`);
    await page.getByRole('region', { name: 'How you sign in' }).getByText('With single sign-on').waitFor();
    expect(await dashboard.look(page, 'account-single-sign-on')).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();

    for (const window of WINDOWS) {
      const german = window.width < 800;
      const opened = await dashboard.open({ ...window, locale: german ? 'de-DE' : 'en-GB' });
      await opened.page.goto(`${url}/projects`);
      await opened.page.getByRole('button', { name: /Sign in with single|Mit Single Sign-on anmelden/ }).click();
      await signInAtIssuer(opened.page, 'eve');
      const reason = german ? 'Sie haben hier kein Konto' : 'You have no account here';
      await opened.page.getByRole('alert').getByText(reason).waitFor();
      expect(await dashboard.look(opened.page, `single-sign-on-${window.width}`)).toEqual([]);
      expect(opened.faults).toEqual([]);
      await opened.context.close();
    }
  });

  it('keeps what was typed when the session ends, for the same person', async () => {
    await start({ PASSWORD_SIGN_IN: 'false' });
    issuer.persons.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
    const { context, page, faults } = await dashboard.open();
    await page.goto(`${url}/welcome#${tokenOf(dashboard.welcomeLink)}`);
    await page.getByRole('button', { name: 'Join with single sign-on' }).click();
    await signInAtIssuer(page, 'ada');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const { id } = await dashboard.givenProject({}, { en: { a: 'One' } });
    const key = await dashboard.keyOf(id, 'a');
    await page.goto(`${url}/projects/${id}/keys/${key.id}`);
    const comment = page.getByRole('textbox', { name: 'Write a comment' });
    const description = page.getByLabel('Description');
    await description.fill('Above the list');
    await comment.fill('Half a comment');
    await context.clearCookies({ name: 'glossa' });
    await comment.press('Control+Enter');
    await page.getByText('The session has ended.').waitFor();
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await description.waitFor();
    expect([await description.inputValue(), await comment.inputValue()]).toEqual(['Above the list', 'Half a comment']);

    // Nothing stays in the tab for the next person.
    await context.clearCookies({ name: 'glossa' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The session has ended.').waitFor();
    await signIn(page, dashboard.secret, '/projects');
    const kept = 'Object.keys(sessionStorage).filter((name) => name !== "glossa.owner")';
    expect(await page.evaluate(kept)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is connected on the page of the account, which keeps the password', async () => {
    await start();
    const email = 'ada@example.com';
    issuer.persons.set('ada', { email, email_verified: true });
    const { context, page, faults } = await dashboard.open();
    const token = tokenOf(dashboard.welcomeLink);
    await dashboard.api.as(null).post('invitations/accept', { token, email, name: 'Ada', password: PASSWORD });
    await page.goto(`${url}/settings/account`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Connect single sign-on' }).click();
    await signInAtIssuer(page, 'ada');
    const ways = page.getByRole('region', { name: 'How you sign in' });
    await ways.getByText('With single sign-on').waitFor();
    expect(await ways.getByRole('listitem').allTextContents()).toEqual(['With a password', 'With single sign-on']);
    expect(faults).toEqual([]);
    await context.close();
  });
});
