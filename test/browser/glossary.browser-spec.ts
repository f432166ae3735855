import { hasBrowser, signIn } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the glossary', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  /** Returns the API key of a new organization, whose glossary is empty. */
  const given = async () => {
    const values = { name: 'Shop', plan: 'enterprise', rateLimit: 1_000_000 };
    const { secret } = (await dashboard.api.post('organizations', values)).body.apiKey;
    return { secret, api: dashboard.api.as(secret) };
  };
  const window = async (secret: string, options: Parameters<StartedDashboard['open']>[0] = {}) => {
    const opened = await dashboard.open(options);
    await signIn(opened.page, secret, '/glossary');
    return opened;
  };
  const termsOf = async (api: StartedDashboard['api']) => (await api.get('glossary')).body.terms;

  it('takes a term, changes it and deletes it', async () => {
    const { secret, api } = await given();
    const { context, page, faults } = await window(secret);
    await page.getByText('No terms yet').waitFor();
    await page.getByRole('button', { name: 'Add a term' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Term', { exact: true }).fill('invoice');
    await dialog.getByLabel('Definition').fill('A bill to pay');
    await dialog.getByRole('button', { name: 'Add a language' }).click();
    const line = dialog.getByRole('group', { name: 'Translations' });
    await line.getByRole('combobox', { name: 'Language' }).fill('German');
    await page
      .getByRole('option', { name: /^German \(?de\)?$|^German$/ })
      .first()
      .click();
    await line.getByLabel('Translations', { exact: true }).fill('Rechnung | Faktura');
    await dashboard.picture(page, 'glossary-form');
    await dialog.getByRole('button', { name: 'Add a term' }).click();
    await page.getByRole('cell', { name: 'Rechnung, Faktura' }).waitFor();
    expect(await termsOf(api)).toMatchObject([
      { term: 'invoice', definition: 'A bill to pay', translations: { de: ['Rechnung', 'Faktura'] }, projectIds: null },
    ]);

    await page.getByRole('button', { name: 'Actions for invoice' }).click();
    await page.getByRole('menuitem', { name: 'Change the term' }).click();
    // A term cannot be both.
    const kept = dialog.getByLabel('Is not translated');
    await kept.check();
    await dialog.getByLabel('May not be used').check();
    expect(await kept.isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Forbidden', { exact: true }).waitFor();
    expect(await termsOf(api)).toMatchObject([{ forbidden: true, translations: { de: ['Rechnung', 'Faktura'] } }]);

    await page.getByRole('button', { name: 'Actions for invoice' }).click();
    await page.getByRole('menuitem', { name: 'Delete the term' }).click();
    await dialog.getByRole('button', { name: 'Delete the term' }).click();
    await page.getByText('No terms yet').waitFor();
    expect(await termsOf(api)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keeps the translations of all lines of a language, and waits for the language of a line', async () => {
    const { secret, api } = await given();
    await api.post('glossary', { term: 'account', language: 'en', translations: { de: ['Konto'] } });
    const { context, page, faults } = await window(secret);
    await page.getByRole('button', { name: 'Actions for account' }).click();
    await page.getByRole('menuitem', { name: 'Change the term' }).click();
    const dialog = page.getByRole('dialog');
    const lines = dialog.getByRole('group', { name: 'Translations' });
    await dialog.getByRole('button', { name: 'Add a language' }).click();
    await lines.getByLabel('Translations', { exact: true }).last().fill('Benutzerkonto');
    await lines.getByText('Choose the language of this line').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await lines.getByRole('combobox', { name: 'Language' }).last().fill('German');
    await page
      .getByRole('option', { name: /^German \(?de\)?$|^German$/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Konto, Benutzerkonto' }).waitFor();
    expect(await termsOf(api)).toMatchObject([{ translations: { de: ['Konto', 'Benutzerkonto'] } }]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('offers those who are limited to projects changes only of terms of these', async () => {
    const { api } = await given();
    const own = (await api.post('projects', { name: 'Own', sourceLanguage: 'en' })).body.project.id;
    await api.post('glossary', { term: 'everywhere' });
    await api.post('glossary', { term: 'inside', projectIds: [own] });
    const values = { name: 'One', scopes: ['projects:read', 'translations:read', 'keys:write'], projectIds: [own] };
    const { secret } = (await api.post('api-keys', values)).body.apiKey;
    const { context, page, faults } = await window(secret);
    await page.getByRole('cell', { name: 'everywhere English' }).waitFor();
    const menus = await page.getByRole('button', { name: /^Actions for/ }).all();
    const names = await Promise.all(menus.map((menu) => menu.getAttribute('aria-label')));
    expect(names).toEqual(['Actions for inside']);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('offers those who are limited to languages the fields that they may write', async () => {
    const { api } = await given();
    await api.post('glossary', { term: 'cart', definition: 'What is bought', translations: { fr: ['panier'] } });
    const values = { name: 'German', scopes: ['projects:read', 'translations:read', 'keys:write'], languages: ['de'] };
    const { secret } = (await api.post('api-keys', values)).body.apiKey;
    const { context, page, faults } = await window(secret);
    const dialog = page.getByRole('dialog');
    const addGerman = async (text: string): Promise<void> => {
      await dialog.getByRole('button', { name: 'Add a language' }).click();
      const line = dialog.getByRole('group', { name: 'Translations' });
      await line.getByRole('combobox', { name: 'Language' }).click();
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['German (de)']);
      await page.getByRole('option').click();
      await line.getByLabel('Translations', { exact: true }).fill(text);
    };

    // The French translation is written by others.
    await page.getByRole('button', { name: 'Actions for cart' }).click();
    await page.getByRole('menuitem', { name: 'Change the term' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Change the term']);
    await page.getByRole('menuitem').click();
    await dialog.getByText('What is bought').waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await addGerman('Korb');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Korb' }).waitFor();

    await page.getByRole('button', { name: 'Add a term' }).click();
    await dialog.getByLabel('Term', { exact: true }).fill('invoice');
    expect(await dialog.getByRole('checkbox').count()).toBe(1);
    await addGerman('Rechnung');
    await dialog.getByRole('button', { name: 'Add a term' }).click();
    await page.getByRole('cell', { name: 'Rechnung' }).waitFor();
    expect(await termsOf(api)).toMatchObject([
      { term: 'cart', translations: { de: ['Korb'], fr: ['panier'] } },
      { term: 'invoice', translations: { de: ['Rechnung'] } },
    ]);
    await page.getByRole('button', { name: 'Actions for invoice' }).click();
    await page.getByRole('menuitem', { name: 'Delete the term' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('imports a file after it has said what that changes, and finds terms', async () => {
    const { secret, api } = await given();
    const { context, page, faults } = await window(secret);
    const csv = 'term,definition,de\ninvoice,A bill,Rechnung\ncart,,Warenkorb\n';
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import' }).click();
    await (await choosing).setFiles({ name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 new terms').waitFor();
    expect(await termsOf(api)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import terms' }).click();
    await page.getByRole('cell', { name: 'Warenkorb' }).waitFor();
    expect((await termsOf(api)).map(({ term }: { term: string }) => term)).toEqual(['cart', 'invoice']);
    await page.getByRole('searchbox', { name: 'Search terms' }).fill('warenk');
    await page.getByRole('cell', { name: 'Rechnung' }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Warenkorb' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'TBX' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('glossary.tbx');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is accessible and fits on a phone', async () => {
    const { secret, api } = await given();
    await api.post('glossary', { term: 'Glossa', doNotTranslate: true });
    for (const options of WINDOWS) {
      const { context, page } = await window(secret, options);
      await page.getByText('Not translated', { exact: true }).waitFor();
      expect(await dashboard.look(page, `glossary-${options.width}`)).toEqual([]);
      await context.close();
    }
  });
});
