import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

describe('an export of keys that its format cannot hold', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const CONTROL = { name: 'control', value: 'a\u0001b' };
  it.each([
    ...['resx', 'xliff', 'tmx', 'stringsdict'].map((format): [string, { name: string; value: string }] => [
      format,
      CONTROL,
    ]),
    ['android', { name: 'list[0].title', value: 'x' }],
    ['arb', { name: '@at', value: 'x' }],
    // Android writes control characters as escapes.
  ])('in %s lists them, or leaves them out: %j', async (format, unwritable) => {
    const keys = [unwritable, { name: 'fine', value: 'Fine' }];
    const { id, api } = await running.given.project({ targetLanguages: ['de'], keys });
    const exchange = new Exchange(api, id);
    const { status, body } = await exchange.export({ format });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'unwritable_text', errors: [{ key: unwritable.name, code: 'unwritable_text' }] },
    });
    expect(body.detail).toContain('unwritable=skip');
    const skipped = { format, unwritable: 'skip' };
    expect((await exchange.exported(skipped)).toString()).toContain('Fine');
    expect(await exchange.lost(skipped)).toContainEqual(
      expect.objectContaining({ code: 'unwritable_text', key: unwritable.name }),
    );
  });
});
