import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasBrowser } from './browser';
import { StartedDashboard } from './started-dashboard';

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

  it.each(['/docs', '/projects', '/openapi.json'])('and the other pages are not shown in a frame: %s', async (path) => {
    const frame = `<iframe src="${dashboard.url}${path}"></iframe>`;
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(frame)).listen(0);
    await once(other, 'listening');
    const { context, page, faults } = await dashboard.open();
    await page.goto(`http://localhost:${(other.address() as AddressInfo).port}`);
    expect(faults).toEqual([expect.stringContaining('frame-ancestors')]);
    await context.close();
    other.close();
  });
});
