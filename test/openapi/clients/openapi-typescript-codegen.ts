import {
  ApiError,
  ExportFormat,
  ImportAndExportService,
  ImportForm,
  KeysService,
  OpenAPI,
  ProjectsService,
} from './generated/openapi-typescript-codegen';
import { type Client, type Problem, Refused } from './client';

/** The client that openapi-typescript-codegen generates, with fetch. Its functions return bodies without headers. */
export function connect(baseUrl: string, apiKey: string): Client {
  Object.assign(OpenAPI, { BASE: baseUrl, TOKEN: apiKey });
  return {
    createProject: async (requestBody) => (await call(ProjectsService.createProject({ requestBody }))).project,
    listProjects: async (limit) => (await call(ProjectsService.listProjects({ limit }))).projects,
    createKey: async (id, requestBody) => (await call(KeysService.createKey({ id, requestBody }))).key,
    tagOf: (id) => call(KeysService.getKeyHead({ id })),
    updateKey: async (id, translations, ifMatch) =>
      (await call(KeysService.updateKey({ id, requestBody: { translations }, ifMatch }))).key,
    deleteKey: async (id) => (await call(KeysService.deleteKey({ id }))).deleted,
    listKeys: (id, limit, cursor) => call(KeysService.listKeys({ id, limit, cursor })),
    importFile: (id, file) =>
      call(
        ImportAndExportService.importTranslations({
          id,
          formData: { conflict: ImportForm.conflict.KEEP, createLanguages: false, file },
        }),
      ),
    getTranslations: async (id, language) =>
      (await call(ImportAndExportService.getTranslations({ id, language }))).translations,
    exportJson: (id, language) => call(ImportAndExportService.exportTranslations({ id, language })),
    exportProperties: (id, language) =>
      call(ImportAndExportService.exportTranslations({ id, format: ExportFormat.PROPERTIES, language })),
    exportZip: async (id, language) => textOf(await call(ImportAndExportService.exportTranslations({ id, language }))),
    exportWorkbook: async (id) =>
      textOf(await call(ImportAndExportService.exportTranslations({ id, format: ExportFormat.XLSX }))),
  };
}

async function call<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof ApiError) throw new Refused(error.status, error.body as Problem);
    throw error;
  }
}

/** The type of its result is the type of the JSON body. The function reads each body that is not JSON as a text. */
function textOf(file: unknown): string {
  if (typeof file === 'string') return file;
  throw new Error('the file has the wrong type');
}
