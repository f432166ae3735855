import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

describe('places of keys in imported files', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    const undo = async (): Promise<void> => {
      const { body } = await api.get(`projects/${id}`);
      expect((await api.post(`projects/${id}/changes/${body.project.revision}/undo`, {})).status).toBe(200);
    };
    const text = async (options: Record<string, string | boolean>): Promise<string> =>
      (await exchange.exported(options)).toString();
    return { exchange, undo, text };
  };

  it('stay the places of their earlier names, in the files of all languages', async () => {
    const { exchange, undo, text } = await project();
    const files = {
      en: '{\n  "title": "A",\n  "body": "B",\n  "end": "C"\n}\n',
      de: '{"end":"c","title":"a","body":"b"}',
    };
    const bytes = (language: 'en' | 'de', name: string): string => files[language].replace('"title"', `"${name}"`);
    const expectName = async (name: string): Promise<void> => {
      for (const language of ['en', 'de'] as const) {
        expect(await text({ format: 'json', language })).toBe(bytes(language, name));
      }
    };
    for (const language of ['en', 'de'] as const) {
      await exchange.imported({ bytes: files[language] }, { format: 'json', language });
    }
    await exchange.put('title', { name: 'zoo' });
    await expectName('zoo');
    await exchange.put('zoo', { name: 'heading' });
    await expectName('heading');
    await exchange.put('heading', { name: 'title' });
    await expectName('title');
    await undo();
    await expectName('heading');
  });

  it('are free for a new key with the earlier name', async () => {
    const { exchange, text } = await project();
    await exchange.imported({ bytes: '{"title":"A","body":"B","end":"C"}' }, { format: 'json', language: 'en' });
    await exchange.put('title', { name: 'heading' });
    await exchange.imported({ bytes: '{"title":"T"}' }, { format: 'arb', language: 'en' });
    expect(await text({ format: 'json', language: 'en' })).toBe('{"title":"T","body":"B","end":"C","heading":"A"}');
  });

  it('stay in the files of namespaces', async () => {
    const { exchange, text } = await project();
    await exchange.imported(
      { bytes: '{"title":"A","body":"B","end":"C"}' },
      { format: 'json', language: 'en', namespace: 'shop' },
    );
    await exchange.put('shop.title', { name: 'shop.zoo' });
    expect(await text({ format: 'json', language: 'en', namespace: 'shop', stripNamespace: true })).toBe(
      '{"zoo":"A","body":"B","end":"C"}',
    );
  });

  it('follow the order of the file if the keys are new', async () => {
    const { exchange, text } = await project();
    const file =
      '<resources>\n  <string name="a_b">A</string>\n  <string name="c">C</string>\n  <string name="e">E</string>\n</resources>\n';
    await exchange.imported({ bytes: file }, { format: 'android', language: 'en' });
    await exchange.imported({ bytes: '{"d":"D","a":"A"}' }, { format: 'json', language: 'en' });
    const lines = (await text({ format: 'android', language: 'en' })).split('\n');
    expect(lines.map((line) => /name="(\w+)"/.exec(line)?.[1]).filter(Boolean)).toEqual(['a', 'a_b', 'c', 'd', 'e']);
    await exchange.deleteKeys('a', 'd');
    expect(await text({ format: 'android', language: 'en' })).toBe(file);
  });
});
