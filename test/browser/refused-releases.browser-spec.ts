import { hasBrowser, signIn } from './browser';
import { StartedDashboard } from './started-dashboard';

const TEXTS = { en: { 'home.title': 'Welcome, {name}' }, de: { 'home.title': 'Willkommen, {name}' } };

(hasBrowser ? describe : describe.skip)('the revisions that a channel could not publish', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  it('are named by it with the reason, in the language of the person, and with the time after which it tries again', async () => {
    const { id } = await dashboard.givenProject({ targetLanguages: ['de'] }, TEXTS);
    await dashboard.api.post(`projects/${id}/releases`, { channel: 'live', failOn: ['placeholder_missing'] });
    await dashboard.api.put(`projects/${id}/channels/live`, { auto: true, interval: 10 });
    const key = await dashboard.keyOf(id, 'home.title');
    await dashboard.api.put(`keys/${key.id}`, { translations: { de: 'Willkommen' } });
    const english = await dashboard.open();
    await signIn(english.page, dashboard.secret, `/projects/${id}/releases`);
    const checksFail = 'Revision 3 is not published: texts fail checks that refuse the release.';
    await english.page.getByText(`${checksFail} The channel tries again after 10 seconds.`).waitFor();

    const { context, page, faults } = await dashboard.open({ locale: 'de-DE' });
    await page.route(`**/api/v1/projects/${id}/channels`, async (route) => {
      const response = await route.fetch();
      const [channel] = (await response.json()).channels;
      const channels = ['internal_error', 'unknown_language'].map((code) => ({
        ...channel,
        name: code,
        refused: { revision: 3, code },
      }));
      await route.fulfill({ response, json: { channels } });
    });
    await signIn(page, dashboard.secret, `/projects/${id}/releases`);
    const refused = 'Die Revision 3 wird nicht veröffentlicht: ';
    const again = 'Der Kanal versucht es nach 10 Sekunden erneut';
    // A sentence that names more than is known is left to its code.
    for (const reason of [
      'Im Dienst ist ein Fehler aufgetreten; sein Protokoll hat die Einzelheiten',
      'unknown_language',
    ])
      await page.getByText(`${refused}${reason}. ${again}`).waitFor();
    expect([...english.faults, ...faults]).toEqual([]);
    await Promise.all([english.context.close(), context.close()]);
  });
});
