import { PASSWORD, tokenOf } from '../support/people';
import { until } from '../support/receiver';
import { MailServer } from '../support/smtp';
import { hasBrowser } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a forgotten password', () => {
  let mails: MailServer;
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    mails = await MailServer.start();
    dashboard = await StartedDashboard.start(mails.settings);
  });
  afterAll(async () => {
    await dashboard.close();
    await mails.close();
  });

  it('is replaced by a link that is mailed', async () => {
    const email = 'ada@example.com';
    const token = tokenOf(dashboard.welcomeLink);
    await dashboard.api.as(null).post('invitations/accept', { token, email, name: 'Ada', password: PASSWORD });
    const { context, page, faults } = await dashboard.open();
    await page.goto('/projects');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Forgot password?' }).press('Enter');
    await page.getByRole('heading', { name: 'Forgot password?' }).waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByText('a mail with a link is on its way').waitFor();
    await until(() => mails.mails.length > 0);
    const { link } = mails;
    expect(dashboard.log).not.toContain(tokenOf(link));
    const { pathname, hash } = new URL(link);
    await page.goto(pathname + hash);
    await page.getByLabel('New password', { exact: true }).fill('seven amber owls by the sea');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(WINDOWS)('has pages without a violation of accessibility: %p', async (window) => {
    const { context, page } = await dashboard.open(window);
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Forgot password?' }).waitFor();
    const found = await dashboard.look(page, `sign-in-${window.width}`);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByLabel('E-mail address').fill('nobody@example.com');
    found.push(...(await dashboard.look(page, `forgotten-${window.width}`)));
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByRole('status').waitFor();
    found.push(...(await dashboard.look(page, `link-requested-${window.width}`)));
    expect(found).toEqual([]);
    await context.close();
  });
});
