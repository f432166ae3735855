import {
  createKey,
  deleteKey,
  exportTranslations,
  getTranslations,
  importTranslations,
  listProjects,
  type Problem,
  updateKey,
} from '../generated/orval';
import { service } from './orval-fetch';
import { brokenFile, firstBytes, germanFile, type Results } from './results';

/** Calls all seven operations with the client that orval generates. */
export async function callWithOrval(baseUrl: string, apiKey: string): Promise<Results> {
  Object.assign(service, { baseUrl, apiKey });

  const { projects } = unwrap(await listProjects({ limit: 10 }));
  const id = projects[0]?.id ?? '';

  const body = { name: 'home.title', value: 'Welcome', translations: { de: 'Wilkommen' } };
  const { key: created } = unwrap(await createKey(id, body));
  const again = await createKey(id, body);
  if (again.status === 201) throw new Error('the second key with the same name was created');

  const { key: updated } = unwrap(await updateKey(created.id, { translations: { de: 'Willkommen' } }));

  const form = { conflict: 'keep', createLanguages: false } as const;
  const imported = unwrap(await importTranslations(id, { ...form, file: germanFile() }));
  const broken = await importTranslations(id, { ...form, file: brokenFile() });
  if (broken.status === 200) throw new Error('the broken file was imported');

  const { translations } = unwrap(await getTranslations(id, { language: ['en', 'de'] }));
  const exported = unwrap(await exportTranslations(id, { language: ['de'] }));
  const properties = unwrap(await exportTranslations(id, { language: ['de'], format: 'properties' }));
  const zip = unwrap(await exportTranslations(id, { language: ['en', 'de'] }));

  const { deleted } = unwrap(await deleteKey(created.id));
  if (typeof properties !== 'string' || !(zip instanceof Blob)) throw new Error('an export has the wrong type');
  return {
    projects,
    created,
    refusal: { status: again.status, code: again.data.code, keyId: again.data.keyId },
    updated,
    imported,
    brokenFile: { status: broken.status, code: broken.data.code, line: broken.data.errors?.[0]?.line },
    translations,
    exported,
    properties,
    zip: await firstBytes(zip),
    deleted,
  };
}

type Success<R> = Extract<R, { status: 200 | 201 }> extends { data: infer T } ? T : never;

function unwrap<R extends { status: number; data: unknown }>({ status, data }: R): Success<R> {
  if (status >= 300) throw new Error(`${(data as Problem).code}: ${(data as Problem).detail}`);
  return data as Success<R>;
}
