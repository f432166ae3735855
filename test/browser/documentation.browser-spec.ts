import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  EVERY_OPERATION,
  givenExamples,
  MEANT,
  OPERATION_OF_EACH_KIND,
  OTHER_FILES,
  TEXTS_FILE,
} from '../openapi/every-operation';
import { until } from '../support/receiver';
import { hasBrowser } from './browser';
import { StartedDashboard } from './started-dashboard';

/** `FUZZ=1` sends every operation, which takes minutes. */
const OPERATIONS = process.env.FUZZ === undefined ? OPERATION_OF_EACH_KIND : EVERY_OPERATION;
/** For what never comes: on a busy machine, an operation takes ten seconds. */
const LIMIT = OPERATIONS.length * 30_000;

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('the documentation', () => {
  let dashboard: StartedDashboard;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
  });
  afterAll(() => dashboard.close());

  it('shows the operations and sends requests under its content security policy', async () => {
    const { context, page, faults } = await dashboard.open();
    await page.goto('/docs');
    const operation = page.locator('.opblock', { hasText: '/health/live' });
    await operation.getByRole('button').first().click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText('200', { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it(
    'sends operations of each kind as they open, with ids of the installation in the path, and all succeed',
    async () => {
      const ids = await givenExamples(dashboard.api);
      const { context, page, faults } = await dashboard.open();
      await page.goto('/docs');
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      const dialog = page.locator('.auth-container', { hasText: 'bearerAuth' });
      await dialog.locator('input').fill(dashboard.secret);
      await dialog.getByRole('button', { name: 'Apply credentials' }).click();
      await page.getByRole('button', { name: 'Close' }).last().click();

      // Swagger UI renders all open groups after each key and click: only the group of the operation is open.
      const groups = page.locator('.opblock-tag');
      await groups.evaluateAll((heads) => heads.forEach((head) => (head as unknown as { click(): void }).click()));
      const answers: Record<string, number> = {};
      for (const { id, tag } of OPERATIONS) {
        const group = page.locator(`.opblock-tag[data-tag="${tag}"]`);
        await group.click();
        const operation = page.locator(`.opblock[id$="-${id}"]`);
        const head = operation.locator('.opblock-summary-control');
        const execute = operation.locator('.execute');
        await head.click();
        await execute.waitFor();
        // Swagger UI shows the button before it has resolved the operation, and inputs of shared parameters only afterwards.
        await operation.locator('.opblock-loading-animation').waitFor({ state: 'detached' });
        for (const input of await operation.locator('tr[data-param-in="path"] input').all()) {
          const example = await input.inputValue();
          await input.fill(ids[example] ?? example);
        }
        const file = operation.locator('input[type=file]');
        if ((await file.count()) > 0) {
          const { name, content } = OTHER_FILES[id] ?? TEXTS_FILE;
          await file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
        }
        const answered = page.waitForResponse(/\/(?:api\/v1|health|metrics|delivery)/);
        await execute.click();
        answers[id] = (await answered).status();
        await head.click();
        await group.click();
      }

      expect(faults).toEqual([]);
      expect(Object.fromEntries(Object.entries(answers).filter(([, status]) => status >= 300))).toEqual(
        Object.fromEntries(Object.entries(MEANT).filter(([id]) => id in answers)),
      );
      await context.close();
    },
    LIMIT,
  );

  it.each(['/docs', '/projects', '/openapi.json'])('and the other pages are not shown in a frame: %s', async (path) => {
    const frame = `<iframe src="${dashboard.url}${path}"></iframe>`;
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(frame)).listen(0);
    await once(other, 'listening');
    const { context, page, faults } = await dashboard.open();
    await page.goto(`http://localhost:${(other.address() as AddressInfo).port}`);
    await until(() => faults.length > 0);
    expect(faults).toEqual([expect.stringContaining('frame-ancestors')]);
    await context.close();
    other.close();
  });
});
