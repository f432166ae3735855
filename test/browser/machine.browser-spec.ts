import type { Page } from 'playwright-core';
import { MachineServer } from '../support/machine';
import { cell, hasBrowser } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a machine translation in the panel', () => {
  let dashboard: StartedDashboard;
  let machine: MachineServer;
  beforeAll(async () => {
    machine = await MachineServer.start();
    dashboard = await StartedDashboard.start({
      MT_PROVIDER: 'deepl',
      MT_URL: machine.url,
      MT_API_KEY: 'secret-of-the-provider',
      MT_PRIVATE_ADDRESSES: 'true',
    });
  });
  beforeEach(() => {
    machine.answerWell();
    machine.receiver.messages.length = 0;
  });
  afterAll(async () => {
    await dashboard.close();
    await machine.close();
  });

  const section = (page: Page) =>
    page.getByRole('complementary', { name: 'About this text' }).locator('[data-section="suggestions"]');

  it('is offered with the name of its provider', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Delete {count} files' }, de: {} });
    const { context, page, faults } = await dashboard.openKeys(id);
    await cell(page, 0, 2).dblclick();
    await section(page).getByText('Machine translation by DeepL').waitFor();
    await section(page).getByText('Deleteen').waitFor();
    await section(page)
      .getByRole('button', { name: /Deleteen/ })
      .waitFor();
    expect(machine.receiver.messages).toHaveLength(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is asked for by a button where the memory has the same text, and says why there is none', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save', b: 'Save' }, de: { a: 'Sichern' } });
    const { context, page } = await dashboard.openKeys(id);
    await cell(page, 1, 2).click();
    const ask = section(page).getByRole('button', { name: 'Translate by DeepL' });
    await ask.waitFor();
    expect(machine.receiver.messages).toEqual([]);
    machine.answerWith(429, '{}');
    await ask.click();
    await section(page).getByText('DeepL offers no translation: it is too busy at the moment.').waitFor();
    await context.close();
  });
});
