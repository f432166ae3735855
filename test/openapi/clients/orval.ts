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
} from './generated/orval';
import { bytesOf, type Client, type Problem, Refused } from './client';
import { service } from './orval-fetch';

/** The client that orval generates. */
export function connect(baseUrl: string, apiKey: string): Client {
  Object.assign(service, { baseUrl, apiKey });
  return {
    createProject: async (project) => unwrap(await createProject(project)).project,
    listProjects: async (limit) => unwrap(await listProjects({ limit })).projects,
    createKey: async (id, key) => unwrap(await createKey(id, key)).key,
    tagOf: async (id) => (await getKey(id)).headers.get('ETag') ?? '',
    updateKey: async (id, translations, tag) =>
      unwrap(await updateKey(id, { translations }, {}, { headers: { 'If-Match': tag } })).key,
    deleteKey: async (id) => unwrap(await deleteKey(id)).deleted,
    listKeys: async (id, limit, cursor) => unwrap(await listKeys(id, { limit, cursor })),
    importFile: async (id, file) =>
      unwrap(await importTranslations(id, { conflict: 'keep', createLanguages: false, file })),
    getTranslations: async (id, language) => unwrap(await getTranslations(id, { language })).translations,
    exportJson: async (id, language) => unwrap(await exportTranslations(id, { language })),
    exportProperties: async (id, language) => unwrap(await exportTranslations(id, { format: 'properties', language })),
    exportZip: async (id, language) => bytesOf(toBlob(unwrap(await exportTranslations(id, { language })))),
    exportWorkbook: async (id) => bytesOf(toBlob(unwrap(await exportTranslations(id, { format: 'xlsx' })))),
  };
}

type Success<R> = Extract<R, { status: 200 | 201 }> extends { data: infer T } ? T : never;

function unwrap<R extends { status: number; data: unknown }>({ status, data }: R): Success<R> {
  if (status >= 300) throw new Refused(status, data as Problem);
  return data as Success<R>;
}

function toBlob(file: unknown): Blob {
  if (file instanceof Blob) return file;
  throw new Error('the file has the wrong type');
}
