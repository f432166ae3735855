import { runtime } from '@oazapfts/runtime';
import * as QS from '@oazapfts/runtime/query';
import * as api from './generated/oazapfts';
import { bytesOf, type Client, type Problem, Refused } from './client';

/** The client that oazapfts generates. */
export function connect(baseUrl: string, apiKey: string): Client {
  Object.assign(api.defaults, { baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
  return {
    createProject: async (project) => unwrap(await api.createProject(project)).project,
    listProjects: async (limit) => unwrap(await api.listProjects({ limit })).projects,
    createKey: async (id, key) => unwrap(await api.createKey(id, key)).key,
    tagOf: async (id) => (await api.getKey(id)).headers.get('ETag') ?? '',
    updateKey: async (id, translations, ifMatch) => unwrap(await api.updateKey(id, { translations }, { ifMatch })).key,
    deleteKey: async (id) => unwrap(await api.deleteKey(id)).deleted,
    listKeys: async (id, limit, cursor) => unwrap(await api.listKeys(id, { limit, cursor })),
    importFile: async (id, file) =>
      unwrap(await api.importTranslations(id, { conflict: 'keep', createLanguages: false, file })),
    getTranslations: async (id, language) => unwrap(await api.getTranslations(id, { language })).translations,
    exportJson: async (id, language) => unwrap(await api.exportTranslations(id, { language })),
    exportProperties: async (id, language) =>
      unwrap(await api.exportTranslations(id, { format: 'properties', language })),
    exportZip: (id, language) => fetchFile(`/api/v1/projects/${id}/export${query({ language })}`),
    exportWorkbook: (id) => fetchFile(`/api/v1/projects/${id}/export${query({ format: 'xlsx' })}`),
  };
}

const query = (parameters: Record<string, unknown>): string => QS.query(QS.explode(parameters));

/**
 * The generated function reads each body that is not JSON as a text, because one of the types of an export is JSON. The
 * runtime that it calls has a function for bytes.
 */
async function fetchFile(path: string): Promise<Uint8Array> {
  const { status, data } = await runtime(api.defaults).fetchBlob(path);
  if (status !== 200 || !(data instanceof Blob)) throw new Error('the answer is not a file');
  return bytesOf(data);
}

type Success<R> = Extract<R, { status: 200 | 201 }> extends { data: infer T } ? T : never;

function unwrap<R extends { status: number; data?: unknown }>({ status, data }: R): Success<R> {
  if (status >= 300) throw new Refused(status, data as Problem);
  return data as Success<R>;
}
