import { setConfig } from '@kubb/plugin-client/clients/axios';
import { isAxiosError } from 'axios';
import * as api from './generated/kubb';
import { type Client, type Problem, Refused } from './client';

/** The client that Kubb generates, with axios. */
export function connect(baseURL: string, apiKey: string): Client {
  setConfig({ baseURL, headers: { Authorization: `Bearer ${apiKey}` } });
  return {
    createProject: async (project) => (await call(api.createProject(project))).project,
    listProjects: async (limit) => (await call(api.listProjects({ limit }))).projects,
    createKey: async (id, key) => (await call(api.createKey(id, key))).key,
    tagOf: async (id) => String((await api.getKey(id)).headers.etag),
    updateKey: async (id, translations, tag) =>
      (await call(api.updateKey(id, { translations }, {}, { 'If-Match': tag }))).key,
    deleteKey: async (id) => (await call(api.deleteKey(id))).deleted,
    listKeys: (id, limit, cursor) => call(api.listKeys(id, { limit, cursor })),
    importFile: (id, file) => call(api.importTranslations(id, { conflict: 'keep', createLanguages: false, file })),
    getTranslations: async (id, language) => (await call(api.getTranslations(id, { language }))).translations,
    exportJson: (id, language) => call(api.exportTranslations(id, { language })),
    exportProperties: (id, language) => call(api.exportTranslations(id, { format: 'properties', language })),
    exportZip: (id, language) =>
      call<unknown>(
        api.exportTranslations(id, { language }, {}, { responseType: 'arraybuffer' }),
      ) as Promise<Uint8Array>,
    exportWorkbook: (id) =>
      call<unknown>(
        api.exportTranslations(id, { format: 'xlsx' }, {}, { responseType: 'arraybuffer' }),
      ) as Promise<Uint8Array>,
  };
}

async function call<T>(sent: Promise<{ data: T }>): Promise<T> {
  try {
    return (await sent).data;
  } catch (error) {
    if (isAxiosError<Problem>(error) && error.response) throw new Refused(error.response.status, error.response.data);
    throw error;
  }
}
