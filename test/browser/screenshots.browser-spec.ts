import type { Locator, Page } from 'playwright-core';
import type { Json } from '../support/client';
import { png, sendPicture } from '../support/pictures';
import { chooseText, hasBrowser, renderLate, signIn } from './browser';
import { StartedDashboard, WINDOWS } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

/** A grey picture of 400 × 200 pixels. */
const PICTURE = png({ width: 400, height: 200, colorType: 0, pixels: Buffer.alloc(401 * 200, 0) });

describeInBrowser('screenshots', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  const section = (page: Page) => page.locator('[data-section="screenshots"]');
  const regionsOf = async (projectId: string): Promise<Json[]> => {
    const [screenshot] = (await dashboard.api.get(`projects/${projectId}/screenshots`)).body.screenshots;
    return screenshot?.keys.map(({ x, y, width, height }: Json) => [x, y, width, height]);
  };
  const choose = async (page: Page, file: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await section(page).getByRole('button', { name: 'Add screenshot' }).click();
    await (await chooser).setFiles({ name: 'home.png', mimeType: 'image/png', buffer: file });
  };
  /** Draws from one point of a picture to another, as shares of its sides. */
  async function draw(page: Page, picture: Locator, from: [number, number], to: [number, number]): Promise<void> {
    const box = await picture.boundingBox();
    if (!box) throw new Error('the picture is not shown');
    await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 4 });
    await page.mouse.up();
  }

  it('are added with a region that is drawn, changed with the keyboard, and deleted', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save', b: 'Close' } });
    const { context, page, faults } = await dashboard.openKeys(id);
    await chooseText(page, 0, 2, ['a', 'German']);
    await section(page).getByText('No screenshot shows this key yet.').waitFor();
    await choose(page, PICTURE);
    const dialog = page.getByRole('dialog');
    await draw(page, dialog.locator('.screenshot-picture'), [0.25, 0.25], [0.75, 0.5]);
    await dialog.getByRole('application').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section(page).locator('figure .region').waitFor();
    const [[x, y, width, height]] = (await regionsOf(id)) as [number[]];
    for (const [value, about] of [
      [x, 100],
      [y, 50],
      [width, 200],
      [height, 50],
    ] as const) {
      expect(Math.abs((value ?? 0) - about)).toBeLessThan(5);
    }

    await section(page).getByRole('button', { name: 'Edit regions' }).click();
    const region = dialog.getByRole('application', { name: /^Region 1: \d+ × \d+ pixels at \d+, \d+$/ });
    await region.press('ArrowRight');
    await region.press('ArrowDown');
    await region.press('Shift+ArrowLeft');
    await region.press('Shift+ArrowUp');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await regionsOf(id)).toEqual([[x! + 4, y! + 4, width! - 4, height! - 4]]);

    await section(page).getByRole('button', { name: 'Delete screenshot' }).click();
    await dialog.getByRole('button', { name: 'Delete screenshot' }).click();
    await section(page).getByText('No screenshot shows this key yet.').waitFor();
    expect(await regionsOf(id)).toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('are listed page by page, and their regions do not overwrite those that others have changed', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save' } });
    const { id: keyId } = await dashboard.keyOf(id, 'a');
    const region = { keyId, x: 0, y: 0, width: 40, height: 20 };
    const white = png({ width: 400, height: 200, colorType: 0, pixels: Buffer.alloc(401 * 200, 0).fill(255, 1, 401) });
    for (const [name, file] of [
      ['first.png', white],
      ['second.png', PICTURE],
    ] as const)
      await sendPicture(dashboard.api, id, { file, name, keys: [region, { ...region, x: 200 }] });
    const { context, page, faults } = await dashboard.openKeys(id);
    // Pages of one screenshot.
    await page.route('**/screenshots?*', (route) => route.continue({ url: `${route.request().url()}&limit=1` }));
    await chooseText(page, 0, 2, ['a', 'German']);
    await section(page).getByText('second.png').waitFor();
    expect(await section(page).getByText('first.png').count()).toBe(0);
    await section(page).getByRole('button', { name: 'Show more' }).click();
    await section(page).getByText('first.png').waitFor();

    const edit = section(page).getByRole('button', { name: 'Edit regions' }).first();
    const dialog = page.getByRole('dialog');
    const move = async (): Promise<void> => {
      await edit.click();
      await dialog.getByRole('application').first().press('ArrowRight');
    };
    await move();
    const { screenshots } = (await dashboard.api.get(`projects/${id}/screenshots`)).body;
    await dashboard.api.patch(`screenshots/${screenshots[0].id}`, { keys: [{ ...region, y: 100 }] });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else has changed the regions of this key').waitFor();
    expect(await regionsOf(id)).toEqual([[0, 100, 40, 20]]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await section(page).locator('figure').first().locator('.region').nth(1).waitFor({ state: 'detached' });
    await move();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await regionsOf(id)).toEqual([[4, 100, 40, 20]]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('have the region that was just drawn, on a slow computer too', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save' } });
    const { context, page } = await dashboard.open();
    await renderLate(page);
    await signIn(page, dashboard.secret, `/projects/${id}/keys`);
    await chooseText(page, 0, 2, ['a', 'German']);
    await section(page).getByText('No screenshot shows this key yet.').waitFor();
    await choose(page, PICTURE);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'home.png' }).waitFor();
    await page.evaluate('lateMs = 300');
    await draw(page, dialog.locator('.screenshot-picture'), [0.25, 0.25], [0.75, 0.5]);
    await dialog.getByRole('application').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [[, , width, height]] = (await regionsOf(id)) as [number[]];
    expect([width! < 210, height! < 110]).toEqual([true, true]);
    await context.close();
  });

  it('belong to the key as a whole without a region, are pasted, and are explained when they are refused', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save' } });
    const { context, page } = await dashboard.openKeys(id);
    await chooseText(page, 0, 2, ['a', 'German']);
    await section(page).getByText('No screenshot shows this key yet.').waitFor();
    await choose(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await section(page).getByRole('alert').getByText('the file is no PNG, JPEG or WebP picture').waitFor();

    await page.evaluate(`
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([${[...PICTURE].join()}])], 'pasted.png', { type: 'image/png' }));
      document
        .querySelector('[data-section="screenshots"] .screenshots')
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    `);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add region' }).click();
    await dialog.getByRole('application').press('Delete');
    await dialog.getByRole('application').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section(page).getByText('pasted.png').waitFor();
    expect(await regionsOf(id)).toEqual([[0, 0, 400, 200]]);
    await context.close();
  });

  it('keep the regions of other keys, and are not changed by a viewer', async () => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save', b: 'Close' } });
    const [a, b] = [await dashboard.keyOf(id, 'a'), await dashboard.keyOf(id, 'b')];
    const keys = [a, b].map(({ id: keyId }, index) => ({ keyId, x: 10 * index, y: 0, width: 5, height: 5 }));
    await sendPicture(dashboard.api, id, { file: PICTURE, keys });
    const { context, page } = await dashboard.openKeys(id);
    await chooseText(page, 0, 2, ['a', 'German']);
    await section(page).getByRole('button', { name: 'Edit regions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove last region' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section(page).getByText('No screenshot shows this key yet.').waitFor();
    expect(await regionsOf(id)).toEqual([[10, 0, 5, 5]]);
    await context.close();
  });

  it.each(WINDOWS)('have nothing to object to: $width pixels, $colorScheme', async (window) => {
    const { id } = await dashboard.givenProject({}, { en: { a: 'Save' } });
    const { id: keyId } = await dashboard.keyOf(id, 'a');
    const keys = [{ keyId, x: 40, y: 20, width: 120, height: 60 }];
    await sendPicture(dashboard.api, id, { file: PICTURE, keys });
    const { context, page, faults } = await dashboard.openKeys(id, '', window);
    await chooseText(page, 0, 2, ['a', 'German']);
    await section(page).locator('figure .region').waitFor();
    await section(page).scrollIntoViewIfNeeded();
    expect(await dashboard.look(page, `screenshots-${window.width}`)).toEqual([]);
    await section(page).getByRole('button', { name: 'Edit regions' }).click();
    await page.getByRole('dialog').getByRole('application').waitFor();
    expect(await dashboard.look(page, `screenshots-edit-${window.width}`)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
