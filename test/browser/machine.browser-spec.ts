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

  it('is asked for once the person rests on the text, while the memory is read as soon as the editor opens', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Close the file' }, de: {} });
    const { context, page } = await dashboard.openKeys(id);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/suggestions')) asked.push(new URL(request.url()).search);
    });
    // A page that is not shown when its clock stops is never shown.
    await cell(page, 0, 2).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await cell(page, 0, 2).dblclick();
    for (let ms = 0; ms < 900; ms++) await page.clock.runFor(1);
    expect(asked).toEqual(['?language=de']);
    while (asked.length === 1) await page.clock.runFor(10);
    expect(asked[1]).toBe('?language=de&machine=true');
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

  it('is paid for once if the person leaves the text before it is there, and comes back', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Close the file', b: 'Open a window' }, de: {} });
    const { context, page } = await dashboard.openKeys(id);
    const { answer } = machine.receiver;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    machine.receiver.answer = (response, message) => void released.then(() => answer(response, message));
    await cell(page, 0, 2).click();
    await machine.receiver.received(1);
    await cell(page, 1, 2).click();
    await machine.receiver.received(2);
    release();
    await section(page).getByText('Openen').waitFor();
    await cell(page, 0, 2).click();
    await section(page).getByText('Closeen').waitFor();
    expect(machine.receiver.messages.map(({ payload }) => payload.text)).toEqual([
      ['Close the file'],
      ['Open a window'],
    ]);
    await context.close();
  });

  describe('for what is missing', () => {
    const TEXTS = { en: { a: 'Save', b: 'Save', c: 'Open the file', d: 'Delete {count} files' }, de: { a: 'Sichern' } };

    it('counts first, then writes one change, and undoes it', async () => {
      const { id } = await dashboard.givenProject({}, TEXTS);
      const { context, page, faults } = await dashboard.openKeys(id);
      await page.getByRole('button', { name: 'Pretranslate…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Translate the rest by DeepL').check();
      await dialog.getByText(/[0-9,]+ characters remain this month/).waitFor();
      await dialog.getByRole('button', { name: 'Count' }).click();
      await dialog.getByText('1 text is in the memory.').waitFor();
      await dialog.getByText('2 texts go to DeepL.').waitFor();
      expect(machine.receiver.messages).toEqual([]);
      await dashboard.picture(page, 'pretranslate-counts');
      await dialog.getByRole('button', { name: 'Translate 3 texts' }).click();
      await dialog.getByText('3 texts are translated.').waitFor();
      await dashboard.picture(page, 'pretranslate-done');
      await cell(page, 3, 2).getByText('Deleteen {count} filesen').waitFor();
      await dialog.getByRole('link', { name: 'Show the change' }).waitFor();
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('The change is undone.').waitFor();
      const { body } = await dashboard.api.get(`projects/${id}/export?format=json&language=de`);
      expect(body).toMatchObject({ a: 'Sichern' });
      expect(Object.values(body as object).filter(Boolean)).toEqual(['Sichern']);
      expect(faults).toEqual([]);
      await context.close();
    });

    it('shows its progress, and writes nothing if it is stopped', async () => {
      const { id } = await dashboard.givenProject({}, TEXTS);
      const { context, page } = await dashboard.openKeys(id);
      machine.receiver.answer = () => undefined;
      await page.getByRole('button', { name: 'Pretranslate…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Translate the rest by DeepL').check();
      await dialog.getByRole('button', { name: 'Count' }).click();
      await dialog.getByRole('button', { name: 'Translate 3 texts' }).click();
      await dialog.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped. Nothing is changed.').waitFor();
      const { body } = await dashboard.api.get(`projects/${id}/export?format=json&language=de`);
      expect(Object.values(body as object).filter(Boolean)).toEqual(['Sichern']);
      await context.close();
    });
  });
});
