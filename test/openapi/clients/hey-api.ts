import { createClient } from './generated/hey-api/client';
import {
  createKey,
  createProject,
  deleteKey,
  exportTranslations,
  getKey,
  getTranslations,
  importTranslations,
  listKeys,
  listProjects,
  updateKey,
} from './generated/hey-api';
import { bytesOf, type Client, type Problem, Refused } from './client';

/** The client that @hey-api/openapi-ts generates. */
export function connect(baseUrl: string, apiKey: string): Client {
  const client = createClient({ baseUrl, auth: apiKey });
  return {
    createProject: async (body) => unwrap(await createProject({ client, body })).project,
    listProjects: async (limit) => unwrap(await listProjects({ client, query: { limit } })).projects,
    createKey: async (id, body) => unwrap(await createKey({ client, path: { id }, body })).key,
    tagOf: async (id) => (await getKey({ client, path: { id } })).response.headers.get('ETag') ?? '',
    updateKey: async (id, translations, tag) =>
      unwrap(await updateKey({ client, path: { id }, body: { translations }, headers: { 'If-Match': tag } })).key,
    deleteKey: async (id) => unwrap(await deleteKey({ client, path: { id } })).deleted,
    listKeys: async (id, limit, cursor) => unwrap(await listKeys({ client, path: { id }, query: { limit, cursor } })),
    importFile: async (id, file) =>
      unwrap(
        await importTranslations({ client, path: { id }, body: { conflict: 'keep', createLanguages: false, file } }),
      ),
    getTranslations: async (id, language) =>
      unwrap(await getTranslations({ client, path: { id }, query: { language } })).translations,
    exportJson: async (id, language) => unwrap(await exportTranslations({ client, path: { id }, query: { language } })),
    exportProperties: async (id, language) =>
      unwrap(await exportTranslations({ client, path: { id }, query: { format: 'properties', language } })),
    exportZip: async (id, language) =>
      bytesOf(toBlob(unwrap(await exportTranslations({ client, path: { id }, query: { language } })))),
    exportWorkbook: async (id) =>
      bytesOf(toBlob(unwrap(await exportTranslations({ client, path: { id }, query: { format: 'xlsx' } })))),
  };
}

function unwrap<T>({ data, error, response }: { data?: T; error?: Problem; response: Response }): T {
  if (error) throw new Refused(response.status, error);
  if (data === undefined) throw new Error('the response has no body');
  return data;
}

function toBlob(file: unknown): Blob {
  if (file instanceof Blob) return file;
  throw new Error('the file has the wrong type');
}
