import { Api, ExportFormat, type HttpResponse } from './generated/swagger-typescript-api';
import { bytesOf, type Client, type Problem, Refused } from './client';

/** The client that swagger-typescript-api generates, with fetch. A function has no argument for headers of its operation. */
export function connect(baseUrl: string, apiKey: string): Client {
  const securityWorker = () => ({ headers: { Authorization: `Bearer ${apiKey}` } });
  const { api } = new Api({ baseUrl, securityWorker });
  return {
    createProject: async (project) => (await call(api.createProject(project))).project,
    listProjects: async (limit) => (await call(api.listProjects({ limit }))).projects,
    createKey: async (id, key) => (await call(api.createKey(id, key))).key,
    tagOf: async (id) => (await api.getKey(id)).headers.get('ETag') ?? '',
    updateKey: async (id, translations, tag) =>
      (await call(api.updateKey(id, { translations }, {}, { headers: { 'If-Match': tag } }))).key,
    deleteKey: async (id) => (await call(api.deleteKey(id))).deleted,
    listKeys: (id, limit, cursor) => call(api.listKeys(id, { limit, cursor })),
    importFile: (id, file) => call(api.importTranslations(id, { conflict: 'keep', createLanguages: false, file })),
    getTranslations: async (id, language) => (await call(api.getTranslations(id, { language }))).translations,
    exportJson: (id, language) => call(api.exportTranslations(id, { language }, { format: 'json' })),
    exportProperties: (id, language) =>
      call(api.exportTranslations(id, { format: ExportFormat.Properties, language }, { format: 'text' })),
    exportZip: async (id, language) =>
      bytesOf((await call<unknown>(api.exportTranslations(id, { language }, { format: 'blob' }))) as Blob),
    exportWorkbook: async (id) =>
      bytesOf(
        (await call<unknown>(api.exportTranslations(id, { format: ExportFormat.Xlsx }, { format: 'blob' }))) as Blob,
      ),
  };
}

async function call<T>(sent: Promise<HttpResponse<T, Problem>>): Promise<T> {
  try {
    return (await sent).data;
  } catch (thrown) {
    const { status, error } = thrown as HttpResponse<T, Problem>;
    throw new Refused(status, error);
  }
}
