import type { Locator, Page } from 'playwright-core';
import { until } from '../support/receiver';
import { chooseApiKey, hasBrowser, readLate, signIn, watchFor } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const TEXTS = {
  en: { 'home.title': 'Welcome, {name}', 'cart.empty': 'Your cart is empty' },
  de: { 'home.title': 'Willkommen, {name}', 'cart.empty': 'Ihr Warenkorb ist leer' },
};

(hasBrowser ? describe : describe.skip)('the releases in the dashboard', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const addressOf = (page: Page, label: string): Locator => page.getByTestId(`address of ${label}`);

  const createToken = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Create delivery token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create delivery token' }).click();
    await page.getByText(`The delivery token ${name} is created.`).waitFor();
  };

  const actOnChannel = async (page: Page, name: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('are published with the options of the last release, for which the form waits', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, TEXTS);
    const options = { channel: 'live', format: 'i18next', minState: 'translated', failOn: ['placeholder_missing'] };
    const last = (await dashboard.api.post(`projects/${id}/releases`, options)).body.release;
    const { context, page, faults } = await dashboard.open();
    let isRefused = true;
    await page.route(`**/api/v1/releases/${last.id}`, async (route) => {
      if (!isRefused) return route.continue();
      const problem = { status: 503, code: 'unavailable', detail: 'the database does not answer', requestId: 'r-1' };
      await route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await signIn(page, dashboard.secret, `/projects/${id}/releases/publish?channel=live`);
    await page.getByText('the database does not answer').waitFor();
    const publish = page.getByRole('button', { name: 'Publish' });
    expect(await publish.isDisabled()).toBe(true);
    isRefused = false;
    // Spaces around the name of a channel name no other one.
    await page.getByRole('combobox', { name: 'Channel' }).fill('live ');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('combobox', { name: 'Format' }).waitFor();
    await publish.click();
    await page.getByRole('heading', { name: 'Release of revision' }).waitFor();
    const { releases } = (await dashboard.api.get(`projects/${id}/releases`)).body;
    expect(releases).toHaveLength(2);
    for (const release of releases) expect(release).toMatchObject(options);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are published, loaded, published again and taken back; a revoked token loads nothing', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, TEXTS);
    const key = await dashboard.keyOf(id, 'home.title');
    const { context, page, faults } = await dashboard.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, dashboard.secret, `/projects/${id}/releases`);
    await page.getByText('No channels yet').waitFor();

    // The first release.
    await page.getByRole('link', { name: 'Publish' }).click();
    await page.getByText('The first release of this channel: all texts of revision 2.').waitFor();
    await page.getByText('Nothing in these languages.').waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).fill('Live');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Up to 64 lower-case letters').waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).fill('live');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Release of revision 2' }).waitFor();
    await page.getByText('served by live').waitFor();
    await page.getByText('there is none yet').waitFor();

    // Its addresses.
    await page.getByRole('link', { name: 'Delivery', exact: true }).click();
    await createToken(page, 'Web page');
    await addressOf(page, 'file').waitFor();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await addressOf(page, 'file').filter({ hasText: '/live/de.json' }).waitFor();
    await page.getByRole('button', { name: 'Copy: File of a language' }).click();
    const address = await addressOf(page, 'file').innerText();
    await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === address);
    const load = async (url: string): Promise<unknown> => (await fetch(url)).json();
    // A change of a channel or a token reaches each process within seconds.
    const loads = (title: string): Promise<void> =>
      until(async () => ((await load(address)) as Record<string, string>)['home.title'] === title);
    expect(await load(address)).toEqual(TEXTS.de);
    expect(await load(await addressOf(page, 'manifest').innerText())).toMatchObject({ revision: 2 });

    // A change that a check finds fault with.
    await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Willkommen' } });
    await page.goto(`/projects/${id}/releases`);
    await actOnChannel(page, 'live', 'Publish');
    await page.getByText('1 change since revision 2, which the channel serves.').waitFor();
    await page.getByRole('link', { name: 'Key changed' }).waitFor();
    await page.getByRole('link', { name: 'German: Missing placeholder' }).waitFor();
    await page.getByRole('combobox', { name: 'Checks that refuse the release' }).click();
    await page.getByRole('option', { name: 'Missing placeholder' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('refuses the release', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    const refusal = page.getByRole('alert');
    await refusal.getByText('German: Missing placeholder').waitFor();
    expect(await refusal.getByRole('link', { name: 'home.title' }).getAttribute('href')).toContain('search=home.title');
    expect((await dashboard.api.get(`projects/${id}/releases`)).body.releases).toHaveLength(1);

    // Without the check, it is published.
    await page.getByRole('combobox', { name: 'Checks that refuse the release' }).press('Backspace');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Release of revision 3' }).waitFor();
    const fixed = page.getByRole('link', { name: /\/f\/[0-9a-f]{64}\.json$/ });
    expect(await load((await fixed.first().getAttribute('href')) ?? '')).toEqual({
      ...TEXTS.de,
      'home.title': 'Willkommen',
    });
    await loads('Willkommen');

    // Back to the release before.
    await page.getByRole('link', { name: 'All releases' }).click();
    await actOnChannel(page, 'live', 'Serve another release');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Release' }).click();
    await page.getByRole('option', { name: /^Revision 2/ }).click();
    await dialog.getByText('live will serve revision 2 instead of revision 3.').waitFor();
    await dialog.getByText('1 change is taken back').waitFor();
    await dialog.getByRole('link', { name: 'Key changed' }).waitFor();
    await dialog.getByRole('button', { name: 'Serve this release' }).click();
    await page.getByText('live serves revision 2 now.').waitFor();
    await page.getByRole('article', { name: 'live' }).getByRole('link', { name: 'Revision 2' }).waitFor();
    await loads(TEXTS.de['home.title']);

    // The channel follows the project, and stops.
    await actOnChannel(page, 'live', 'Follow the project');
    await page.getByRole('switch').press('Space');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('follows the project, every 1 minute at most').waitFor();

    // The token is revoked, and the channel deleted.
    await page.getByRole('link', { name: 'Delivery' }).click();
    await page.getByRole('button', { name: 'Revoke: Web page' }).click();
    await readLate(page, /\/delivery-tokens/);
    const revoked = await watchFor(page, 'Web page is revoked.');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    expect(await revoked()).toContain('No delivery tokens yet');
    await until(async () => (await fetch(address)).status === 404);
    await page.getByRole('link', { name: 'All releases' }).click();
    await actOnChannel(page, 'live', 'Delete channel');
    await readLate(page, /\/channels/);
    const deleted = await watchFor(page, 'The channel live is deleted.');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete channel' }).click();
    expect(await deleted()).toContain('No channels yet');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are shown to those who may not change them, without what they may not do', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, TEXTS);
    await dashboard.api.post(`projects/${id}/releases`, { channel: 'live' });
    await dashboard.api.post(`projects/${id}/delivery-tokens`, { name: 'Web page' });
    const body = { name: 'Reader', scopes: ['projects:read'] };
    const { apiKey } = (await dashboard.api.post('api-keys', body)).body;
    const { context, page } = await dashboard.open();
    await signIn(page, apiKey.secret, `/projects/${id}/releases`);
    await page.getByRole('article', { name: 'live' }).waitFor();
    expect(await page.getByRole('link', { name: 'Publish' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions for live' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Addresses' }).click();
    await addressOf(page, 'file').waitFor();
    expect(await page.getByRole('button', { name: /^(?:Create|Revoke)/ }).count()).toBe(0);
    await page.goto(`/projects/${id}/releases/publish`);
    await page.getByText('You lack the scope releases:manage.').waitFor();
    await context.close();
  });

  it.each(WINDOWS)('has no violation of accessibility in $colorScheme colours, $width pixels wide', async (window) => {
    const isGerman = window.colorScheme === 'dark';
    const { id } = await dashboard.givenProject({ name: 'Shop', targetLanguages: ['de', 'ar'] }, TEXTS);
    const { context, page, faults } = await dashboard.open({ ...window, locale: isGerman ? 'de-DE' : 'en-GB' });
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      found.push(...(await dashboard.look(page, `${name}-${window.colorScheme}-${window.width}`)));
    };
    const closeDialog = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const actOn = async (item: RegExp): Promise<void> => {
      await page.getByRole('button', { name: /live/ }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('dialog').waitFor();
    };
    await page.goto(`/projects/${id}/releases`);
    await chooseApiKey(page);
    await page.locator('input[type=password]').fill(dashboard.secret);
    await page.keyboard.press('Enter');
    await page.getByText(/No channels yet|Noch keine Kanäle/).waitFor();
    await look('releases-empty');
    await page.goto(`/projects/${id}/releases/delivery`);
    await page.getByText(/No delivery tokens yet|Noch keine Auslieferungs-Token/).waitFor();
    await look('delivery-empty');

    await dashboard.api.post(`projects/${id}/releases`, { channel: 'live', perNamespace: true });
    await dashboard.api.put(`keys/${(await dashboard.keyOf(id, 'home.title')).id}`, { translations: { de: 'Hallo' } });
    await dashboard.api.post(`projects/${id}/releases`, {
      channel: 'live',
      format: 'i18next',
      languages: ['en', 'de'],
    });
    await dashboard.api.put(`projects/${id}/channels/next`, {
      release: (await dashboard.api.get(`projects/${id}/releases`)).body.releases[1].id,
      auto: true,
    });
    for (const name of ['Web page', 'Android app']) {
      await dashboard.api.post(`projects/${id}/delivery-tokens`, { name });
    }
    const [{ token }] = (await dashboard.api.get(`projects/${id}/delivery-tokens`)).body.deliveryTokens;
    for (let request = 1; request <= 3; request++) {
      expect((await fetch(`${dashboard.url}/delivery/${token}/live/manifest.json`)).status).toBe(200);
    }
    await dashboard.api.put(`keys/${(await dashboard.keyOf(id, 'cart.empty')).id}`, { translations: { de: 'Leer ' } });

    await page.goto(`/projects/${id}/releases`);
    await page.getByRole('table').waitFor();
    await page
      .getByRole('article')
      .nth(1)
      .getByText(/kB|bytes?/i)
      .waitFor();
    await look('releases');
    await actOn(/Serve another|andere/);
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option').last().click();
    await page.getByRole('dialog').locator('.changes a').first().waitFor();
    await look('release-serve');
    await closeDialog();
    await actOn(/Follow|folgen/);
    await page.getByRole('dialog').getByRole('switch').press('Space');
    await look('channel-follow');
    await closeDialog();
    await actOn(/Delete|löschen/);
    await look('channel-delete');
    await closeDialog();

    await page.getByRole('table').getByRole('link').last().click();
    await page
      .getByRole('link', { name: /\/f\/[0-9a-f]{64}/ })
      .first()
      .waitFor();
    await look('release');
    await page.goto(`/projects/${id}/releases/publish?channel=live`);
    await page.locator('.changes a').first().waitFor();
    await page
      .getByRole('link', { name: /(?:German|Deutsch): / })
      .first()
      .waitFor();
    await page.getByText(/^(?:Not published: Arabic|Nicht veröffentlicht: Arabisch)\.$/).waitFor();
    await look('publish');
    await page.locator('form').getByRole('combobox').last().click();
    await page.getByRole('option').nth(1).click();
    await page.keyboard.press('Escape');
    await page.locator('form button[type=submit]').click();
    await page
      .getByRole('alert')
      .getByText(/Missing placeholder|Platzhalter fehlt/)
      .waitFor();
    await look('publish-refused');
    await page.goto(`/projects/${id}/releases/delivery?channel=next`);
    await addressOf(page, 'file').filter({ hasText: '/next/' }).waitFor();
    await look('delivery');
    // The service stores the counts of requests every ten seconds, perhaps between two of the requests.
    await until(async () => (await dashboard.api.get(`projects/${id}/delivery-usage`)).body.usage[0]?.requests === 3);
    await page.reload();
    await page.getByRole('cell', { name: '3', exact: true }).waitFor();
    await page.locator('.usage-plot').scrollIntoViewIfNeeded();
    await look('delivery-usage');
    await page.getByRole('button', { name: /^(?:Show as table|Als Tabelle zeigen)$/ }).press('Enter');
    await look('delivery-table');
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
