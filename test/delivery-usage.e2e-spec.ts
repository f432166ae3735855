import { DeliveryUsageLog, MAX_TOKENS } from '../src/delivery/delivery-usage-log';
import { type RunningApp, startApp } from './support/start-app';

describe('the usage of a delivery token', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('is the sum of its counters, of which one was evicted by many other tokens', async () => {
    const { api, id } = await running.given.project();
    const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Web' })).body;
    const log = running.app.get(DeliveryUsageLog);
    log.count(log.of(id, deliveryToken.id), 10);
    for (let i = 0; i < MAX_TOKENS; i++) log.of(id, `other ${i}`);
    log.count(log.of(id, deliveryToken.id), 20);
    await log.write();
    const { usage } = (await api.get(`projects/${id}/delivery-usage`)).body;
    expect(usage).toMatchObject([{ requests: 2, bytes: 30 }]);
  });
});
