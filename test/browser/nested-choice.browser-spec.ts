import { cell, hasBrowser, untilSaved } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a message with nested choices', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  it('is written one option at a time, with the forms of the language in it, or as the message', async () => {
    const source =
      '{who, select, she {{n, plural, one {her # file} other {her # files}}} other {{n, plural, one {a file} other {# files}}}}';
    const { id } = await dashboard.givenProject({ targetLanguages: ['pl'] }, { en: { a: source } });
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 0, 2).dblclick();
    const field = (path: string) => page.getByRole('textbox', { name: `a in Polish: ${path}`, exact: true });
    const option = (name: string) => page.getByRole('radiogroup', { name: 'who (select)' }).getByText(name);
    await field('she: one').fill('jej # plik');
    await field('she: few').fill('jej # pliki');
    await field('she: many').fill('jej # plików');
    await option('other').click();
    await field('other: other').fill('# pliku');
    await page.getByRole('button', { name: 'Edit as ICU message' }).click();
    const written =
      '{who, select, she {{n, plural, one {jej # plik} few {jej # pliki} many {jej # plików} other {}}} other {{n, plural, other {# pliku}}}}';
    expect(await page.getByRole('textbox', { name: 'a in Polish', exact: true }).inputValue()).toBe(written);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await untilSaved(page);
    expect((await dashboard.texts(id)).pl).toEqual({ a: written });
    expect(faults).toEqual([]);
    await context.close();
  });
});
