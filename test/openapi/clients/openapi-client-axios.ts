import { isAxiosError } from 'axios';
import OpenAPIClientAxios, { type UnknownOperationMethod } from 'openapi-client-axios';
import type { Json } from '../../support/client';
import { type Client, type Problem, Refused } from './client';

type Operations = Record<
  | 'createProject'
  | 'listProjects'
  | 'createKey'
  | 'getKey'
  | 'updateKey'
  | 'deleteKey'
  | 'listKeys'
  | 'importTranslations'
  | 'getTranslations'
  | 'exportTranslations',
  UnknownOperationMethod
>;

/** openapi-client-axios, which reads the document that the service serves. It has no types, as nothing is generated. */
export async function connect(baseUrl: string, apiKey: string): Promise<Client> {
  const document = new OpenAPIClientAxios({
    definition: `${baseUrl}/openapi.json`,
    withServer: { url: baseUrl },
    axiosConfigDefaults: { headers: { Authorization: `Bearer ${apiKey}` } },
  });
  const api = (await document.init()) as unknown as Operations;
  return {
    createProject: async (project) => (await call(api.createProject({}, project))).project,
    listProjects: async (limit) => (await call(api.listProjects({ limit }))).projects,
    createKey: async (id, key) => (await call(api.createKey({ id }, key))).key,
    tagOf: async (id) => String((await api.getKey({ id })).headers.etag),
    updateKey: async (id, translations, tag) =>
      (await call(api.updateKey({ id, 'If-Match': tag }, { translations }))).key,
    deleteKey: async (id) => (await call(api.deleteKey({ id }))).deleted,
    listKeys: (id, limit, cursor) => call(api.listKeys({ id, limit, ...(cursor && { cursor }) })),
    importFile: (id, file) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ conflict: 'keep', createLanguages: 'false', file })) {
        form.set(name, value);
      }
      return call(api.importTranslations({ id }, form));
    },
    getTranslations: async (id, language) => (await call(api.getTranslations({ id, language }))).translations,
    exportJson: (id, language) => call(api.exportTranslations({ id, language })),
    exportProperties: (id, language) => call(api.exportTranslations({ id, format: 'properties', language })),
    exportZip: (id, language) => call(api.exportTranslations({ id, language }, null, { responseType: 'arraybuffer' })),
    exportWorkbook: (id) => call(api.exportTranslations({ id, format: 'xlsx' }, null, { responseType: 'arraybuffer' })),
  };
}

async function call(sent: ReturnType<UnknownOperationMethod>): Promise<Json> {
  try {
    return (await sent).data;
  } catch (error) {
    if (isAxiosError<Problem>(error) && error.response) throw new Refused(error.response.status, error.response.data);
    throw error;
  }
}
