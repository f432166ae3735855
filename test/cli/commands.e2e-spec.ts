import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as CurrentClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as CurrentTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Json } from '../support/client';
import { type RunningApp, startApp } from '../support/start-app';
import { Repository } from './repository';

const root = join(__dirname, '../..');
const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;

describe('the commands of glossa that write no files', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async (
    files: Record<string, string> = {},
    rules: object[] = [{ path: 'locales/{language}.json', format: 'json' }],
  ) => {
    const { id, api, organization } = await running.given.project({ targetLanguages: ['de'] });
    const env = { GLOSSA_API_KEY: organization.secret, GLOSSA_SERVER: running.url };
    const repository = Repository.create(env, { 'glossa.json': json({ project: id, files: rules }), ...files });
    const send = async (language: string, texts: object): Promise<void> => {
      const path = `projects/${id}/import?format=json&language=${language}`;
      expect((await api.post(path, undefined, { body: JSON.stringify(texts) })).status).toBe(200);
    };
    return { repository, id, api, env, send };
  };

  /** Returns the result of a command that must end with 0. */
  const done = async (repository: Repository, command: string, ...args: string[]): Promise<Json> =>
    (await repository.done(command, ...args))[command];

  it('have help with an example, and refuse wrong arguments with the exit code 2', async () => {
    const { repository } = await given();
    const commands = ['check', 'types', 'log', 'diff', 'undo', 'open', 'mcp'];
    await Promise.all(
      commands.map(async (command) => {
        const { code, stdout } = await repository.glossa([command, '--help']);
        expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`Examples:\\n +\\$ glossa ${command}`))]);
      }),
    );
    const wrong = [
      ['log', 'x'],
      ['log', '-n', '0'],
      ['log', '--no-such-option'],
      ['diff'],
      ['diff', '3', '1'],
      ['undo'],
      ['types', 'vue'],
      ['types', 'formatjs', '--check'],
      ['check', '--only', 'speling'],
      ['open', 'no.such.key'],
    ];
    await Promise.all(
      wrong.map(async (args) => {
        const { code, stdout, stderr } = await repository.glossa(args);
        expect([args, code, stdout]).toEqual([args, 2, '']);
        expect(stderr).toMatch(/error: \S/);
      }),
    );
  });

  it('log lists changes and what one did, diff compares revisions, undo takes one back', async () => {
    const { repository, api, id, send } = await given();
    await send('en', { a: 'One', b: 'Two' });
    await send('de', { a: 'Eins', b: 'Zwei\n\u001b[31mrot' });
    await send('de', { a: 'Ein' });

    const { code, stdout } = await repository.glossa(['log', '-n', '2']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +3 {2}\S+ \S+ {2}import in de {2}by .+\n +1 text set\n +2 {2}/);
    const { changes, hasMore } = await done(repository, 'log', '-n', '2');
    expect([changes.map(({ revision }: Json) => revision), hasMore]).toEqual([[3, 2], true]);
    expect((await done(repository, 'log', '--language', 'de', '--until', '2')).changes).toHaveLength(1);
    // A text cannot run what a terminal would.
    expect((await repository.glossa(['log', '2'])).stdout).toContain('  + de: Zwei\\n\\u{1b}[31mrot\n');
    expect((await done(repository, 'log', '3')).items).toEqual([
      expect.objectContaining({
        name: 'a',
        before: { text: 'Eins', state: 'translated' },
        after: { text: 'Ein', state: 'translated' },
      }),
    ]);

    expect((await repository.glossa(['diff', '2'])).stdout).toBe('a\n  - de: Eins\n  + de: Ein\n');
    expect((await done(repository, 'diff', '1', '2')).differences).toEqual([
      { name: 'a', language: 'de', before: null, after: 'Eins' },
      { name: 'b', language: 'de', before: null, after: 'Zwei\n\u001b[31mrot' },
    ]);
    expect((await repository.glossa(['diff', '2', '--exit-code'])).code).toBe(1);
    expect((await repository.glossa(['diff', '2', '--exit-code', '--language', 'en'])).code).toBe(0);

    const dry = await done(repository, 'undo', '3', '--dry-run');
    expect([dry.change, dry.counts.textsSet]).toEqual([null, 1]);
    const conflict = await repository.glossa(['undo', '2', '--json']);
    expect([conflict.code, JSON.parse(conflict.stdout)]).toEqual([
      3,
      {
        error: expect.objectContaining({
          code: 'undo_conflict',
          conflicts: [expect.objectContaining({ name: 'a', language: 'de' })],
        }),
        exitCode: 3,
      },
    ]);
    expect((await repository.glossa(['undo', '3'])).stdout).toMatch(/^Undid 3 by 4: 1 text set/);
    expect((await done(repository, 'diff', '2')).differences).toEqual([]);
    await send('en', { a: 'Uno' });
    const [key] = (await api.get(`projects/${id}/keys`)).body.keys;
    await api.put(`keys/${key.id}`, { states: { de: 'translated' } });
    expect((await repository.glossa(['log', '6'])).stdout).toContain('a\n  - de: Eins (outdated)\n  + de: Eins\n');
    expect((await repository.glossa(['undo', '99'])).code).toBe(4);
    expect((await repository.glossa(['log', '--server', 'http://127.0.0.1:9'])).code).toBe(5);
  });

  it('diff shows by default what has changed since the files were in step', async () => {
    const { repository, send } = await given({
      'locales/en.json': json({ a: 'One' }),
      'locales/de.json': json({ a: 'Eins' }),
    });
    await repository.done('push');
    expect((await done(repository, 'diff')).differences).toEqual([]);
    await send('de', { a: 'Ein' });
    expect((await done(repository, 'diff')).differences).toEqual([
      { name: 'a', language: 'de', before: 'Eins', after: 'Ein' },
    ]);
    await repository.done('pull');
    expect((await done(repository, 'diff')).differences).toEqual([]);
  });

  it('open starts the browser with the address of the project or of a key', async () => {
    const { repository, id, api, send } = await given();
    await send('en', { a: 'One' });
    const [key] = (await api.get(`projects/${id}/keys`)).body.keys;
    const project = `${running.url}/projects/${id}`;
    for (const [args, url] of [
      [[], `${project}/keys`],
      [['a'], `${project}/keys/${key.id}`],
      [['--history'], `${project}/history`],
    ] as const)
      expect((await done(repository, 'open', ...args, '--print')).url).toBe(url);
    repository.write({
      browser:
        '#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/opened.tmp" && mv "$(dirname "$0")/opened.tmp" "$(dirname "$0")/opened"\n',
    });
    const browser = join(repository.folder, 'browser');
    chmodSync(browser, 0o755);
    await repository.glossa(['open'], { env: { BROWSER: browser } });
    while (!repository.has('opened')) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(repository.read('opened')).toBe(`${project}/keys`);
    const without = await repository.glossa(['open'], { env: { BROWSER: '/no/such/browser' } });
    expect([without.code, without.stdout]).toEqual([0, `${project}/keys\n`]);
  });

  describe('check', () => {
    const FILES = {
      'locales/en.json': json({ greeting: 'Hello {name}', bye: 'Bye' }),
      'locales/de.json': json({ bye: 'Tschüs ', greeting: 'Hallo {nane}' }),
    };

    it('finds what the texts here have, with their lines, and writes nothing', async () => {
      const { repository, api, id } = await given(FILES);
      const { code, stdout } = await repository.glossa(['check', '--json']);
      const {
        check: { findings, files },
        exitCode,
      } = JSON.parse(stdout);
      expect([code, exitCode, files]).toEqual([1, 1, 2]);
      expect(findings.map(({ file, line, key, code: check }: Json) => [file, line, key, check])).toEqual([
        ['locales/de.json', 2, 'bye', 'trailing_space'],
        ['locales/de.json', 3, 'greeting', 'placeholder_missing'],
        ['locales/de.json', 3, 'greeting', 'placeholder_unknown'],
      ]);
      expect((await api.get(`projects/${id}`)).body.project.revision).toBe(0);
      expect(repository.has('glossa.lock')).toBe(false);

      const text = await repository.glossa(['check', '--only', 'trailing_space']);
      expect([text.code, text.stdout]).toEqual([
        1,
        expect.stringMatching(/^locales\/de\.json:2 {2}trailing_space {2}bye \(de\): .+\n1 finding in 2 files\.\n$/),
      ]);
      expect((await repository.glossa(['check', '--language', 'en'])).code).toBe(0);
      const actions = await repository.glossa(['check'], { env: { GITHUB_ACTIONS: 'true' } });
      expect(actions.stdout).toMatch(/^::warning file=locales\/de\.json,line=2,title=trailing_space::bye \(de\): /);
      expect(actions.stdout).toMatch(/^::error file=locales\/de\.json,line=3,title=placeholder_missing::/m);
      const sarif = JSON.parse((await repository.glossa(['check', '--format', 'sarif'])).stdout);
      expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'glossa check' } } }] });
      const [{ results, tool }] = sarif.runs;
      expect(results).toHaveLength(3);
      for (const { ruleId, ruleIndex, locations } of results) {
        expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
        expect(locations[0].physicalLocation).toEqual({
          artifactLocation: { uri: 'locales/de.json' },
          region: { startLine: expect.any(Number) },
        });
      }
    });

    it('ends with 2 where there is no file to check, or none with the language', async () => {
      const { repository } = await given({
        'locales/en.json': json({ a: 'One' }),
        'locales/fr.json': json({ a: 'Un' }),
      });
      // A language of a file, which the project lacks.
      expect((await repository.glossa(['check', '--language', 'fr'])).code).toBe(0);
      for (const language of ['dee', 'de']) {
        const { code, stdout, stderr } = await repository.glossa(['check', '--language', language]);
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toBe(`error: no file here has the language ${language}\nThere are en, fr.\n`);
      }
      for (const path of ['en', 'fr']) repository.delete(`locales/${path}.json`);
      for (const command of ['check', 'push']) {
        const none = await repository.glossa([command]);
        expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('finds a file: locales/{language}.json')]);
      }
    });

    it('knows the languages of a file of several languages', async () => {
      const texts = { 'texts.csv': 'key,en,de\na,One,Eins\n' };
      const { repository } = await given(texts, [{ path: 'texts.csv', format: 'csv' }]);
      expect((await repository.glossa(['check', '--language', 'de'])).code).toBe(0);
      expect((await repository.glossa(['check', '--language', 'it'])).code).toBe(2);
    });

    it.each([
      ['a table', 'texts.csv', 'csv', 'key,en,de,fr\na,One,Eins ,Un \n'],
      [
        'a string catalog',
        'Localizable.xcstrings',
        'xcstrings',
        json({
          sourceLanguage: 'en',
          strings: {
            a: {
              localizations: Object.fromEntries(
                Object.entries({ en: 'One', de: 'Eins ', fr: 'Un ' }).map(([language, value]) => [
                  language,
                  { stringUnit: { state: 'translated', value } },
                ]),
              ),
            },
          },
          version: '1.0',
        }),
      ],
    ])('checks %s with a language that the project lacks, and names it', async (_, path, format, content) => {
      const { repository, api, id } = await given({ [path]: content }, [{ path, format }]);
      const { code, stdout, stderr } = await repository.glossa(['check', '--only', 'trailing_space', '--json']);
      expect([code, stderr]).toEqual([1, 'Languages that the project does not have: fr\n']);
      expect(JSON.parse(stdout).check.findings.map(({ language }: Json) => language)).toEqual(['de', 'fr']);
      expect((await api.get(`projects/${id}`)).body.project).toMatchObject({ revision: 0, targetLanguages: ['de'] });
    });

    it('names files for GitHub from the root of the repository, where glossa.json is in a folder of it', async () => {
      const { repository, id } = await given();
      const rules = [{ path: 'locales/{language}.json', format: 'json' }];
      const files = Object.entries(FILES).map(([path, text]) => [`web/${path}`, text]);
      repository.write({ ...Object.fromEntries(files), 'web/glossa.json': json({ project: id, files: rules }) });
      const check = ['check', '--config', 'web/glossa.json'];
      const actions = await repository.glossa(check, { env: { GITHUB_ACTIONS: 'true' } });
      expect(actions.stdout).toMatch(/^::warning file=web\/locales\/de\.json,line=2,/);
      const sarif = JSON.parse((await repository.glossa([...check, '--format', 'sarif'])).stdout);
      const [{ locations }] = sarif.runs[0].results;
      expect(locations[0].physicalLocation.artifactLocation).toEqual({ uri: 'web/locales/de.json' });
      expect((await repository.glossa(check)).stdout).toMatch(/^locales\/de\.json:2 /);
    });

    it('compares with the source texts here, and leaves out what is ignored in the project', async () => {
      const { repository, api, id } = await given(FILES);
      await repository.done('push');
      const [bye] = (await api.get(`projects/${id}/keys?name=bye`)).body.keys;
      await api.post(`keys/${bye.id}/checks`, { language: 'de', code: 'trailing_space', ignored: true });
      const codes = async (): Promise<string[]> => {
        const { findings } = JSON.parse((await repository.glossa(['check', '--json'])).stdout).check;
        return findings.map(({ code }: Json) => code);
      };
      expect(await codes()).toEqual(['placeholder_missing', 'placeholder_unknown']);
      repository.write({ 'locales/en.json': json({ greeting: 'Hello {nane}', bye: 'Bye' }) });
      expect(await codes()).toEqual([]);
      // Of another source text, a finding is not ignored.
      repository.write({ 'locales/en.json': json({ greeting: 'Hello {nane}', bye: 'Bye!' }) });
      expect(await codes()).toContain('trailing_space');
    });

    it('finds the file of a namespace, and reads more texts than one answer has', async () => {
      const texts = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`key${i}`, `Text ${i} {n}`]));
      const wrong = { ...texts, key1150: 'Text 1150 {m}' };
      const { repository } = await given(
        { 'i18n/en/shop.json': json(texts), 'i18n/de/shop.json': json(wrong), 'i18n/de/home.json': json({}) },
        [{ path: 'i18n/{language}/{namespace}.json', format: 'json' }],
      );
      const { findings } = JSON.parse(
        (await repository.glossa(['check', '--only', 'placeholder_unknown', '--json'])).stdout,
      ).check;
      expect(findings).toEqual([
        expect.objectContaining({ file: 'i18n/de/shop.json', line: 1_152, key: 'shop.key1150', language: 'de' }),
      ]);
    });
  });

  describe('types', () => {
    const texts = {
      'home.title': 'Welcome',
      'home.greeting': 'Hello {name}',
      'home.items': '{count, plural, one {# item} other {# items}}',
      'home.role': '{role, select, admin {Admin} other {Guest}} since {since, date}',
      'home.terms': 'Read our <link>terms</link>',
    };
    const compile = promisify(execFile);

    it('compile with each library, and refuse unknown keys and wrong parameters', async () => {
      const { repository, send } = await given();
      await send('en', texts);
      // i18next has its own placeholders.
      const i18next = await given();
      await i18next.send('en', {
        'home.title': 'Welcome',
        'home.greeting': 'Hello {{name}}',
        'home.items': texts['home.items'],
      });
      for (const library of ['next-intl', 'formatjs'])
        expect((await done(repository, 'types', library, '--out', `src/${library}.d.ts`)).changed).toBe(true);
      const { stdout } = await i18next.repository.glossa(['types', 'i18next']);
      repository.write({
        'src/i18next.d.ts': stdout,
        // What the package next-intl has for pages in browsers.
        'src/next-intl-package.d.ts': "export * from 'use-intl';\n",
        'src/use-i18next.ts': `import i18next from 'i18next';
export const right = [i18next.t('home.title'), i18next.t('home.greeting', { name: 'Ada' }), i18next.t('home.items', { count: 2 })];
// @ts-expect-error unknown key
i18next.t('home.titel');
// @ts-expect-error wrong parameter
i18next.t('home.greeting', { nane: 'Ada' });
`,
        'src/use-next-intl.ts': `import { useTranslations } from 'next-intl';
const t = useTranslations('home');
export const right = [t('title'), t('greeting', { name: 'Ada' }), t('items', { count: 2 })];
// @ts-expect-error unknown key
t('titel');
// @ts-expect-error missing parameter
t('greeting');
// @ts-expect-error wrong type
t('items', { count: 'two' });
`,
        'src/use-formatjs.ts': `import { useIntl } from 'react-intl';
const { formatMessage } = useIntl();
export const right = formatMessage({ id: 'home.title' });
// @ts-expect-error unknown id
formatMessage({ id: 'home.titel' });
export function message<Id extends keyof GlossaMessageValues>(id: Id, values: GlossaMessageValues[Id]) {
  return formatMessage({ id }, values as Record<string, string>);
}
message('home.title', {});
message('home.greeting', { name: 'Ada' });
message('home.items', { count: 2 });
message('home.role', { role: 'admin', since: new Date() });
message('home.terms', { link: (chunks: string[]) => chunks });
// @ts-expect-error missing parameter
message('home.greeting', {});
// @ts-expect-error wrong type
message('home.items', { count: 'two' });
// @ts-expect-error wrong type
message('home.terms', { link: 'terms' });
`,
        'tsconfig.json': json({
          compilerOptions: {
            target: 'ES2022',
            module: 'ESNext',
            moduleResolution: 'bundler',
            lib: ['ES2023', 'DOM'],
            jsx: 'react-jsx',
            strict: true,
            skipLibCheck: true,
            noEmit: true,
            types: [],
            paths: { 'next-intl': ['./src/next-intl-package.d.ts'] },
          },
          include: ['src'],
        }),
      });
      symlinkSync(join(root, 'node_modules'), join(repository.folder, 'node_modules'));
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout: errors } = await compile(process.execPath, [compiler, '-p', repository.folder]).catch(
        (error: Json) => error,
      );
      expect(errors).toBe('');
    });

    it.each([
      ['/', '/', '"/"'],
      ['without nesting', '', 'false'],
    ])('of i18next know the separator of the names in the files (%s)', async (_, keySeparator, declared) => {
      const rule = { path: 'locales/{language}.json', format: 'i18next', options: { keySeparator } };
      const { repository, api, id } = await given({}, [rule]);
      const separator = encodeURIComponent(keySeparator);
      const texts = keySeparator === '' ? { 'home/a.b': 'One' } : { home: { 'a.b': 'One' } };
      const path = `projects/${id}/import?format=i18next&language=en&keySeparator=${separator}`;
      expect((await api.post(path, undefined, { body: JSON.stringify(texts) })).status).toBe(200);
      const { text } = await done(repository, 'types', 'i18next');
      expect(text).toContain(`    keySeparator: ${declared};\n`);
      expect(text).toContain(keySeparator === '' ? '"home/a.b": "One";' : '"home": {\n          "a.b": "One";');
    });

    it('are not written where the rules of the format have several separators', async () => {
      const rules = ['', '/'].map((keySeparator, index) => ({
        ...{
          path: `locales${index}/{language}.json`,
          format: 'i18next',
          namespace: `n${index}`,
          options: { keySeparator },
        },
      }));
      const { repository, send } = await given({}, rules);
      await send('en', { a: 'One' });
      const { code, stderr } = await repository.glossa(['types', 'i18next']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('have several values of keySeparator: "", "/"')]);
      expect((await done(repository, 'types', 'next-intl')).text).not.toContain('keySeparator');
    });

    it('keep the Windows line ends of a checkout, which do not count as a change', async () => {
      const { repository, send } = await given();
      await send('en', { 'home.title': 'Welcome' });
      const types = ['types', 'i18next', '--out', 'types/i18next.d.ts'];
      await done(repository, ...(types as ['types', ...string[]]));
      const windows = (): string => repository.read('types/i18next.d.ts').replaceAll(/\r?\n/g, '\r\n');
      repository.write({ 'types/i18next.d.ts': windows() });
      expect((await repository.glossa([...types, '--check'])).code).toBe(0);
      await send('en', { 'home.more': 'More' });
      expect((await done(repository, ...(types as ['types', ...string[]]))).changed).toBe(true);
      expect(repository.read('types/i18next.d.ts')).toContain('"More";\r\n');
      expect(repository.read('types/i18next.d.ts')).toBe(windows());
    });

    it('are written when they change, and compared by --check', async () => {
      const { repository, send } = await given({}, [{ path: 'i18n/{language}/{namespace}.json', format: 'i18next' }]);
      await send('en', { 'home.title': 'Welcome', top: 'Top' });
      const check = () => repository.glossa(['types', 'i18next', '--out', 'types/i18next.d.ts', '--check']);
      expect((await check()).code).toBe(1);
      expect(repository.has('types/i18next.d.ts')).toBe(false);
      await done(repository, 'types', 'i18next', '--out', 'types/i18next.d.ts');
      expect(repository.read('types/i18next.d.ts')).toContain(
        '      "home": {\n        "title": "Welcome";\n      };\n',
      );
      expect((await check()).code).toBe(0);
      expect((await done(repository, 'types', 'i18next', '--out', 'types/i18next.d.ts')).changed).toBe(false);
      await send('en', { 'home.more': 'More' });
      expect((await check()).code).toBe(1);
    });
  });

  describe('mcp', () => {
    const TEXT = 'Hallo {name}';

    /** The server of docs/mcp.md, with the clone of the test in place of `/path/to/glossa`. */
    const documentedServer = ({ env, repository }: Awaited<ReturnType<typeof given>>) => {
      const page = readFileSync(join(root, 'docs/mcp.md'), 'utf8');
      const [, block = ''] = /```json\n([^`]*"command"[^`]*)```/.exec(page) ?? [];
      const { command, args, env: named } = JSON.parse(block).mcpServers.glossa;
      expect([command, Object.keys(named)]).toEqual(['node', ['GLOSSA_API_KEY']]);
      const own = (args as string[]).map((arg) =>
        arg.replace('/path/to/glossa', root).replace('https://glossa.example.com', running.url),
      );
      return {
        command: process.execPath,
        args: own,
        cwd: repository.folder,
        env: { GLOSSA_API_KEY: env.GLOSSA_API_KEY, PATH: process.env.PATH ?? '', HOME: repository.folder },
        stderr: 'ignore' as const,
      };
    };

    it.each(['2026-07-28', '2025-11-25'])(
      'serves the official client of %s over standard input and output',
      async (version) => {
        const all = await given();
        const { id, api, send } = all;
        await send('en', { 'home.greeting': 'Hello {name}' });
        const server = documentedServer(all);
        const identity = { name: 'test', version: '1.0.0' };
        const client =
          version === '2026-07-28'
            ? new CurrentClient(identity, { versionNegotiation: { mode: 'auto' } })
            : new EarlierClient(identity);
        const transport = client instanceof CurrentClient ? new CurrentTransport(server) : new EarlierTransport(server);
        await client.connect(transport);
        if (client instanceof CurrentClient) expect(client.getNegotiatedProtocolVersion()).toBe(version);
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toContain('set_texts');
        const call = (args: object) =>
          client.callTool({ name: 'set_texts', arguments: { project: id, ...args } }) as Promise<Json>;
        const texts = [{ key: 'home.greeting', language: 'de', text: TEXT }];
        // Calls run beside each other.
        const [set, refused] = await Promise.all([call({ texts }), call({ texts: [] })]);
        expect(JSON.parse(set.content[1].text)).toMatchObject({ textsSet: 1 });
        expect(refused.isError).toBe(true);
        const [change] = (await api.get(`projects/${id}/changes`)).body.changes;
        expect(change).toMatchObject({ via: 'mcp', action: 'key.update' });
        await client.close();
      },
    );

    it.each(['null', '5', '"ping"', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', '[]'])(
      'answers the line %s, which is no message, by an error, and goes on',
      async (line) => {
        const { repository } = await given();
        const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' });
        const run = await repository.glossa(['mcp'], { input: `${line}\n${ping}\n` });
        expect([
          run.code,
          run.stdout
            .split('\n')
            .filter(Boolean)
            .map((each) => JSON.parse(each)),
        ]).toEqual([
          0,
          [
            { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.any(String) } },
            { jsonrpc: '2.0', id: 2, result: {} },
          ],
        ]);
      },
    );

    it('answers broken messages and refusals by errors, and ends with its input', async () => {
      const { repository } = await given();
      const ask = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
      const run = await repository.glossa(['mcp'], { input: `${ask(1)}\nno json\n\n` });
      expect(run.code).toBe(0);
      const answers = run.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(answers.sort((one) => (one.id === null ? -1 : 1))).toEqual([
        { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) } },
        { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ tools: expect.any(Array) }) },
      ]);
      const refused = await repository.glossa(['mcp'], { input: ask(2), env: { GLOSSA_API_KEY: 'glossa_wrong' } });
      expect(JSON.parse(refused.stdout)).toEqual({
        jsonrpc: '2.0',
        id: 2,
        error: {
          code: -32_000,
          message: expect.stringContaining('(unauthenticated)'),
          data: expect.objectContaining({ status: 401 }),
        },
      });
      const unreachable = await repository.glossa(['mcp', '--server', 'http://127.0.0.1:9'], { input: ask(3) });
      expect(JSON.parse(unreachable.stdout).error.message).toContain('cannot be reached');
    });
  });
});
