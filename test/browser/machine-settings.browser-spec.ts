import type { Page } from 'playwright-core';
import de from '../../dashboard/src/texts/de.json';
import en from '../../dashboard/src/texts/en.json';
import { MachineServer } from '../support/machine';
import { chooseApiKey, hasBrowser, signIn, violationsOf } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

const PATH = '/settings/machine-translation';
const SECRET = 'secret-of-the-organization-0123456789';
const TEXTS = de.machineTranslation;

/** Returns the texts in a file of texts. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);

/** Returns the lines that are a text of the dashboard in English, and no text of it in German. */
function englishIn(lines: readonly string[]): string[] {
  const [english, german] = [en, de].map((texts) => textsIn(texts).map(patternOf));
  const isOf = (patterns: readonly RegExp[] | undefined, line: string) => patterns?.some((text) => text.test(line));
  return lines.filter((line) => isOf(english, line) && !isOf(german, line));
}

const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\{.*?\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );

describeInBrowser('the settings of machine translation', () => {
  let dashboard: StartedDashboard;
  let machine: MachineServer;
  beforeAll(async () => {
    machine = await MachineServer.start();
    dashboard = await StartedDashboard.start({ WEBHOOK_PRIVATE_ADDRESSES: 'true' });
  });
  beforeEach(() => machine.answerWell());
  afterEach(() => dashboard.api.delete('machine-translation/provider'));
  afterAll(async () => {
    await dashboard.close();
    await machine.close();
  });

  const choose = async (page: Page, provider: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: provider }).click();
  };

  it('set a provider of the organization, test it, change it without its key, and remove it', async () => {
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, PATH);
    await page.getByText('No provider is set up.').waitFor();
    await choose(page, 'DeepL');
    await page.getByLabel('Address').fill(machine.url);
    await page.getByLabel('API key', { exact: true }).fill(SECRET);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('DeepL translates, set up by the organization.').waitFor();
    // The form is read again by a request of its own.
    await page.getByText('The provider is saved.').waitFor();
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('');
    expect(await page.content()).not.toContain(SECRET);

    await page.getByRole('button', { name: 'Test it' }).click();
    await page.getByText('DeepL has translated: Deleteen {count} filesen').waitFor();
    machine.answerWith(403, '{}');
    await page.getByRole('button', { name: 'Test it' }).click();
    await page.getByText('DeepL offers no translation: it refuses').waitFor();
    machine.answerWell();

    await page.getByLabel('Limit of characters a month').fill('500');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('of 500 characters this month').waitFor();
    await page.getByRole('button', { name: 'Test it' }).click();
    await page.getByText('DeepL has translated:').waitFor();
    expect(machine.receiver.messages.at(-1)?.headers.authorization).toBe(`DeepL-Auth-Key ${SECRET}`);

    await page.getByRole('button', { name: 'Remove the provider' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the provider' }).click();
    await page.getByText('No provider is set up.').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(['languages', 'projectIds'])('are shown without a form to those who are limited by %s', async (limit) => {
    await dashboard.api.put('machine-translation/provider', { provider: 'deepl', url: machine.url, apiKey: SECRET });
    const values = limit === 'languages' ? ['de'] : [(await dashboard.givenProject()).id];
    const limits = { [limit]: values, scopes: ['members:manage', 'translations:read'] };
    const { secret } = (await dashboard.api.post('api-keys', { name: limit, ...limits })).body.apiKey;
    const { context, page, faults } = await dashboard.open();
    await signIn(page, secret, PATH);
    await page.getByText('DeepL translates, set up by the organization.').waitFor();
    await page.getByText(en.machineTranslation.limited).waitFor();
    await page.getByRole('button', { name: 'Test it' }).click();
    await page.getByText('DeepL has translated:').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    const names = await page.getByRole('main').getByRole('button').allInnerTexts();
    expect(names).toEqual(['Test it']);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('say at the field what is missing', async () => {
    const { context, page } = await dashboard.open();
    await signIn(page, dashboard.secret, PATH);
    await choose(page, 'a language model');
    await page.getByLabel('Address').fill(machine.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('input[aria-invalid=true]').waitFor();
    expect(await page.getByLabel('Model').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Model').fill('small');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('a language model translates, set up by the organization.').waitFor();
    await context.close();
  });

  it('have the style note among the settings of a project', async () => {
    const { id } = await dashboard.givenProject();
    const { context, page, faults } = await dashboard.open();
    await signIn(page, dashboard.secret, `/projects/${id}/settings`);
    await page.getByLabel('Style note').fill('Friendly and short.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The project is saved.').waitFor();
    expect((await dashboard.api.get(`projects/${id}`)).body.project.styleNote).toBe('Friendly and short.');
    await page.reload();
    expect(await page.getByLabel('Style note').inputValue()).toBe('Friendly and short.');
    await page.getByLabel('Style note').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The project is saved.').waitFor();
    expect((await dashboard.api.get(`projects/${id}`)).body.project.styleNote).toBeNull();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are in German, without texts of another language', async () => {
    const body = { provider: 'openai', url: machine.url, model: 'small', apiKey: SECRET, charactersPerMonth: 500 };
    await dashboard.api.put('machine-translation/provider', body);
    const { context, page, faults } = await dashboard.open({ locale: 'de-DE' });
    await page.goto(PATH);
    await chooseApiKey(page);
    await page.getByLabel(de.signIn.apiKey, { exact: true }).fill(dashboard.secret);
    await page.getByRole('button', { name: de.signIn.submit, exact: true }).click();
    await page.getByTestId('characters').waitFor();
    const shown = [await page.locator('body').innerText()];
    await page.getByRole('button', { name: TEXTS.test }).click();
    await page.getByText('Deleteen {count} filesen').waitFor();
    shown.push(await page.locator('body').innerText());
    await page.getByRole('combobox', { name: TEXTS.provider }).click();
    shown.push(await page.getByRole('listbox').innerText());
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: TEXTS.remove }).click();
    shown.push(await page.getByRole('dialog').innerText());
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
    const lines = shown
      .join('\n')
      .split(/\n|\t/)
      .map((line) => line.trim());
    expect(lines).toEqual(expect.arrayContaining([TEXTS.own, TEXTS.limitHint, TEXTS.removeHint]));
    expect(englishIn(lines)).toEqual([]);
  });

  it('look well', async () => {
    const body = { provider: 'openai', url: machine.url, model: 'small', apiKey: SECRET, charactersPerMonth: 500 };
    await dashboard.api.put('machine-translation/provider', body);
    const found: string[] = [];
    for (const { colorScheme, width } of WINDOWS) {
      const { context, page } = await dashboard.open({ colorScheme, width });
      await signIn(page, dashboard.secret, PATH);
      await page.getByTestId('characters').waitFor();
      found.push(...(await dashboard.look(page, `machine-translation-${colorScheme}`)));
      await context.close();
    }
    expect(found).toEqual([]);
  });
});
