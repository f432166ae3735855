import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import type { ApiResponse, Client, Json } from './client';

/** A project to write. */
export interface WrittenProject {
  id: string;
  api: Client;
  /** Client of an API key without the scope `translations:review`. */
  translator: Client;
}

/** A write of a project: it may be refused, and it may change nothing. */
export type ProjectWriteStep = (project: WrittenProject) => Promise<ApiResponse>;

/** Makes writes of one kind, which reports of failures name with their values. */
const stepsOf = <T>(
  kind: string,
  values: fc.Arbitrary<T>,
  write: (project: WrittenProject, values: T) => Promise<ApiResponse>,
): fc.Arbitrary<ProjectWriteStep> =>
  values.map((value) =>
    Object.assign((project: WrittenProject) => write(project, value), {
      [fc.toStringMethod]: () => `${kind} ${fc.stringify(value)}`,
    }),
  );

const name = fc.constantFrom('a', 'b', 'c', 'c.d', 'c.e', 'f.g.h', 'list[0]', 'list[1]', 'c.d.e');
const namespace = fc.constantFrom('', 'c', 'f');
const language = fc.constantFrom('en', 'de', 'fr', 'pl', 'pt-BR');
const text = fc.constantFrom('1', '2', '3', '', 'ä "b"', '{n, plural, one {# file} other {# files}}');
const description = fc.constantFrom(null, 'First', 'Second');
const state = fc.constantFrom('draft', 'translated', 'reviewed');
const states = fc.dictionary(language, state, { maxKeys: 2, noNullPrototype: true });
const tags = fc.subarray(['checkout', 'ä b', 'sprint 1']);
const maxLength = fc.constantFrom(null, 1, 40);
/** Whether a translator writes, who neither sets nor takes away reviews. */
const byTranslator = fc.nat(3).map((of) => of === 0);
const index = fc.nat(20);

const clientOf = ({ api, translator }: WrittenProject, isTranslator: boolean): Client =>
  isTranslator ? translator : api;

const keysOf = async ({ api, id }: WrittenProject): Promise<Json[]> => (await api.get(`projects/${id}/keys`)).body.keys;
const keyAt = async (project: WrittenProject, at: number): Promise<string> => {
  const keys = await keysOf(project);
  return keys[at % Math.max(1, keys.length)]?.id ?? 'none';
};
const revisionOf = async ({ api, id }: WrittenProject): Promise<number> =>
  (await api.get(`projects/${id}`)).body.project.revision;

const texts = fc.dictionary(language, fc.option(text), { maxKeys: 3, noNullPrototype: true });

const create = stepsOf(
  'create',
  fc.record(
    {
      name,
      value: text,
      description,
      tags,
      maxLength,
      translations: fc.dictionary(fc.constantFrom('de', 'fr', 'pl'), text, { maxKeys: 2, noNullPrototype: true }),
      states: fc.dictionary(fc.constantFrom('en', 'de'), state, { maxKeys: 1, noNullPrototype: true }),
    },
    { requiredKeys: ['name', 'value'] },
  ),
  ({ api, id }, body) => api.post(`projects/${id}/keys`, body),
);

const update = stepsOf(
  'update',
  fc.record({
    at: index,
    byTranslator,
    body: fc.record({ name, description, translations: texts, states, tags, maxLength }, { requiredKeys: [] }),
  }),
  async (project, { at, byTranslator, body }) =>
    clientOf(project, byTranslator).put(`keys/${await keyAt(project, at)}`, body),
);

/** Sets states of texts that exist, which confirms them, also if they have these states. */
const review = stepsOf(
  'review',
  fc.record({ at: index, byTranslator, language: fc.constantFrom('en', 'de', 'fr'), state: fc.option(state) }),
  async (project, { at, byTranslator, language, state }) => {
    const id = await keyAt(project, at);
    const { key } = (await project.api.get(`keys/${id}`)).body;
    const states = { [language]: state ?? key?.states[language] ?? 'translated' };
    return clientOf(project, byTranslator).put(`keys/${id}`, { states });
  },
);

const remove = stepsOf('delete', index, async (project, at) => project.api.delete(`keys/${await keyAt(project, at)}`));

/** Creates, changes and deletes keys together; two keys may exchange their names. */
const batch = stepsOf(
  'batch',
  fc.record({
    name,
    value: text,
    from: index,
    count: fc.integer({ min: 1, max: 3 }),
    exchanges: fc.boolean(),
    labels: fc.record({ maxLength, addTags: tags, removeTags: tags }, { requiredKeys: [] }),
    state,
  }),
  async (project, { name, value, from, count, exchanges, labels, state }) => {
    const keys = await keysOf(project);
    const [first, second, third] = keys.slice(from % Math.max(1, keys.length)).slice(0, count);
    const exchange = exchanges && second ? [first, second] : [];
    return project.api.post(`projects/${project.id}/keys/batch`, {
      create: [
        { name: `${name}.new`, value, tags: labels.addTags, maxLength: labels.maxLength, states: { en: state } },
      ],
      update:
        exchange.length > 0
          ? exchange.map(({ id }, at) => ({ id, name: exchange[1 - at].name, ...labels }))
          : first && [{ id: first.id, value, states: { en: state }, ...labels }],
      delete: third && [third.id],
    });
  },
);

/** Changes all keys of a filter. */
const bulk = stepsOf(
  'bulk',
  fc.record({
    filter: fc.constantFrom({}, { namespace: 'c' }, { state: 'draft' }, { untranslated: 'fr' }, { outdated: true }),
    change: fc.oneof(
      fc.record({ action: fc.constant('setState'), languages: fc.constant(['en', 'de', 'fr']), state }),
      fc.record({
        action: fc.constant('changeTags'),
        addTags: fc.constant(['sprint 1']),
        removeTags: fc.constant(['checkout']),
      }),
      fc.record({ action: fc.constant('clearTexts'), languages: fc.constant(['de']) }),
      fc.record({ action: fc.constant('copySource'), languages: fc.constant(['fr']), state, overwrite: fc.boolean() }),
    ),
    byTranslator,
  }),
  (project, { filter, change, byTranslator: isTranslator }) =>
    clientOf(project, isTranslator).post(`projects/${project.id}/bulk`, { filter, ...change }),
);

const entries = fc.dictionary(name, text, { maxKeys: 4, noNullPrototype: true });

const nested = (flat: Record<string, string>): string => JSON.stringify(flat, null, 3);
const quoted = (value: string): string => JSON.stringify(value);

/** Attributes of XLIFF units with their states. */
const XLIFF_STATES = [
  ['', ''],
  ['', ' state="needs-l10n"'],
  ['', ' state="translated"'],
  [' approved="yes"', ' state="final"'],
] as const;

const xliffUnit = ([key, value]: [string, string], at: number): string => {
  const [approved, state] = XLIFF_STATES[(at + value.length) % XLIFF_STATES.length] ?? XLIFF_STATES[0];
  const limit = at % 2 === 0 ? '' : ' maxwidth="30" size-unit="char"';
  return `<trans-unit id="${key}"${approved}${limit}><source>${key}</source><target${state}>${value}</target></trans-unit>`;
};

/**
 * Files of formats that keep metadata of keys, texts and languages, states, length limits, paths of files, or several
 * languages.
 */
const FILES: Record<
  string,
  (flat: Record<string, string>, language: string) => { query: string; body: string | Uint8Array }
> = {
  json: (flat, of) => ({ query: `format=json&language=${of}`, body: nested(flat) }),
  'json-nested': (flat, of) => ({ query: `format=json-nested&language=${of}`, body: nested(flat) }),
  po: (flat, of) => ({
    query: `format=po&language=${of}`,
    body: `msgid ""\nmsgstr "Language: ${of}\\nX-Count: ${Object.keys(flat).length}\\n"\n${Object.entries(flat)
      .map(([key, value]) => `\n#. Of ${key}\n#, fuzzy\nmsgid ${quoted(key)}\nmsgstr ${quoted(value)}\n`)
      .join('')}`,
  }),
  csv: (flat, of) => ({
    query: 'format=csv',
    body: `key,en,${of === 'en' ? 'de' : of},description\n${Object.entries(flat)
      .map(([key, value]) => `${key},"${value.replaceAll('"', '""')}",x,Of ${key}\n`)
      .join('')}`,
  }),
  xliff: (flat, of) => ({
    query: `format=xliff&language=${of}`,
    body: `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="${of}" datatype="plaintext" original="app"><body>${Object.entries(flat).map(xliffUnit).join('')}</body></file></xliff>`,
  }),
  zip: (flat, of) => ({
    query: 'format=json',
    body: zipSync({ [`app/${of}.json`]: strToU8(nested(flat)), 'app/en.json': strToU8(nested({ a: 'A', ...flat })) }),
  }),
};

const importFile = stepsOf(
  'import',
  fc.record({
    format: fc.constantFrom(...Object.keys(FILES)),
    language,
    entries,
    byTranslator,
    options: fc.record(
      {
        conflict: fc.constantFrom('overwrite', 'keep', 'keep-reviewed'),
        state,
        tags: fc.constantFrom('checkout', 'checkout,sprint 1'),
        empty: fc.constantFrom('auto', 'skip', 'keep', 'clear'),
        deleteMissing: fc.boolean(),
        createLanguages: fc.boolean(),
        namespace,
        strict: fc.boolean(),
        details: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    dryRun: fc.nat(20).map((of) => of === 0),
  }),
  (project, { format, language, entries, byTranslator, options, dryRun }) => {
    const { query, body } = FILES[format]?.(entries, language) ?? { query: '', body: '' };
    const all = new URLSearchParams(query);
    for (const [option, value] of Object.entries({ ...options, dryRun })) all.set(option, String(value));
    const bytes = typeof body === 'string' ? body : new Uint8Array(body);
    return clientOf(project, byTranslator).send('POST', `projects/${project.id}/import?${all.toString()}`, {
      body: bytes,
    });
  },
);

const settings = stepsOf(
  'settings',
  fc.record(
    {
      name: fc.constantFrom('First', 'Second'),
      addLanguages: fc.array(language, { minLength: 1, maxLength: 2 }),
      removeLanguages: fc.array(language, { minLength: 1, maxLength: 1 }),
      protectReviewed: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  ({ api, id }, body) => api.patch(`projects/${id}`, body),
);

const removeTemplate = stepsOf('template', index, async ({ api, id }, at) => {
  const { templates } = (await api.get(`projects/${id}/templates`)).body;
  return api.delete(`projects/${id}/templates/${templates[at % Math.max(1, templates.length)]?.id ?? 'none'}`);
});

const undo = stepsOf(
  'undo',
  fc.record({ back: fc.nat(12), conflict: fc.constantFrom('refuse', 'skip'), byTranslator }),
  async (project, { back, conflict, byTranslator }) => {
    const revision = Math.max(1, (await revisionOf(project)) - back);
    return clientOf(project, byTranslator).post(`projects/${project.id}/changes/${revision}/undo`, { conflict });
  },
);

const restore = stepsOf('restore', fc.nat(20), async (project, back) => {
  const revision = Math.max(0, (await revisionOf(project)) - back);
  return project.api.post(`projects/${project.id}/restore`, { revision });
});

/** Writes of every kind, as clients send them. */
export const projectWrites = (length: { minLength: number; maxLength: number }): fc.Arbitrary<ProjectWriteStep[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: create },
      { weight: 6, arbitrary: update },
      { weight: 3, arbitrary: review },
      { weight: 2, arbitrary: remove },
      { weight: 2, arbitrary: batch },
      { weight: 2, arbitrary: bulk },
      { weight: 6, arbitrary: importFile },
      { weight: 2, arbitrary: settings },
      { weight: 1, arbitrary: removeTemplate },
      { weight: 2, arbitrary: undo },
      { weight: 1, arbitrary: restore },
    ),
    { size: 'max', ...length },
  );
