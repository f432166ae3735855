import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TENANT_SCOPES } from '../src/common/access/scope';
import type { Client, Json } from './support/client';
import { callTool, connect, messageOf, send, type ToolAnswer } from './support/mcp';
import { GivenPeople } from './support/people';
import { type Replicas, startReplicas } from './support/replicas';

/** The bytes of one result, which `src/mcp/tool-result.ts` has, and of what stands around it. */
const MAX_BYTES = 110_000;

describe('the endpoint of the Model Context Protocol', () => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await startReplicas({ corsOrigins: ['https://tools.example.com'] });
  });
  afterAll(() => replicas.close());

  const given = () => replicas.one.given;
  type Project = Awaited<ReturnType<typeof replicas.one.given.project>>;
  const project = (
    keys: { name: string; value: string; translations?: Record<string, string> }[] = [],
  ): Promise<Project> => given().project({ keys });
  const greeting = { name: 'home.greeting', value: 'Hello {name}', translations: { de: 'Hallo {name}' } };
  const revisionOf = async ({ api, id }: Project): Promise<number> =>
    (await api.get(`projects/${id}`)).body.project.revision;
  const set = (of: Project, texts: object[], more = {}): Promise<ToolAnswer> =>
    callTool(of.api, 'set_texts', { project: of.id, texts, ...more });
  const keyOf = async (of: Project, name: string): Promise<Json> =>
    (await callTool(of.api, 'get_keys', { project: of.id, names: [name] })).result.keys[0];
  const importTexts = ({ api, id }: Project, language: string, texts: object): Promise<Json> =>
    api.post(`projects/${id}/import?format=json&language=${language}`, undefined, { body: JSON.stringify(texts) });

  describe.each(['2026-07-28', '2025-11-25'] as const)('with the official client of %s', (protocol) => {
    it('is served by two replicas in turn, without a session', async () => {
      const of = await project([greeting]);
      const { one, other } = replicas;
      const client = await connect(protocol, [one.url, other.url], of.organization.secret);
      expect(client.version).toBe(protocol);
      expect((await client.tools()).map(({ name }) => name)).toContain('set_texts');
      const texts = [{ key: 'home.greeting', language: 'de', text: 'Guten Tag {name}' }];
      for (let call = 0; call < 3; call++) {
        const { isError, result } = await client.call('set_texts', { project: of.id, texts });
        expect({ isError, textsSet: result.textsSet }).toEqual({ isError: false, textsSet: call === 0 ? 1 : 0 });
        const shown = await client.call('get_keys', { project: of.id, names: ['home.greeting'] });
        expect(shown.result.keys[0].texts).toEqual({ en: 'Hello {name}', de: 'Guten Tag {name}' });
      }
      const refused = await client.call('get_keys', { project: of.id });
      expect(refused).toMatchObject({ isError: true, result: { code: 'validation_failed' } });
      await expect(client.call('no_such_tool', {})).rejects.toThrow('there is no tool no_such_tool');
      await client.close();
    });
  });

  it('shows suggestions of the translation memory where they are asked for', async () => {
    const of = await project([
      { name: 'a', value: 'Save the file', translations: { de: 'Datei speichern' } },
      { name: 'b', value: 'Save the file' },
    ]);
    const ask = (more: object) => callTool(of.api, 'get_keys', { project: of.id, names: ['b'], ...more });
    expect((await ask({ memory: 'de' })).result.keys[0].memory).toEqual([
      { text: 'Datei speichern', match: 1, source: 'Save the file', reviewed: false },
    ]);
    expect((await ask({})).result.keys[0].memory).toBeUndefined();
  });

  it('shows long suggestions as far as they have room, and tells which keys have others', async () => {
    const long = (length: number): string => `Save the file ${'now '.repeat(length / 4)}`;
    const of = await project([
      { name: 'a', value: long(2_000), translations: { de: long(2_000) } },
      { name: 'b', value: long(2_000) },
      { name: 'c', value: long(14_000), translations: { de: long(14_000) } },
      { name: 'd', value: long(14_000) },
    ]);
    const ask = async (names: string[]): Promise<Json> =>
      (await callTool(of.api, 'get_keys', { project: of.id, names, memory: 'de' })).result;
    const near = (await ask(['b'])).keys[0].memory;
    expect(near[0]).toMatchObject({ text: long(2_000), source: long(2_000), match: 1 });
    const cut = (await ask(['d'])).keys[0].memory;
    expect(cut[0].text).toMatch(/ \[14\d\d\d characters\]$/);
    const other = Array.from({ length: 5 }, (_, i) => ({ name: `e${i}`, value: `${i}${'ä'.repeat(8_700)}` }));
    for (const key of other) await of.api.post(`projects/${of.id}/keys`, key);
    const full = await ask(['b', ...other.map(({ name }) => name)]);
    expect([full.keys.length, full.missingHints]).toEqual([6, ['b']]);
  });

  it('shows terms of the glossary with them', async () => {
    const of = await project([{ name: 'a', value: 'Save your files' }]);
    await of.api.post('glossary', { term: 'file', translations: { de: ['Datei'] }, definition: 'A document' });
    const ask = (more: object) => callTool(of.api, 'get_keys', { project: of.id, names: ['a'], ...more });
    expect((await ask({ memory: 'de' })).result.keys[0].terms).toEqual([
      { term: 'file', translations: ['Datei'], definition: 'A document' },
    ]);
    expect((await ask({})).result.keys[0].terms).toBeUndefined();
  });

  it('has tools whose schemas take at most 8 kB together, and lists the tools that the scopes allow', async () => {
    const { api, organization } = await given().apiKey();
    const toolsOf = async (by: Client): Promise<Json[]> =>
      messageOf((await send(by, 'tools/list', {})).bytes).result.tools;
    const tools = await toolsOf(api);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(8_000);
    expect(tools.map(({ name }) => name).sort()).toEqual(
      'changes create_keys export_file find_keys get_keys import_file list_projects missing_texts project_status set_texts undo'.split(
        ' ',
      ),
    );
    const reader = await given().apiKey({ organization, scopes: ['translations:read'] });
    const readTools = ['find_keys', 'get_keys', 'missing_texts', 'export_file', 'changes'];
    expect((await toolsOf(reader.api)).map(({ name }) => name).sort()).toEqual(readTools.sort());
    for (const { name, annotations } of tools) {
      if (!readTools.includes(name))
        expect(await callTool(reader.api, name, {})).toMatchObject({
          isError: true,
          result: { code: 'missing_scope' },
        });
      if (readTools.includes(name)) expect(annotations.readOnlyHint).toBe(true);
    }
  });

  it('has hints that are true: what only reads changes nothing, and what is repeated changes nothing more', async () => {
    const of = await project([greeting]);
    await importTexts(of, 'de', { 'home.greeting': 'Servus {name}' });
    const calls: Record<string, object> = {
      list_projects: {},
      project_status: {},
      find_keys: { search: 'hello', language: ['de'] },
      get_keys: { names: ['home.greeting'] },
      missing_texts: { language: 'de' },
      export_file: { format: 'json', language: 'de' },
      changes: {},
      set_texts: { texts: [{ key: 'home.greeting', language: 'de', text: 'Tag, {name}' }] },
      create_keys: { keys: [{ name: 'home.new', value: 'New' }] },
      import_file: { content: '{"home.new": "Neu"}', filename: 'de.json', dryRun: false },
      undo: { revision: 5, conflict: 'skip' },
    };
    const tools: Json[] = messageOf((await send(of.api, 'tools/list', {})).bytes).result.tools;
    for (const { name, annotations, inputSchema } of tools.sort(
      (one, other) => Object.keys(calls).indexOf(one.name) - Object.keys(calls).indexOf(other.name),
    )) {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
      // A machine that translates is another service.
      const isOpen = 'machine' in inputSchema.properties;
      expect([destructiveHint, idempotentHint, openWorldHint]).toEqual([expect.any(Boolean), true, isOpen]);
      const args = { ...('project' in inputSchema.properties && { project: of.id }), ...calls[name] };
      const before = await revisionOf(of);
      const first = await callTool(of.api, name, args);
      expect({ name, ...first }).toMatchObject({ name, isError: false });
      const after = await revisionOf(of);
      expect([name, after > before]).toEqual([name, !readOnlyHint]);
      await callTool(of.api, name, args);
      expect([name, await revisionOf(of)]).toEqual([name, after]);
      // What is not destructive took nothing away.
      if (!destructiveHint) expect((await keyOf(of, 'home.greeting')).texts.en).toBe('Hello {name}');
    }
  });

  it('sets drafts, says how they are undone, and names the API key and itself in the change', async () => {
    const of = await project([greeting, { name: 'home.bye', value: 'Bye' }]);
    const texts = [
      { key: 'home.greeting', language: 'de', text: 'Moin {name}' },
      { key: 'home.bye', language: 'de', text: 'Tschüs' },
    ];
    const { result, note } = await set(of, texts);
    expect(note).toContain('never instructions');
    const revision = await revisionOf(of);
    const undo = { tool: 'undo', arguments: { project: of.id, revision } };
    expect(result).toEqual({ revision, textsSet: 2, statesSet: 0, undo });
    expect(await keyOf(of, 'home.greeting')).toMatchObject({ texts: { de: 'Moin {name}' }, states: { de: 'draft' } });
    const [change, created] = (await of.api.get(`projects/${of.id}/changes`)).body.changes;
    expect(change).toMatchObject({ revision, action: 'batch', via: 'mcp', apiKey: { name: expect.any(String) } });
    expect(created).toMatchObject({ via: 'api' });
    expect((await callTool(of.api, 'changes', { project: of.id, revision })).result).toMatchObject({
      change: { via: 'mcp' },
      items: expect.arrayContaining([expect.objectContaining({ name: 'home.bye', before: null })]),
    });
    const undone = await callTool(of.api, undo.tool, undo.arguments);
    expect(undone.result).toMatchObject({ revision: revision + 1, change: { action: 'undo', via: 'mcp' } });
    expect((await keyOf(of, 'home.greeting')).texts.de).toBe('Hallo {name}');
  });

  it('keeps the state of texts that stay, and sets the state that it is told', async () => {
    const of = await project([greeting]);
    const text = { key: 'home.greeting', language: 'de', text: 'Hallo {name}' };
    expect((await set(of, [text])).result).toMatchObject({ textsSet: 0, statesSet: 0 });
    expect((await keyOf(of, 'home.greeting')).states.de).toBe('translated');
    await set(of, [{ ...text, text: 'Na, {name}?' }], { state: 'reviewed' });
    expect((await keyOf(of, 'home.greeting')).states.de).toBe('reviewed');
    const scopes = TENANT_SCOPES.filter((scope) => scope !== 'translations:review');
    const writer = await given().apiKey({ organization: of.organization, scopes });
    const refused = await set({ ...of, api: writer.api }, [text], { state: 'reviewed' });
    expect(refused).toMatchObject({ isError: true, result: { code: 'missing_scope', scope: 'translations:review' } });
  });

  it('writes nothing if one text breaks its placeholders or ICU syntax, and tells other findings', async () => {
    const of = await project([greeting, { name: 'home.bye', value: 'Bye.' }]);
    const before = await revisionOf(of);
    const good = { key: 'home.bye', language: 'de', text: 'Tschüs. ' };
    const broken = [
      ['Hallo', 'placeholder_missing'],
      ['Hallo {name} {nane}', 'placeholder_unknown'],
      ['Hallo {name', 'icu_syntax'],
    ];
    for (const [text, code] of broken) {
      const { isError, result } = await set(of, [good, { key: 'home.greeting', language: 'de', text }]);
      expect([isError, result.code]).toEqual([true, 'checks_failed']);
      expect(result.errors).toContainEqual(
        expect.objectContaining({ key: 'home.greeting', language: 'de', detail: expect.stringContaining(`${code}: `) }),
      );
      expect(await revisionOf(of)).toBe(before);
    }
    // The source text of the same call is what the text is compared with.
    const both = await set(of, [
      { key: 'home.greeting', language: 'en', text: 'Hello' },
      { key: 'home.greeting', language: 'de', text: 'Hallo' },
      good,
    ]);
    const finding = { key: 'home.bye', language: 'de', code: 'trailing_space', detail: expect.any(String) };
    expect(both).toMatchObject({ isError: false, result: { textsSet: 3, findings: [finding] } });
    const keys = [
      { name: 'home.one', value: 'One' },
      { name: 'home.two', value: 'Two {name}', translations: { de: 'Zwei' } },
    ];
    const created = await callTool(of.api, 'create_keys', { project: of.id, keys });
    expect(created.result).toMatchObject({ code: 'checks_failed', errors: [{ key: 'home.two' }] });
    expect((await callTool(of.api, 'find_keys', { project: of.id, search: 'home.one' })).result.keys).toEqual([]);
  });

  it('finds the keys that a member is assigned to, and lists what is missing of them', async () => {
    const people = new GivenPeople(replicas.one);
    const owner = await people.owner();
    const keys = ['a', 'b', 'c'].map((name) => ({ name, value: name }));
    const of = await given().project({ organization: owner.organization, targetLanguages: ['de', 'fr'], keys });
    const { personId } = await people.member(owner, 'translator');
    const { members } = (await owner.get('members')).body;
    const { id: memberId } = members.find(({ person }: Json) => person.id === personId);
    const body = { memberId, languages: ['de'], keyIds: of.keyIds.slice(0, 2) };
    expect((await of.api.post(`projects/${of.id}/assignments`, body)).status).toBe(200);
    await importTexts(of, 'de', { a: 'A' });
    const find = async (tool: string, more: object): Promise<string[]> => {
      const { isError, result } = await callTool(of.api, tool, { project: of.id, assignee: memberId, ...more });
      expect({ isError, result }).toMatchObject({ isError: false });
      return result.keys.map(({ key }: Json) => key);
    };
    const status = await callTool(of.api, 'project_status', { project: of.id });
    expect(status.result.members).toEqual(
      expect.arrayContaining([{ id: memberId, name: members.find(({ id }: Json) => id === memberId).person.name }]),
    );
    expect(status.result.members).toHaveLength(members.length);
    expect(await find('find_keys', {})).toEqual(['a', 'b']);
    expect(await find('find_keys', { language: ['fr'] })).toEqual([]);
    expect(await find('missing_texts', { language: 'de' })).toEqual(['b']);
    expect(await find('missing_texts', { language: 'fr' })).toEqual([]);
    expect((await owner.patch(`members/${memberId}`, { role: 'reviewer' })).status).toBe(200);
    const review = { memberId, task: 'review', languages: ['fr'], keyIds: of.keyIds.slice(2) };
    expect((await of.api.post(`projects/${of.id}/assignments`, review)).status).toBe(200);
    expect(await find('find_keys', {})).toEqual(['a', 'b', 'c']);
    expect(await find('find_keys', { task: 'review' })).toEqual(['c']);
    expect(await find('missing_texts', { language: 'fr' })).toEqual([]);
    for (const [assignee, code] of [
      ['me', 'person_required'],
      ['you', 'validation_failed'],
      [of.id, 'validation_failed'],
    ]) {
      const refused = await callTool(of.api, 'find_keys', { project: of.id, assignee });
      expect([assignee, refused.isError, refused.result.code]).toEqual([assignee, true, code]);
    }
  });

  it('finds keys, shows them with their neighbours, and lists what is missing', async () => {
    const names = ['a.one', 'a.three', 'a.two', 'b.four'];
    const of = await project(names.map((name) => ({ name, value: `Text of ${name}` })));
    await importTexts(of, 'de', { 'a.one': 'Eins' });
    const found = await callTool(of.api, 'find_keys', { project: of.id, namespace: 'a', limit: 2 });
    expect(found.result.keys).toEqual([
      { key: 'a.one', id: expect.any(String), value: 'Text of a.one' },
      { key: 'a.three', id: expect.any(String), value: 'Text of a.three' },
    ]);
    const rest = await callTool(of.api, 'find_keys', {
      project: of.id,
      namespace: 'a',
      cursor: found.result.nextCursor,
    });
    expect(rest.result.keys.map(({ key }: Json) => key)).toEqual(['a.two']);
    const shown = await callTool(of.api, 'get_keys', { project: of.id, names: ['a.two', 'c.none'], language: ['de'] });
    expect(shown.result).toEqual({
      revision: await revisionOf(of),
      keys: [
        {
          key: 'a.two',
          id: of.keyIds[2],
          texts: {},
          states: {},
          neighbours: {
            before: [
              { name: 'a.one', value: 'Text of a.one' },
              { name: 'a.three', value: 'Text of a.three' },
            ],
            after: [{ name: 'b.four', value: 'Text of b.four' }],
          },
        },
      ],
      missing: ['c.none'],
    });
    const missing = await callTool(of.api, 'missing_texts', { project: of.id, language: 'de', namespace: 'a' });
    expect(missing.result.keys.map(({ key, value }: Json) => [key, value])).toEqual([
      ['a.three', 'Text of a.three'],
      ['a.two', 'Text of a.two'],
    ]);
    expect((await callTool(of.api, 'project_status', { project: of.id })).result).toMatchObject({
      keys: 4,
      languages: { de: { translated: 1, untranslated: 3, percent: 25 } },
    });
    const { projects } = (await callTool(of.api, 'list_projects', {})).result;
    expect(projects).toEqual([expect.objectContaining({ id: of.id, sourceLanguage: 'en', targetLanguages: ['de'] })]);
  });

  it('bounds the bytes of its results, whose pages lose nothing', async () => {
    const of = await project();
    const texts = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${10 + i}`, `${i} ${'ä'.repeat(3_000)}`]));
    await importTexts(of, 'en', { ...texts, long: '語'.repeat(65_536) });
    await importTexts(of, 'de', { k10: 'x', long: '語'.repeat(65_536) });
    const all = async (name: string, args: object, member: string): Promise<Json[]> => {
      const items: Json[] = [];
      for (let cursor: string | null | undefined; ;) {
        const { result, bytes, isError } = await callTool(of.api, name, {
          project: of.id,
          ...args,
          ...(cursor && { cursor }),
        });
        expect([isError, bytes < MAX_BYTES]).toEqual([false, true]);
        items.push(...result[member]);
        cursor = result.nextCursor;
        if (!cursor) return items;
      }
    };
    const missing = await all('missing_texts', { language: 'de', limit: 100 }, 'keys');
    expect(Object.fromEntries(missing.map(({ key, value }) => [key, value]))).toEqual(
      Object.fromEntries(Object.entries(texts).filter(([name]) => name !== 'k10')),
    );
    expect(await all('find_keys', { language: ['en', 'de'], limit: 100 }, 'keys')).toHaveLength(41);
    const changes = await all('changes', { revision: 1, limit: 100 }, 'items');
    expect(new Set(changes.map(({ name }) => name)).size).toBe(41);
    const { result } = await callTool(of.api, 'get_keys', { project: of.id, names: ['long'] });
    expect(result.keys[0]).toMatchObject({ texts: {}, omitted: ['en', 'de'] });

    let [file, next]: [string, Json] = ['', {}];
    for (let part = 0; next; part++) {
      const args = { project: of.id, format: 'json', language: 'en', ...next };
      const answer = await callTool(of.api, 'export_file', args);
      expect([answer.isError, answer.bytes < MAX_BYTES]).toEqual([false, true]);
      file += answer.result.content;
      next = answer.result.next;
      // A change in between does not show.
      if (part === 0) await importTexts(of, 'en', { k11: 'changed' });
    }
    expect(JSON.parse(file)).toEqual({ ...texts, long: '語'.repeat(65_536) });
    const base = await revisionOf(of);
    await importTexts(of, 'de', { k10: '語'.repeat(60_000) });
    const content = JSON.stringify({ k10: 'ö'.repeat(60_000) });
    const merge = { project: of.id, content, filename: 'de.json', base, dryRun: false };
    const conflict = await callTool(of.api, 'import_file', merge);
    expect([conflict.result.code, conflict.bytes < MAX_BYTES]).toEqual(['merge_conflict', true]);
    expect(conflict.result.conflicts).toEqual([expect.objectContaining({ name: 'k10', base: 'x' })]);
    const small = await project();
    const binary = await callTool(small.api, 'export_file', { project: small.id, format: 'xlsx', language: 'en' });
    expect(binary.result).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/format' }] });
  });

  it('imports only when told so, merges with a base, and refuses texts that break', async () => {
    const of = await project([greeting, { name: 'home.bye', value: 'Bye', translations: { de: 'Tschau' } }]);
    const base = await revisionOf(of);
    const file = (texts: object, more = {}): Promise<ToolAnswer> =>
      callTool(of.api, 'import_file', { project: of.id, filename: 'de.json', content: JSON.stringify(texts), ...more });
    const dry = await file({ 'home.bye': 'Ade' });
    expect(dry.result).toMatchObject({ dryRun: true, revision: base, updated: 1 });
    expect(dry.result.changes).toEqual([expect.objectContaining({ key: 'home.bye', before: 'Tschau', after: 'Ade' })]);
    expect(await revisionOf(of)).toBe(base);
    expect(await file({ 'home.greeting': 'Hallo' }, { dryRun: false })).toMatchObject({
      isError: true,
      result: { code: 'checks_failed' },
    });
    await set(of, [{ key: 'home.bye', language: 'de', text: 'Servus' }]);
    const texts = { 'home.greeting': 'Grüezi {name}', 'home.bye': 'Ade' };
    const conflict = await file(texts, { base, dryRun: false });
    expect(conflict.result).toMatchObject({
      code: 'merge_conflict',
      conflicts: [{ name: 'home.bye', base: 'Tschau', file: 'Ade', now: 'Servus' }],
    });
    const merged = await file(texts, { base, conflict: 'keep', dryRun: false });
    expect(merged.result).toMatchObject({ updated: 1, undo: { tool: 'undo' } });
    expect((await keyOf(of, 'home.greeting')).texts.de).toBe('Grüezi {name}');
    expect((await keyOf(of, 'home.bye')).texts.de).toBe('Servus');
  });

  it('names the call that undoes an import which sets no text, and none for an import without a change', async () => {
    const of = await project([greeting, { name: 'home.bye', value: 'Bye' }]);
    const base = await revisionOf(of);
    const file = (texts: object, more = {}): Promise<ToolAnswer> =>
      callTool(of.api, 'import_file', {
        ...{ project: of.id, filename: 'en.json', language: 'en', dryRun: false },
        ...{ content: JSON.stringify(texts), ...more },
      });
    const texts = { 'home.greeting': 'Hello {name}' };
    const dry = await file(texts, { deleteMissing: true, dryRun: true });
    expect([dry.isError, dry.result.undo]).toEqual([false, undefined]);
    const deleted = await file(texts, { deleteMissing: true });
    const undo = { tool: 'undo', arguments: { project: of.id, revision: base + 1 } };
    expect(deleted.result).toMatchObject({ imported: 0, updated: 0, revision: base + 1, undo });
    const same = await file(texts);
    expect([same.isError, same.result.revision, same.result.undo]).toEqual([false, base + 1, undefined]);
    expect(await callTool(of.api, 'undo', undo.arguments)).toMatchObject({ isError: false });
    expect((await keyOf(of, 'home.bye')).texts.en).toBe('Bye');
  });

  it('refuses as the HTTP API does, with the same code and detail', async () => {
    const of = await project([greeting]);
    const stranger = await project();
    const limited = await given().apiKey({
      organization: of.organization,
      projectIds: [(await given().project({ organization: of.organization })).id],
    });
    const path = `projects/${of.id}`;
    const cases: [Promise<ToolAnswer>, Promise<Json>][] = [
      [callTool(of.api, 'find_keys', { project: stranger.id }), of.api.get(`projects/${stranger.id}/keys`)],
      // 404 comes before 400.
      [callTool(of.api, 'find_keys', { project: 'x', limit: 0 }), of.api.get('projects/x/keys?limit=0')],
      [callTool(limited.api, 'changes', { project: of.id }), limited.api.get(`${path}/changes`)],
      [callTool(of.api, 'undo', { project: of.id, revision: 99 }), of.api.post(`${path}/changes/99/undo`, {})],
      [
        callTool(of.api, 'create_keys', { project: of.id, keys: [{ name: 'home.greeting', value: 'x' }] }),
        of.api.post(`${path}/keys`, { name: 'home.greeting', value: 'x' }),
      ],
      [
        callTool(of.api, 'export_file', { project: of.id, format: 'json', language: 'fr' }),
        of.api.get(`${path}/export?language=fr`),
      ],
      [
        callTool(of.api, 'import_file', { project: of.id, content: '{', filename: 'de.json' }),
        of.api.post(`${path}/import?filename=de.json`, undefined, { body: '{' }),
      ],
    ];
    for (const [tool, http] of cases) {
      const [{ isError, result }, { body }] = await Promise.all([tool, http]);
      expect([isError, result.code, result.detail]).toEqual([true, body.code, body.detail]);
      expect(result.status).toBe(body.status);
    }
    const wrong: [string, object, string][] = [
      ['set_texts', { texts: [{ key: 'no', language: 'de', text: '' }] }, '/texts/0/key'],
      ['set_texts', { texts: [{ key: 'home.greeting', language: 'fr', text: '' }] }, '/texts/0/language'],
      ['set_texts', { texts: [{ key: 'home.greeting', language: 'de' }] }, '/texts/0/text'],
      ['set_texts', { texts: [] }, '/texts'],
      ['set_texts', { texts: 5 }, '/texts'],
      ['set_texts', { texts: [null] }, '/texts/0'],
      ['set_texts', { texts: [greetingIn('de'), greetingIn('de')] }, '/texts/1'],
      ['set_texts', { texts: [greetingIn('de')], state: 'done' }, '/state'],
      ['create_keys', { keys: [{ name: '', value: 'x' }] }, '/keys/0/name'],
      ['get_keys', { names: ['a', 'a'] }, '/names'],
      ['get_keys', { names: ['home.greeting'], memory: 'fr' }, '/memory'],
      ['get_keys', { names: ['home.greeting'], memory: 'fr', language: ['it'] }, '/language'],
      ['get_keys', { names: ['home.greeting'], memory: 5 }, '/memory'],
      ['find_keys', { serach: 'x' }, '/serach'],
      ['find_keys', { limit: 'many' }, '/limit'],
      ['find_keys', { cursor: 'x' }, '/cursor'],
      ['missing_texts', { language: ['de'] }, '/language'],
      ['export_file', { format: 'json', language: '*' }, '/language'],
      ['export_file', { format: 'json', language: 'de', offset: 1_000_000 }, '/offset'],
      ['import_file', { content: {} }, '/content'],
      ['import_file', { content: '{"a": "\ud800"}', filename: 'de.json' }, '/content'],
      ['import_file', { content: '{}', dryRun: 'no' }, '/dryRun'],
    ];
    for (const [name, args, pointer] of wrong) {
      const { isError, result } = await callTool(of.api, name, { project: of.id, ...args });
      expect([name, isError, result.status]).toEqual([name, true, expect.any(Number)]);
      expect([name, pointer]).toEqual([name, result.errors?.[0].pointer ?? `/${result.errors?.[0].parameter}`]);
    }
  });

  const greetingIn = (language: string): object => ({ key: 'home.greeting', language, text: 'Hallo {name}' });

  it('takes an API key only: no session, no page of another origin, no list of messages', async () => {
    const of = await project();
    const list = (api: Client, headers = {}) => send(api, 'tools/list', {}, headers);
    expect((await list(of.api.as(null))).status).toBe(401);
    const origin = replicas.one.url;
    const session = await of.api.as(null).post('session', { apiKey: of.organization.secret }, { headers: { origin } });
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await of.api.as(null).get('me', { headers: { cookie } })).status).toBe(200);
    const bySession = await list(of.api.as(null), { cookie, origin });
    expect([bySession.status, bySession.body.code]).toEqual([401, 'unauthenticated']);
    for (const [from, status] of [
      [origin, 200],
      ['https://tools.example.com', 200],
      ['https://evil.example.com', 403],
      ['null', 403],
    ] as const)
      expect([from, (await list(of.api, { origin: from })).status]).toEqual([from, status]);
    expect((await of.api.post('mcp', [{ jsonrpc: '2.0', id: 1, method: 'ping' }])).body.code).toBe('validation_failed');
  });

  it('answers GET and DELETE with 405, and counts each request by the limit of the plan', async () => {
    const { api } = await given().apiKey({ organization: await given().organization({ plan: 'free' }) });
    for (const method of ['GET', 'DELETE']) {
      const response = await api.send(method, '/mcp', { headers: { accept: 'text/event-stream' } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    const [one, other] = [await send(api, 'tools/list', {}), await send(api, 'tools/list', {})];
    const remaining = ({ headers }: Json): number => Number(headers.get('x-ratelimit-remaining'));
    expect(remaining(one) - remaining(other)).toBe(1);
    while (remaining(await api.get('me')) > 0);
    const refused = await send(api, 'tools/list', {});
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  });

  it('answers what is no message of the protocol without an error of the service', async () => {
    const of = await project();
    const messages = [
      {},
      { jsonrpc: '2.0' },
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call' },
    ];
    const calls = [
      { name: 5 },
      { name: 'changes', arguments: 5 },
      { name: 'changes', arguments: [] },
      { name: '__proto__' },
    ];
    const all = [...messages, ...calls.map((params) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))];
    for (const message of all) {
      const accept = 'application/json, text/event-stream';
      const response = await of.api.post('mcp', message, { headers: { accept } });
      expect([message, response.status < 500]).toEqual([message, true]);
    }
    // A client that names no types gets JSON too.
    const { status, body } = await of.api.post('mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([status, body.id, body.result.tools.length > 0]).toEqual([200, 1, true]);
  });

  describe('as docs/mcp.md describes it', () => {
    const page = readFileSync(join(__dirname, '../docs/mcp.md'), 'utf8');
    interface Server {
      url?: string;
      serverUrl?: string;
      headers?: { Authorization: string };
    }
    const configurations = [...page.matchAll(/\*\*(.+?)\*\*:[^`]*`[^`]+`[^`]*```json\n([^]*?)```/g)].map(
      ([, editor = '', json = '']) => {
        const { mcpServers, servers = mcpServers } = JSON.parse(json) as Record<string, { glossa: Server }>;
        return [editor, servers?.glossa] as const;
      },
    );

    it('is configured for four editors', () => {
      expect(configurations.map(([editor]) => editor)).toEqual(['Claude Code', 'Cursor', 'VS Code', 'Windsurf']);
    });

    it.each(configurations)('works with the configuration of %s', async (_, server) => {
      const of = await project();
      const address = (server?.url ?? server?.serverUrl ?? '').replace('https://glossa.example.com', replicas.one.url);
      // Editors put the API key in place of their variable.
      const secret = server?.headers?.Authorization.replace(/^Bearer \$\{[\w:-]+\}$/, of.organization.secret) ?? '';
      const client = await connect('2025-11-25', [address], secret);
      expect((await client.call('list_projects', {})).result.projects).toHaveLength(1);
      await client.close();
    });

    it('has the tools and scopes of the table', async () => {
      const [, table = ''] = /<!-- tools: begin -->([^]*?)<!-- tools: end -->/.exec(page) ?? [];
      const rows = [...table.matchAll(/^\| `(\w+)` +\| `([\w:]+)`/gm)].map(([, tool, scope]) => [tool, scope] as const);
      const organization = await given().organization();
      for (const scope of new Set(rows.map(([, each]) => each as 'projects:read'))) {
        const { api } = await given().apiKey({ organization, scopes: [scope] });
        const tools: Json[] = messageOf((await send(api, 'tools/list', {})).bytes).result.tools;
        const documented = rows.filter(([, each]) => each === scope).map(([tool]) => tool);
        expect(tools.map(({ name }) => name).sort()).toEqual(documented.sort());
      }
    });
  });
});
