import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/people';
import { cell, hasBrowser, openWindow } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

/** Fills a field that the keyboard reaches next. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (let tabs = 0; tabs < 20 && !(await field.evaluate((node) => node.matches(':focus'))); tabs++) {
    await page.keyboard.press('Tab');
  }
  expect(await field.evaluate((node) => node.matches(':focus'))).toBe(true);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

describeInBrowser('persons in the dashboard', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const OWNER = { name: 'Ada Owner', email: 'ada@example.com' };
  let owner: Awaited<ReturnType<typeof openWindow>>;

  /** Invites a person in the window of the owner, and returns the link. */
  const invite = async (page: Page, email: string, choose: () => Promise<void> = async () => {}): Promise<string> => {
    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByRole('dialog').getByLabel('E-mail address').fill(email);
    await choose();
    await page.getByRole('dialog').getByRole('button', { name: 'Invite a person' }).click();
    const link = await page.getByTestId('secret').innerText();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByTestId('secret').waitFor({ state: 'detached' });
    return link;
  };

  /** The first account, with the link that the start prints, by keyboard. */
  const makeFirstAccount = async (): Promise<void> => {
    const link = dashboard.welcomeLink;
    const token = link.split('#')[1] ?? '';
    owner = await dashboard.open();
    const { page, faults } = owner;
    const sent: string[] = [];
    page.on('request', (request) => {
      const { referer = '' } = request.headers();
      sent.push(request.url(), referer);
    });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome to Glossa' }).waitFor();
    await typeInto(page, 'E-mail address', OWNER.email);
    await typeInto(page, 'Name', OWNER.name);
    await typeInto(page, 'Password', 'short');
    await page.keyboard.press('Enter');
    await page.getByText('At least 12 characters.').waitFor();
    await typeInto(page, 'Password', OWNER.email);
    await page.keyboard.press('Enter');
    await page.getByText('Choose another password').waitFor();
    await dashboard.picture(page, 'welcome-errors');
    await typeInto(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(page.url()).toBe(`${dashboard.url}/projects`);
    expect(sent.filter((url) => url.includes(token))).toEqual([]);
    expect(dashboard.log).not.toContain(token);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(PASSWORD);

    await page.goto(link);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await page.getByText('start the service again: it prints a new link').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(faults).toEqual([]);
  };

  /** A person who writes German only, with the pages in German, and who is named in the history. */
  const inviteGermanWriter = async (): Promise<void> => {
    const { id } = await dashboard.givenProject({ name: 'Walk' }, { en: { title: 'Welcome' } });
    const link = await invite(owner.page, 'kim@example.com', async () => {
      const dialog = owner.page.getByRole('dialog');
      await dialog.getByRole('switch', { name: 'Write in some languages only' }).press('Space');
      await dialog.getByLabel('Languages', { exact: true }).fill('German (de)');
      await owner.page.getByRole('option', { name: 'German (de)', exact: true }).click();
      await owner.page.keyboard.press('Tab');
    });
    await owner.page.getByRole('region', { name: 'Invitations' }).getByText('kim@example.com').waitFor();

    const { context, page, faults } = await dashboard.open({ locale: 'de-DE' });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Sie sind eingeladen' }).waitFor();
    await typeInto(page, 'Name', 'Kim Schmidt');
    await typeInto(page, 'Passwort', '123456789012');
    await page.keyboard.press('Enter');
    await page.getByText('Wählen Sie ein anderes Passwort').waitFor();
    await typeInto(page, 'Passwort', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Projekte' }).waitFor();

    await page.goto(`/projects/${id}/keys?languages=de,ar`);
    const { members } = (await dashboard.api.get('members')).body;
    expect(members.at(-1)).toMatchObject({ role: 'translator', languages: ['de'], projectIds: null });
    const editor = page.locator('.editor');
    await cell(page, 0, 0).focus();
    // The source text, and Arabic.
    for (const steps of [1, 2]) {
      for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      expect(await editor.count()).toBe(0);
    }
    await page.keyboard.press('ArrowLeft');
    await dashboard.picture(page, 'keys-german-only');
    await page.keyboard.press('Enter');
    await editor.getByRole('textbox').waitFor();
    await page.keyboard.type('Willkommen');
    await page.keyboard.press('Control+Enter');
    await editor.waitFor({ state: 'detached' });
    await page.getByText('Willkommen').waitFor();
    await page.getByText('wird gespeichert').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Verlauf' }).click();
    await page.getByText('Kim Schmidt').first().waitFor();
    await page.getByRole('link', { name: 'Mitglieder' }).waitFor({ state: 'detached' });
    expect((await dashboard.texts(id)).de).toEqual({ title: 'Willkommen' });

    await owner.page.goto(`/projects/${id}/history`);
    await owner.page.getByRole('button', { name: 'Filter', exact: true }).click();
    await owner.page.getByRole('combobox', { name: 'Person' }).click();
    await owner.page.getByRole('option', { name: 'Kim Schmidt' }).click();
    await owner.page.getByText('Kim Schmidt', { exact: false }).first().waitFor();
    expect(new URL(owner.page.url()).searchParams.get('person')).toMatch(/^[0-9a-f-]{36}$/);
    expect([...faults, ...owner.faults]).toEqual([]);
    await context.close();
  };

  /** Signing in with a password, its change, the sessions, and a link for a new password. */
  const changePassword = async (): Promise<void> => {
    const { context, page, faults } = await dashboard.open();
    await page.goto('/settings/account');
    await typeInto(page, 'E-mail address', 'KIM@example.com');
    await typeInto(page, 'Password', 'not the password of Kim');
    await page.keyboard.press('Enter');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await typeInto(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My account' }).waitFor();

    await page.getByRole('textbox', { name: 'Current password' }).fill('not the password of Kim');
    await page.getByRole('textbox', { name: 'New password' }).fill('seven amber owls by the sea');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This is not your password.').waitFor();
    await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is changed.').waitFor();

    await page.getByRole('combobox', { name: 'Language of these pages' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('region', { name: 'Name and language' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();

    await owner.page.goto('/settings/members');
    await owner.page.getByRole('button', { name: 'Actions for Kim Schmidt' }).click();
    await owner.page.getByRole('menuitem', { name: 'Link for a new password' }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Link for a new password' }).click();
    const link = await owner.page.getByTestId('secret').innerText();
    await owner.page.getByRole('button', { name: 'Done' }).click();
    const other = await dashboard.open();
    await other.page.goto(link);
    await other.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('heading', { name: 'Projekte' }).waitFor();
    await page.reload();
    await page.getByLabel('E-mail address').waitFor();

    await page.getByLabel('E-mail address').fill('kim@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Die Sitzung beenden/ }).click();
    await page.getByText('Die Sitzung ist beendet.').waitFor();
    await other.page.reload();
    await other.page.getByLabel('E-mail address').waitFor();
    expect([...faults, ...other.faults]).toEqual([]);
    await other.context.close();
    await context.close();
  };

  /** A person joins another organization with the account, and goes from one to the other. */
  const joinAnotherOrganization = async (): Promise<void> => {
    const { welcomeLink } = (await dashboard.api.post('organizations', { name: 'Second', plan: 'growth' })).body;
    const { page, faults } = owner;
    await page.goto(welcomeLink);
    await page.getByText(`You are signed in as ${OWNER.name} (${OWNER.email}).`).waitFor();
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('No projects yet').waitFor();
    await page.getByRole('combobox', { name: 'Organization' }).selectOption({ index: 0 });
    await page.getByRole('link', { name: 'Walk' }).waitFor();
    await page.getByRole('combobox', { name: 'Organization' }).selectOption('Second');
    await page.getByText('No projects yet').waitFor();

    const link = await invite(page, 'kim@example.com');
    const { context, page: other } = await dashboard.open();
    await other.goto(link);
    await other.getByLabel('Name', { exact: true }).fill('Kim');
    await other.getByLabel('Password', { exact: true }).fill('another password of mine');
    await other.keyboard.press('Enter');
    await other.getByText('The address has an account already.').waitFor();
    await other.getByText('I have an account', { exact: true }).click();
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByText('Noch keine Projekte').waitFor();
    await context.close();

    const withdrawn = await invite(page, 'nobody@example.com');
    await page.getByRole('button', { name: 'Actions for nobody@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('The invitation for nobody@example.com is withdrawn.').waitFor();
    await page.goto(withdrawn);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('ask for a new invitation').waitFor();

    await page.goto('/settings/account');
    await page.getByRole('region', { name: 'Organizations' }).getByText('Second').waitFor();
    await page.getByRole('button', { name: /^Leave / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').getByText('the organization needs another owner').waitFor();
    await dashboard.picture(page, 'leave');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(faults).toEqual([]);
  };

  /** The audit lists the changes of a member, and can be filtered. */
  const readAudit = async (): Promise<void> => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Audit' }).click();
    const removed = page.getByRole('row', { name: /Member removed Ada Owner Kim Schmidt/ });
    await removed.waitFor();
    await dashboard.picture(page, 'audit');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Member changed' }).click();
    await removed.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Member changed Ada Owner Kim Schmidt role: reviewer/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('member.changed');
  };

  /** A person who has removed the account has a name in the language of the page. */
  const readAuditInGerman = async (): Promise<void> => {
    const { page } = owner;
    await page.goto('/settings/audit');
    await page.getByRole('row', { name: /Member removed Ada Owner removed person/ }).waitFor();
    await page.goto('/settings/account');
    await page.getByRole('combobox', { name: 'Language of these pages' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('region', { name: 'Name and language' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();
    await page.goto('/settings/audit');
    await page.getByRole('row', { name: /Mitglied entfernt Ada Owner entfernte Person/ }).waitFor();
  };

  /** Members are changed and removed, and a person deletes the own account. */
  const removeMembers = async (): Promise<void> => {
    const { page, faults } = owner;
    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Actions for Kim Schmidt' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Reviewer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: /Kim Schmidt/ })
      .getByText('Reviewer')
      .waitFor();
    await page.getByRole('button', { name: 'Actions for Kim Schmidt' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Kim Schmidt is removed.').waitFor();
    await page.getByRole('row', { name: /Kim Schmidt/ }).waitFor({ state: 'detached' });
    await readAudit();

    const { context, page: other } = await dashboard.open();
    await other.goto('/settings/account');
    await other.getByLabel('E-mail address').fill('kim@example.com');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Konto löschen' }).click();
    await other.getByRole('dialog').getByRole('textbox').fill('kim@example.com');
    await other.getByRole('dialog').getByRole('button', { name: 'Konto löschen' }).click();
    await other.getByLabel('E-mail address').waitFor();
    await other.getByLabel('E-mail address').fill('kim@example.com');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByText('The e-mail address or the password is wrong.').waitFor();
    await context.close();
    await readAuditInGerman();
    expect(faults).toEqual([]);
  };

  it('begin with the printed link, invite others, sign in, go from one organization to another, and leave', async () => {
    await makeFirstAccount();
    await inviteGermanWriter();
    await changePassword();
    await joinAnotherOrganization();
    await removeMembers();
    await owner.context.close();
  });

  describe.each(WINDOWS)('in $colorScheme colours, $width pixels wide', ({ colorScheme, width }) => {
    it.each(['en-GB', 'de-DE'])(
      'have no violation of accessibility, and nothing beyond the edge (%s)',
      async (locale) => {
        const isGerman = locale === 'de-DE';
        const body = { email: `${colorScheme}-${width}-${locale}@example.com`.toLowerCase(), role: 'owner' };
        const { welcomeLink } = (await dashboard.api.post('organizations', { name: body.email, plan: 'growth' })).body;
        const { context, page, faults } = await dashboard.open({ colorScheme, width, locale });
        const found: string[] = [];
        const look = async (name: string): Promise<void> => {
          found.push(...(await dashboard.look(page, `${name}-${colorScheme}-${width}-${locale}`)));
        };
        await page.goto('/password');
        await page.getByRole('link').waitFor();
        await look('link-dead');
        await page.goto('/password#token');
        await page.locator('input[type=password]').waitFor();
        await look('link-password');
        await page.goto(welcomeLink);
        await page.locator('input[type=email]').fill(body.email);
        await page.locator('input[autocomplete=name]').fill('A long name of a person who has many names');
        await page.locator('input[type=password]').fill('short');
        await page.keyboard.press('Enter');
        await page.locator('[aria-invalid=true]').waitFor();
        await look('link-welcome');
        await page.locator('input[type=password]').fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: isGerman ? 'Abmelden' : 'Sign out' }).waitFor();
        await page.goto('/settings/account');
        await page.getByRole('table').waitFor();
        await look('account');
        await page.goto('/settings/members');
        await page.getByRole('table').waitFor();
        await look('members');
        await page.goto('/settings/audit');
        await page.getByRole('table').waitFor();
        await look('audit');
        await page.goto('/settings/members');
        await page.getByRole('table').waitFor();
        await page.getByRole('button', { name: isGerman ? 'Person einladen' : 'Invite a person' }).click();
        await page.getByRole('dialog').locator('input[type=email]').fill('somebody@example.com');
        await page.getByRole('dialog').getByRole('switch').first().press('Space');
        await look('invite');
        await page.getByRole('dialog').getByRole('switch').first().press('Space');
        await page.getByRole('dialog').locator('button[type=submit]').click();
        await page.getByTestId('secret').waitFor();
        await look('invite-link');
        await page.goto('/invitation#token');
        await page.locator('button[type=submit]').waitFor();
        await look('link-invitation');
        expect(found).toEqual([]);
        expect(faults).toEqual([]);
        await context.close();
      },
    );
  });
});
