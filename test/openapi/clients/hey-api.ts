import { createClient } from '../generated/hey-api/client';
import {
  createKey,
  deleteKey,
  exportTranslations,
  getTranslations,
  importTranslations,
  listProjects,
  updateKey,
} from '../generated/hey-api';
import { brokenFile, firstBytes, germanFile, type Results } from './results';

/** Calls all seven operations with the client that @hey-api/openapi-ts generates. */
export async function callWithHeyApi(baseUrl: string, apiKey: string): Promise<Results> {
  const client = createClient({ baseUrl, auth: apiKey });
  const throwing = { client, throwOnError: true } as const;

  const { projects } = (await listProjects({ ...throwing, query: { limit: 10 } })).data;
  const path = { id: projects[0]?.id ?? '' };

  const body = { name: 'home.title', value: 'Welcome', translations: { de: 'Wilkommen' } };
  const { key: created } = (await createKey({ ...throwing, path, body })).data;
  const again = await createKey({ client, path, body });

  const { key: updated } = (
    await updateKey({ ...throwing, path: { id: created.id }, body: { translations: { de: 'Willkommen' } } })
  ).data;

  const form = { conflict: 'keep', createLanguages: false } as const;
  const imported = (await importTranslations({ ...throwing, path, body: { ...form, file: germanFile() } })).data;
  const broken = await importTranslations({ client, path, body: { ...form, file: brokenFile() } });

  const { translations } = (await getTranslations({ ...throwing, path, query: { language: ['en', 'de'] } })).data;
  const exported = (await exportTranslations({ ...throwing, path, query: { language: ['de'] } })).data;
  const properties = (
    await exportTranslations({ ...throwing, path, query: { language: ['de'], format: 'properties' } })
  ).data;
  const zip = (await exportTranslations({ ...throwing, path, query: { language: ['en', 'de'] } })).data;

  const { deleted } = (await deleteKey({ ...throwing, path: { id: created.id } })).data;
  if (typeof properties !== 'string' || !(zip instanceof Blob)) throw new Error('an export has the wrong type');
  return {
    projects,
    created,
    refusal: { status: again.response.status, code: again.error?.code, keyId: again.error?.keyId },
    updated,
    imported,
    brokenFile: { status: broken.response.status, code: broken.error?.code, line: broken.error?.errors?.[0]?.line },
    translations,
    exported,
    properties,
    zip: await firstBytes(zip),
    deleted,
  };
}
