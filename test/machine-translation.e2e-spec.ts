import { Database } from '../src/database/database';
import { MACHINE_PROVIDERS, type MachineProviderName } from '../src/config/machine-provider';
import type { Json } from './support/client';
import { MachineServer } from './support/machine';
import { callTool } from './support/mcp';
import { startReplicas } from './support/replicas';
import { type RunningApp, startApp } from './support/start-app';

describe('machine translation', () => {
  let machine: MachineServer;
  const apps = new Map<string, RunningApp>();
  beforeAll(async () => (machine = await MachineServer.start()));
  beforeEach(() => {
    machine.way = 'honest';
    machine.answerWell();
    machine.receiver.messages.length = 0;
  });
  afterAll(async () => {
    for (const app of apps.values()) await app.close();
    await machine.close();
  });

  /** A service with a provider, which tests share. */
  const serviceWith = async (provider: MachineProviderName | 'none' = 'deepl'): Promise<RunningApp> => {
    const known = apps.get(provider);
    if (known) return known;
    const app = await startApp(provider === 'none' ? {} : { machineTranslation: machine.settings(provider) });
    apps.set(provider, app);
    return app;
  };

  const ask = async (
    { api, keyIds }: Awaited<ReturnType<RunningApp['given']['project']>>,
    place = 0,
    language = 'de',
  ): Promise<Json> => {
    const { status, body } = await api.get(`keys/${keyIds[place]}/suggestions?language=${language}&machine=true`);
    expect(status).toBe(200);
    return body;
  };

  const KEYS: { name: string; value: string; description?: string; translations?: Record<string, string> }[] = [
    { name: 'a', value: 'Delete {count} files <b>now</b>', description: 'A button' },
    {
      name: 'b',
      value: 'Delete {count} files <b>later</b>',
      translations: { de: '{count} Dateien <b>später</b> löschen' },
    },
  ];

  const PROTOCOLS = {
    deepl: { path: '/v2/translate', secret: ['authorization', 'DeepL-Auth-Key secret-of-the-provider'] },
    google: { path: '/language/translate/v2', secret: ['x-goog-api-key', 'secret-of-the-provider'] },
    azure: {
      path: '/translate?api-version=3.0&from=en&to=de&textType=html',
      secret: ['ocp-apim-subscription-key', 'secret-of-the-provider'],
    },
    libretranslate: { path: '/translate', secret: undefined },
    openai: { path: '/chat/completions', secret: ['authorization', 'Bearer secret-of-the-provider'] },
  } as const;

  describe.each(MACHINE_PROVIDERS)('by %s', (provider) => {
    it('offers the text with its placeholders and tags, after the memory', async () => {
      const { given } = await serviceWith(provider);
      const project = await given.project({ keys: KEYS });
      const { suggestions, machine: answer } = await ask(project);
      expect(suggestions.map(({ kind }: Json) => kind)).toEqual(['memory', 'machine']);
      expect(suggestions[1]).toEqual({
        text: 'Deleteen {count} filesen <b>nowen</b>',
        kind: 'machine',
        source: KEYS[0]?.value,
        from: { provider },
      });
      expect(answer).toEqual({ provider, error: null });
      const [message] = machine.receiver.messages;
      const { path, secret } = PROTOCOLS[provider];
      expect(message?.path).toBe(path);
      if (secret) expect(message?.headers[secret[0]]).toBe(secret[1]);
      else expect(message?.payload.api_key).toBe('secret-of-the-provider');
    });

    it.each([
      [429, '{}', 'busy'],
      [503, 'down', 'busy'],
      [500, '{}', 'failed'],
      [456, '{"message":"Quota Exceeded"}', 'quota'],
      [429, '{"error":{"code":"insufficient_quota"}}', 'quota'],
      [403, '{"error":{"errors":[{"reason":"dailyLimitExceeded"}]}}', 'quota'],
      [403, '{"error":{"errors":[{"reason":"userRateLimitExceeded"}],"status":"PERMISSION_DENIED"}}', 'busy'],
      [403, '{"error":{"errors":[{"reason":"rateLimitExceeded"}]}}', 'busy'],
      [403, '{}', 'refused'],
      [302, '', 'refused'],
      [200, '{"broken', 'bad_answer'],
      [200, '{}', 'bad_answer'],
      [200, '[]', 'bad_answer'],
      [200, 'null', 'bad_answer'],
      [
        200,
        JSON.stringify({ translations: [], choices: [], translatedText: [], data: { translations: [] } }),
        'bad_answer',
      ],
      [200, `"${'x'.repeat(2_000_000)}"`, 'bad_answer'],
    ])(
      'answers the memory, and why it did not translate, if the provider answers %s %.40s',
      async (status, body, error) => {
        const { given } = await serviceWith(provider);
        const project = await given.project({ keys: KEYS });
        machine.answerWith(status, body);
        const answer = await ask(project);
        expect(answer.suggestions.map(({ kind }: Json) => kind)).toEqual(['memory']);
        expect(answer.machine).toEqual({ provider, error });
      },
    );

    it('offers nothing that lost a placeholder', async () => {
      const { given } = await serviceWith(provider);
      const project = await given.project({ keys: KEYS });
      machine.way = 'drops';
      const answer = await ask(project);
      expect(answer.machine).toEqual({ provider, error: 'broken' });
      expect(answer.suggestions).toHaveLength(1);
    });
  });

  it('is shown by get_keys of MCP where it is asked for, beside the memory', async () => {
    const { given } = await serviceWith();
    const project = await given.project({
      keys: [
        { name: 'a', value: 'Open' },
        { name: 'b', value: 'Close' },
      ],
    });
    const memoryOf = async (more: object): Promise<Json[]> => {
      const sent = { project: project.id, names: ['a', 'b'], memory: 'de', ...more };
      return (await callTool(project.api, 'get_keys', sent)).result.keys.map(({ memory }: Json) => memory);
    };
    expect(await memoryOf({})).toEqual([undefined, undefined]);
    expect(machine.receiver.messages).toEqual([]);
    expect(await memoryOf({ machine: true })).toEqual([
      [{ text: 'Openen', machine: 'deepl' }],
      [{ text: 'Closeen', machine: 'deepl' }],
    ]);
    machine.answerWith(500, '{}');
    machine.receiver.messages.length = 0;
    // A machine that fails is not asked for the next key.
    expect(await memoryOf({ machine: true })).toEqual([[{ machineError: 'failed' }], [{ machineError: 'failed' }]]);
    expect(machine.receiver.messages).toHaveLength(1);
    // An answer that cannot be read concerns one text.
    machine.failFirst({ status: 200, body: '{}' });
    expect(await memoryOf({ machine: true })).toEqual([
      [{ machineError: 'bad_answer' }],
      [{ text: 'Closeen', machine: 'deepl' }],
    ]);
    const { api } = await given.apiKey({ organization: project.organization, scopes: ['translations:read'] });
    const sent = { project: project.id, names: ['a'], memory: 'de', machine: true };
    expect(await callTool(api, 'get_keys', sent)).toMatchObject({ isError: true, result: { code: 'missing_scope' } });
  });

  describe('by get_keys of MCP', () => {
    const textOf = (index: number, length: number): string => `${index} ${'x'.repeat(length)}`;
    const getKeys = async (values: readonly string[]): Promise<Json> => {
      const { given } = await serviceWith();
      const keys = values.map((value, index) => ({ name: `k${100 + index}`, value }));
      const project = await given.project({ keys });
      const sent = { project: project.id, names: keys.map(({ name }) => name), memory: 'de', machine: true };
      const { isError, result, bytes } = await callTool(project.api, 'get_keys', sent);
      expect([isError, bytes <= 100_000]).toEqual([false, true]);
      expect(result.keys.map(({ key, texts }: Json) => [key, texts.en])).toEqual(
        keys.slice(0, result.keys.length).map(({ name, value }) => [name, value]),
      );
      return result;
    };
    const ofMachine = ({ memory = [] }: Json): Json => memory.find(({ machine: by }: Json) => by);

    it('is shown whole, however long it is', async () => {
      const result = await getKeys([textOf(0, 3_000)]);
      expect(ofMachine(result.keys[0])).toEqual({ text: `${textOf(0, 3_000)}en`, machine: 'deepl' });
      expect(result.missingHints).toBeUndefined();
    });

    it('is not asked for a text that is too long for an answer, which says so', async () => {
      const result = await getKeys([textOf(0, 15_000), 'Open']);
      expect(result.keys.map(({ memory }: Json) => memory)).toEqual([
        [{ machineError: 'too_long' }],
        [{ text: 'Openen', machine: 'deepl' }],
      ]);
      expect(machine.receiver.messages).toHaveLength(1);
    });

    it('is asked while the answer has room, which names the keys that are left', async () => {
      const result = await getKeys(Array.from({ length: 12 }, (_, index) => textOf(index, 4_000)));
      expect(result).toMatchObject({ keys: { length: 12 } });
      const names = (keys: Json[]): string[] => keys.map(({ key }) => key);
      const translated = result.keys.filter(ofMachine);
      expect(translated.length).toBeGreaterThan(3);
      expect(machine.receiver.messages).toHaveLength(translated.length);
      expect(result.missingHints).toEqual(names(result.keys.slice(translated.length)));
      expect(result.more).toContain('missingHints');
    });

    it('is not asked for keys that have no room themselves, nor for more than 20', async () => {
      const full = await getKeys(Array.from({ length: 50 }, (_, index) => textOf(index, 2_000)));
      expect(full.more).toBe(
        'ask for the other names in another call, and for missingHints in calls with fewer names or languages',
      );
      expect(full).not.toHaveProperty('cutLists');
      expect(full.missingHints).toEqual(full.keys.map(({ key }: Json) => key));
      expect(machine.receiver.messages).toEqual([]);
      const many = await getKeys(Array.from({ length: 22 }, (_, index) => textOf(index, 10)));
      expect(many.missingHints).toEqual(['k120', 'k121']);
      expect(machine.receiver.messages).toHaveLength(20);
    });
  });

  it('is not asked unless the request says so, and nothing is sent', async () => {
    const project = await (await serviceWith()).given.project({ keys: KEYS });
    const { body } = await project.api.get(`keys/${project.keyIds[0]}/suggestions?language=de`);
    expect(body.machine).toEqual({ provider: 'deepl', error: null });
    expect(machine.receiver.messages).toEqual([]);
  });

  it('says that it is not set up, and sends nothing', async () => {
    const project = await (await serviceWith('none')).given.project({ keys: KEYS });
    expect((await ask(project)).machine).toEqual({ provider: null, error: 'not_set_up' });
    const { body } = await project.api.get('machine-translation');
    expect(body).toEqual({
      machineTranslation: { provider: null, account: null, characters: 0, charactersPerMonth: 0 },
    });
    expect(machine.receiver.messages).toEqual([]);
  });

  it('needs the right to write translations', async () => {
    const { given } = await serviceWith();
    const project = await given.project({ keys: KEYS });
    const reader = await given.apiKey({ organization: project.organization, scopes: ['translations:read'] });
    const { status, body } = await reader.api.get(`keys/${project.keyIds[0]}/suggestions?language=de&machine=true`);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'missing_scope' });
    expect(machine.receiver.messages).toEqual([]);
  });

  it('needs the right to write the language', async () => {
    const { given } = await serviceWith();
    const project = await given.project({ keys: KEYS });
    const scopes = ['translations:read', 'translations:write'] as const;
    const translator = await given.apiKey({ organization: project.organization, scopes, languages: ['fr'] });
    const path = `keys/${project.keyIds[0]}/suggestions?language=de`;
    const { status, body } = await translator.api.get(`${path}&machine=true`);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'language_not_allowed' });
    expect(machine.receiver.messages).toEqual([]);
    expect((await translator.api.get(path)).status).toBe(200);
  });

  it('is not reached at a private address, unless the operator allows it', async () => {
    const app = await startApp({ machineTranslation: { ...machine.settings(), privateAddresses: false } });
    try {
      const project = await app.given.project({ keys: KEYS });
      expect((await ask(project)).machine).toEqual({ provider: 'deepl', error: 'address_not_allowed' });
      expect(machine.receiver.messages).toEqual([]);
    } finally {
      await app.close();
    }
  });

  it('sends no more characters than an organization has in a month, in 50 requests at once', async () => {
    const settings = machine.settings('deepl', 100);
    const app = await startApp({ machineTranslation: settings });
    try {
      const project = await app.given.project({ keys: [{ name: 'a', value: 'Nine ones' }] });
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(project)));
      const errors = answers.map(({ machine: { error } }) => error);
      expect(errors.filter((error) => error === null)).toHaveLength(11);
      expect(errors.filter((error) => error === 'month_used_up')).toHaveLength(39);
      expect(machine.receiver.messages).toHaveLength(11);
      const { body } = await project.api.get('machine-translation');
      expect(body).toEqual({
        machineTranslation: { provider: 'deepl', account: 'operator', characters: 99, charactersPerMonth: 100 },
      });
      // Another organization has characters of its own.
      const other = await app.given.project({ keys: [{ name: 'a', value: 'Nine ones' }] });
      expect((await ask(other)).machine.error).toBeNull();
    } finally {
      await app.close();
    }
  });

  it('sends no more characters than that from two replicas', async () => {
    const { one, other, close } = await startReplicas({ machineTranslation: machine.settings('deepl', 100) });
    try {
      const project = await one.given.project({ keys: [{ name: 'a', value: 'Nine ones' }] });
      const elsewhere = { ...project, api: other.operator.as(project.organization.secret) };
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i % 2 === 0 ? project : elsewhere)));
      const errors = answers.map(({ machine: { error } }) => error);
      expect(errors.filter((error) => error === null)).toHaveLength(11);
      expect(errors.filter((error) => error === 'month_used_up')).toHaveLength(39);
      expect(machine.receiver.messages).toHaveLength(11);
    } finally {
      await close();
    }
  });

  it('gives back the characters that a provider refused', async () => {
    const { given } = await serviceWith();
    const project = await given.project({ keys: KEYS });
    machine.answerWith(429, '{}');
    await ask(project);
    expect((await project.api.get('machine-translation')).body.machineTranslation.characters).toBe(0);
  });

  it('forgets the counts of an organization that is deleted', async () => {
    const { app, given, operator } = await serviceWith();
    const project = await given.project({ keys: KEYS });
    await ask(project);
    const count = async (): Promise<unknown> =>
      app
        .get(Database)
        .rows('SELECT characters FROM machine_usage WHERE organization_id = $1', [project.organization.id]);
    expect(await count()).toHaveLength(1);
    await operator.delete(`organizations/${project.organization.id}`);
    expect(await count()).toHaveLength(0);
  });

  describe('by a language model', () => {
    it('has the context of the key as data, and no tools', async () => {
      const { given } = await serviceWith('openai');
      const project = await given.project({ keys: KEYS });
      await ask(project);
      const { payload } = machine.receiver.messages[0] ?? { payload: {} };
      expect(Object.keys(payload).sort()).toEqual(['messages', 'model', 'response_format']);
      expect(JSON.parse(payload.messages[1].content)).toEqual({
        source: 'English (en)',
        target: 'German (de)',
        key: 'a',
        description: 'A button',
        neighbours: [KEYS[1]?.value],
        memory: [{ source: KEYS[1]?.value, translation: KEYS[1]?.translations?.de }],
        texts: [{ id: '1', text: 'Delete <x id="1">{count}</x> files <g id="2">now</g>' }],
      });
    });

    const TERMS: Json[] = [
      { term: 'file', definition: 'A document', translations: { de: ['Datei', 'File'], fr: ['fichier'] } },
      { term: 'Glossa', doNotTranslate: true },
      { term: 'delete', forbidden: true, translations: { de: ['killen'] } },
      { term: 'now', translations: { fr: ['maintenant'] } },
      { term: 'elsewhere', translations: { de: ['woanders'] } },
    ];
    const TOLD = [
      { term: 'delete', forbidden: ['delete', 'killen'] },
      { term: 'file', definition: 'A document', translation: 'Datei' },
      { term: 'Glossa', doNotTranslate: true },
    ];
    const toldTerms = (place = 0): Json =>
      JSON.parse(machine.receiver.messages[place]?.payload.messages[1].content).terms;
    const givenTerms = async (
      value: string,
      terms: Json[],
    ): Promise<Awaited<ReturnType<RunningApp['given']['project']>>> => {
      const { given } = await serviceWith('openai');
      const project = await given.project({ keys: [{ name: 'a', value }] });
      for (const term of terms) expect((await project.api.post('glossary', term)).status).toBe(201);
      return project;
    };

    it('has the terms of the text that say how it is translated, and their characters are counted', async () => {
      const project = await givenTerms('Delete files of Glossa now', TERMS);
      await ask(project);
      expect(toldTerms()).toEqual(TOLD);
      const { characters } = (await project.api.get('machine-translation')).body.machineTranslation;
      const strings = [
        'Delete files of Glossa now',
        'a',
        'delete',
        'delete',
        'killen',
        'file',
        'A document',
        'Datei',
        'Glossa',
      ];
      expect(characters).toBe(strings.join('').length);
    });

    it('has the terms in a pretranslation too', async () => {
      const project = await givenTerms('Delete files of Glossa now', TERMS);
      await project.api.post(`projects/${project.id}/pretranslate`, { languages: ['de'], machine: true });
      expect(toldTerms()).toEqual(TOLD);
    });

    it('has no more than 20 terms, and 2,000 characters of them', async () => {
      const words = Array.from({ length: 25 }, (_, index) => `word${'abcdefghijklmnopqrstuvwxy'[index]}`);
      const project = await givenTerms(
        words.join(' '),
        words.map((term) => ({ term, translations: { de: [`${term}en`] } })),
      );
      await ask(project);
      expect(toldTerms()).toHaveLength(20);
      machine.receiver.messages.length = 0;
      const long = await givenTerms(
        words.join(' '),
        words.map((term) => ({ term, definition: 'x'.repeat(700), translations: { de: ['y'] } })),
      );
      await ask(long);
      expect(toldTerms()).toHaveLength(2);
    });

    it('is asked once more, with what was wrong', async () => {
      const { given } = await serviceWith('openai');
      const project = await given.project({ keys: KEYS });
      machine.answerWell((text) =>
        machine.receiver.messages.length === 1 ? 'Weg damit' : text.replace('files', 'Dateien'),
      );
      const { suggestions } = await ask(project);
      expect(suggestions[1].text).toBe('Delete {count} Dateien <b>now</b>');
      const { problemsOfLastAnswer } = JSON.parse(machine.receiver.messages[1]?.payload.messages[1].content);
      expect(problemsOfLastAnswer).toEqual(['an element is missing, is there twice, or was changed']);
    });

    it.each([
      'I cannot do that.',
      '{"translations":[{"id":"1","text":"a"},{"id":"2","text":"b"}]}',
      '{"translations":[{"id":"2","text":"a"}]}',
      '{"translations":[{"id":"1","text":1}]}',
      '{"tool":"delete_project"}',
    ])('has to answer with the JSON that it was asked for: %s', async (content) => {
      const { given } = await serviceWith('openai');
      const project = await given.project({ keys: KEYS });
      machine.answerWith(200, JSON.stringify({ choices: [{ message: { content } }] }));
      expect((await ask(project)).machine.error).toBe('bad_answer');
    });
  });
});
