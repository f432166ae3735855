import { chooseApiKey, hasBrowser } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the language of the page', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const texts = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`key${place}`, `Text ${place}`]));

  it.each([
    ['en-GB', /^\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2}$/, '1,200 keys'],
    ['en-US', /^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/, '1,200 keys'],
    ['de-DE', /^\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}$/, '1.200 Schlüssel'],
    ['de-CH', /^\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}$/, /^1['’]200 Schlüssel/],
    // The page has no Japanese: it is in English, with the dates of `en-US`, the next language in the browser's list.
    ['ja-JP', /^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/, '1,200 keys'],
  ])('writes dates and numbers as people do there: %s', async (locale, date, count) => {
    const { id } = await dashboard.givenProject({}, { en: texts(1_200) });
    const { context, page, faults } = await dashboard.open({ locale });
    await page.goto(`/projects/${id}/history`);
    await chooseApiKey(page);
    await page.getByLabel(/^(?:API key|API-Schlüssel)$/).fill(dashboard.secret);
    await page.keyboard.press('Enter');
    expect((await page.locator('time').first().innerText()).replaceAll('\u202f', ' ')).toMatch(date);
    await page.goto(`/projects/${id}`);
    await page.getByText(count).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(['en-GB', 'de-DE'])('leaves the numbers of a project room at 1,280 pixels: %s', async (locale) => {
    const { id } = await dashboard.givenProject(
      { targetLanguages: ['de', 'ar', 'ja', 'fr', 'pl', 'pt-BR'] },
      { en: { 'cart.a': 'One', 'account.b': 'Two', 'checkout.c': 'Three' }, 'pt-BR': { 'cart.a': 'Um ' } },
    );
    const window = await dashboard.open({ locale });
    await window.page.goto(`/projects/${id}`);
    await chooseApiKey(window.page);
    await window.page.getByLabel(/^(?:API key|API-Schlüssel)$/).fill(dashboard.secret);
    await window.page.keyboard.press('Enter');
    await window.page.getByRole('table').nth(1).waitFor();
    const widths = await window.page
      .getByRole('table')
      .evaluateAll((tables) => tables.map((table) => [table.scrollWidth, table.closest('section')?.clientWidth ?? 0]));
    expect(widths.filter(([table = 0, place = 0]) => table > place)).toEqual([]);
    expect(widths).toHaveLength(2);
    await dashboard.picture(window.page, `project-numbers-${locale}`);
    await window.context.close();
  });
});
