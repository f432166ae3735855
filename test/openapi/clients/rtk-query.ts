import { configureStore } from '@reduxjs/toolkit';
import { bytesOf, type Client, type Problem, Refused } from './client';
import { type ImportForm, rtkQueryApi } from './generated/rtk-query';
import type { Connection } from './rtk-query-api';

const { endpoints } = rtkQueryApi;
/** A file has no type of its own among the types of the answers. */
const fileOf = async (answer: Promise<unknown>): Promise<Blob> => (await answer) as Blob;

/** The client of @rtk-query/codegen-openapi: a store of Redux sends the requests, and keeps the answers. */
export function connect(baseUrl: string, apiKey: string): Client {
  const connection: Connection = { baseUrl, apiKey };
  const { dispatch } = configureStore({
    reducer: { [rtkQueryApi.reducerPath]: rtkQueryApi.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: connection }, serializableCheck: false, immutableCheck: false }).concat(
        rtkQueryApi.middleware,
      ),
  });
  const fresh = { forceRefetch: true };
  return {
    createProject: async (createProject) =>
      (await call(dispatch(endpoints.createProject.initiate({ createProject })).unwrap())).project,
    listProjects: async (limit) =>
      (await call(dispatch(endpoints.listProjects.initiate({ limit }, fresh)).unwrap())).projects,
    createKey: async (id, createKey) =>
      (await call(dispatch(endpoints.createKey.initiate({ id, createKey })).unwrap())).key,
    tagOf: async (id) => {
      await call(dispatch(endpoints.getKey.initiate({ id }, fresh)).unwrap());
      return connection.headers?.get('etag') ?? '';
    },
    updateKey: async (id, translations, tag) => {
      const changed = { id, 'If-Match': tag, updateKey: { translations } };
      return (await call(dispatch(endpoints.updateKey.initiate(changed)).unwrap())).key;
    },
    deleteKey: async (id) => (await call(dispatch(endpoints.deleteKey.initiate({ id })).unwrap())).deleted,
    listKeys: (id, limit, cursor) => call(dispatch(endpoints.listKeys.initiate({ id, limit, cursor }, fresh)).unwrap()),
    importFile: (id, file) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ conflict: 'keep', createLanguages: 'false', file })) {
        form.set(name, value);
      }
      // The generated function sends the object that it is given, and so the form.
      const importForm = form as unknown as ImportForm;
      return call(dispatch(endpoints.importTranslations.initiate({ id, importForm })).unwrap());
    },
    getTranslations: async (id, language) =>
      (await call(dispatch(endpoints.getTranslations.initiate({ id, language }, fresh)).unwrap())).translations,
    exportJson: (id, language) =>
      call(dispatch(endpoints.exportTranslations.initiate({ id, language }, fresh)).unwrap()),
    exportProperties: async (id, language) => {
      const options = { id, format: 'properties', language } as const;
      return (await fileOf(call(dispatch(endpoints.exportTranslations.initiate(options, fresh)).unwrap()))).text();
    },
    exportZip: async (id, language) =>
      bytesOf(await fileOf(call(dispatch(endpoints.exportTranslations.initiate({ id, language }, fresh)).unwrap()))),
    exportWorkbook: async (id) =>
      bytesOf(
        await fileOf(call(dispatch(endpoints.exportTranslations.initiate({ id, format: 'xlsx' }, fresh)).unwrap())),
      ),
  };
}

async function call<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    const { status, data } = error as { status: unknown; data?: Problem };
    if (typeof status === 'number' && data) throw new Refused(status, data);
    throw error;
  }
}
