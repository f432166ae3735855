import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import type { ApiResponse, Client, Json } from './client';

/** A project to write. */
export interface WrittenProject {
  id: string;
  api: Client;
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
const index = fc.nat(20);

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
  fc.record({
    name,
    value: text,
    description,
    translations: fc.dictionary(fc.constantFrom('de', 'fr', 'pl'), text, { maxKeys: 2, noNullPrototype: true }),
  }),
  ({ api, id }, body) => api.post(`projects/${id}/keys`, body),
);

const update = stepsOf(
  'update',
  fc.record({ at: index, body: fc.record({ name, description, translations: texts }, { requiredKeys: [] }) }),
  async (project, { at, body }) => project.api.put(`keys/${await keyAt(project, at)}`, body),
);

const remove = stepsOf('delete', index, async (project, at) => project.api.delete(`keys/${await keyAt(project, at)}`));

/** Creates, changes and deletes keys together; two keys may exchange their names. */
const batch = stepsOf(
  'batch',
  fc.record({ name, value: text, from: index, count: fc.integer({ min: 1, max: 3 }), exchanges: fc.boolean() }),
  async (project, { name, value, from, count, exchanges }) => {
    const keys = await keysOf(project);
    const [first, second, third] = keys.slice(from % Math.max(1, keys.length)).slice(0, count);
    const exchange = exchanges && second ? [first, second] : [];
    return project.api.post(`projects/${project.id}/keys/batch`, {
      create: [{ name: `${name}.new`, value }],
      update:
        exchange.length > 0
          ? exchange.map(({ id }, at) => ({ id, name: exchange[1 - at].name }))
          : first && [{ id: first.id, value }],
      delete: third && [third.id],
    });
  },
);

const entries = fc.dictionary(name, text, { maxKeys: 4, noNullPrototype: true });

const nested = (flat: Record<string, string>): string => JSON.stringify(flat, null, 3);
const quoted = (value: string): string => JSON.stringify(value);

/** Files of formats that keep metadata of keys, texts and languages, or paths of files, or several languages. */
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
    options: fc.record(
      {
        conflict: fc.constantFrom('overwrite', 'keep'),
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
  ({ api, id }, { format, language, entries, options, dryRun }) => {
    const { query, body } = FILES[format]?.(entries, language) ?? { query: '', body: '' };
    const all = new URLSearchParams(query);
    for (const [option, value] of Object.entries({ ...options, dryRun })) all.set(option, String(value));
    const bytes = typeof body === 'string' ? body : new Uint8Array(body);
    return api.send('POST', `projects/${id}/import?${all.toString()}`, { body: bytes });
  },
);

const settings = stepsOf(
  'settings',
  fc.record(
    {
      name: fc.constantFrom('First', 'Second'),
      addLanguages: fc.array(language, { minLength: 1, maxLength: 2 }),
      removeLanguages: fc.array(language, { minLength: 1, maxLength: 1 }),
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
  fc.record({ back: fc.nat(12), conflict: fc.constantFrom('refuse', 'skip') }),
  async (project, { back, conflict }) => {
    const revision = Math.max(1, (await revisionOf(project)) - back);
    return project.api.post(`projects/${project.id}/changes/${revision}/undo`, { conflict });
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
      { weight: 2, arbitrary: remove },
      { weight: 2, arbitrary: batch },
      { weight: 6, arbitrary: importFile },
      { weight: 2, arbitrary: settings },
      { weight: 1, arbitrary: removeTemplate },
      { weight: 2, arbitrary: undo },
      { weight: 1, arbitrary: restore },
    ),
    { size: 'max', ...length },
  );
