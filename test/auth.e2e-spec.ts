import { type RunningApp, startApp } from './support/start-app';

describe('who may call', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('knows the operator by BOOTSTRAP_API_KEY', async () => {
    const { status, body } = await running.operator.get('me');
    expect({ status, body }).toMatchObject({ status: 200, body: { organization: { name: 'Bootstrap' } } });
  });
});
