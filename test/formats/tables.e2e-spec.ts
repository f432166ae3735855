import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

describe('a table in the layout of its template', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (targetLanguages = ['de', 'fr']): Promise<Exchange> => {
    const { id, api } = await running.given.project({ targetLanguages });
    return new Exchange(api, id);
  };
  const all = { format: 'csv', language: '*' };

  it('gains no column that the file did not have', async () => {
    const exchange = await project();
    const file = 'Key;de;en;Owner\r\nhi;Hallo;Hi;anna\r\n\r\nbye;"";Bye;\r\n';
    await exchange.imported({ bytes: file, name: 'texts.csv' });
    expect((await exchange.exported(all)).toString()).toBe(file);
    await exchange.put('hi', { value: 'Hello', description: 'A greeting' });
    expect((await exchange.exported(all)).toString()).toBe(file.replace(';Hi;', ';Hello;'));
    expect(await exchange.lost(all)).toMatchObject([{ code: 'description_dropped', key: 'hi' }]);
  });
});
