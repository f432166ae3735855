import type { CDPSession, Page } from 'playwright-core';
import { PASSWORD } from '../support/people';
import { hasBrowser, openWindow } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

/** Gives a window an authenticator that keeps passkeys and verifies its person, until the person cancels. */
async function giveAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return { session, authenticatorId };
}

describeInBrowser('passkeys in the dashboard', () => {
  let dashboard: StartedDashboard;
  let url: string;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
    // Passkeys belong to a host with a name.
    url = dashboard.url.replace('127.0.0.1', 'localhost');
  });
  afterAll(() => dashboard.close());

  const open = (options = {}): ReturnType<typeof openWindow> => openWindow(dashboard.browser, url, options);

  /** Opens the account of a new owner. */
  const openAccount = async (page: Page, email: string, name: string): Promise<void> => {
    const { welcomeLink } = (await dashboard.api.post('organizations', { name: email, plan: 'growth' })).body;
    await page.goto(welcomeLink.replace('127.0.0.1', 'localhost'));
    await page.locator('input[type=email]').fill(email);
    await page.locator('input[autocomplete=name]').fill(name);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^(?:Sign out|Abmelden)$/ }).waitFor();
    await page.goto('/settings/account');
    await page.getByRole('region', { name: 'Passkeys' }).getByRole('textbox').waitFor();
  };

  it('are added, renamed, sign in by keyboard, and are removed', async () => {
    const { context, page, faults } = await open();
    const { session, authenticatorId } = await giveAuthenticator(page);
    await openAccount(page, 'ada@example.com', 'Ada Owner');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    const add = async (name: string): Promise<void> => {
      await passkeys.getByLabel('Name of the passkey').fill(name);
      await page.keyboard.press('Enter');
    };
    await add('Laptop');
    await page.getByText('The passkey Laptop is added.').waitFor();
    await add('Laptop again');
    await passkeys.getByText('This device has a passkey of your account already.').waitFor();
    await passkeys.getByRole('button', { name: 'Rename the passkey Laptop' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Work laptop');
    await page.keyboard.press('Enter');
    await page.getByText('The passkey is renamed.').waitFor();

    const signIn = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Sign out' }).press('Enter');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    };
    await signIn();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.goto('/settings/account');
    await passkeys.getByText('Last used').waitFor();

    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await signIn();
    await page.getByText('No passkey signed in: it was cancelled, or took too long.').waitFor();
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();

    await page.goto('/settings/account');
    await passkeys.getByRole('button', { name: 'Remove the passkey Work laptop' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('The passkey Work laptop is removed.').waitFor();
    await page.goto('/settings/audit');
    await page.getByRole('row', { name: /Passkey removed Ada Owner/ }).waitFor();
    await page.getByRole('row', { name: /Passkey added Ada Owner/ }).waitFor();
    await signIn();
    await page.getByText('This passkey is not valid here. It may have been removed.').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(WINDOWS.flatMap((window, index) => ({ ...window, locale: ['en-GB', 'de-DE'][index] ?? '' })))(
    'have no violation of accessibility, and nothing beyond the edge ($colorScheme, $width pixels, $locale)',
    async ({ colorScheme, width, locale }) => {
      const { context, page, faults } = await open({ colorScheme, width, locale });
      await giveAuthenticator(page);
      await openAccount(page, `${colorScheme}@example.com`, 'Kim');
      const passkeys = page.getByRole('region', { name: 'Passkeys' });
      await passkeys.getByRole('textbox').fill('A long name of a passkey that is on a device with many names');
      await passkeys.locator('button[type=submit]').click();
      const rename = passkeys.getByRole('button', { name: /^(?:Rename|Umbenennen|Den Passkey .* umbenennen)/ });
      await rename.waitFor();
      const found = await dashboard.look(page, `passkeys-${colorScheme}-${locale}`);
      await rename.click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      found.push(...(await dashboard.look(page, `passkey-rename-${colorScheme}-${locale}`)));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^(?:Sign out|Abmelden)$/ }).click();
      await page.getByRole('button', { name: /^(?:Sign in with a passkey|Mit einem Passkey anmelden)$/ }).waitFor();
      found.push(...(await dashboard.look(page, `passkey-sign-in-${colorScheme}-${locale}`)));
      expect([...found, ...faults]).toEqual([]);
      await context.close();
    },
  );

  it('are not offered where the page has an address in place of a host', async () => {
    const { context, page } = await dashboard.open();
    await page.goto('/');
    await page.getByRole('button', { name: 'Use an API key' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await context.close();
  });
});
