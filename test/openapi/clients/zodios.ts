import { isAxiosError } from 'axios';
import { createApiClient } from './generated/zodios';
import { type Client, type Problem, Refused } from './client';

/** The client of Zodios that openapi-zod-client generates, with axios. Its functions return bodies without headers. */
export function connect(baseUrl: string, apiKey: string): Client {
  const axiosConfig = { headers: { Authorization: `Bearer ${apiKey}` } };
  const api = createApiClient(baseUrl, { axiosConfig });
  // Zodios compares each answer with the schema of one type, which is JSON. It has no schema for other files.
  const files = createApiClient(baseUrl, { axiosConfig, validate: 'request' });
  let tag = '';
  api.use('getKey', {
    name: 'entity tag',
    response: (_api, _config, response) => {
      tag = String(response.headers.etag);
      return Promise.resolve(response);
    },
  });
  return {
    createProject: async (project) => (await call(api.createProject(project))).project,
    listProjects: async (limit) => (await call(api.listProjects({ queries: { limit } }))).projects,
    createKey: async (id, key) => (await call(api.createKey(key, { params: { id } }))).key,
    tagOf: async (id) => {
      await call(api.getKey({ params: { id } }));
      return tag;
    },
    updateKey: async (id, translations, ifMatch) =>
      (await call(api.updateKey({ translations }, { params: { id }, headers: { 'If-Match': ifMatch } }))).key,
    deleteKey: async (id) => (await call(api.deleteKey(undefined, { params: { id } }))).deleted,
    listKeys: (id, limit, cursor) => call(api.listKeys({ params: { id }, queries: { limit, cursor } })),
    importFile: (id, file) =>
      call(api.importTranslations({ conflict: 'keep', createLanguages: false, file }, { params: { id } })),
    getTranslations: async (id, language) =>
      (await call(api.getTranslations({ params: { id }, queries: { language } }))).translations,
    exportJson: (id, language) => call(api.exportTranslations({ params: { id }, queries: { language } })),
    exportProperties: (id, language) =>
      call(files.exportTranslations({ params: { id }, queries: { format: 'properties', language } })),
    exportZip: (id, language) =>
      call<unknown>(
        files.exportTranslations({ params: { id }, queries: { language }, responseType: 'arraybuffer' }),
      ) as Promise<Uint8Array>,
    exportWorkbook: (id) =>
      call<unknown>(
        files.exportTranslations({ params: { id }, queries: { format: 'xlsx' }, responseType: 'arraybuffer' }),
      ) as Promise<Uint8Array>,
  };
}

async function call<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    if (isAxiosError<Problem>(error) && error.response) throw new Refused(error.response.status, error.response.data);
    throw error;
  }
}
