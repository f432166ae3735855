import createClient from 'openapi-fetch';
import type { components, paths } from './api';

type Schemas = components['schemas'];

/** What came of the seven operations, one after the other. */
export interface SevenAnswers {
  projects: Schemas['Project'][];
  created: Schemas['CreatedKey'];
  updated: Schemas['UpdatedKey'];
  imported: Schemas['ImportResult'];
  importedRaw: Schemas['ImportResult'];
  translations: Schemas['Translations']['translations'];
  exported: object;
  properties: string;
  deleted: true;
  /** Of a name that is taken. */
  refusal: { code: Schemas['ErrorCode']; keyId: string | undefined };
}

/** A program of an integrator, written against the types that openapi-typescript makes of openapi.json. */
export async function callAllSeven(baseUrl: string, apiKey: string): Promise<SevenAnswers> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

  const { projects } = answered(await api.GET('/api/v1/projects', { params: { query: { limit: 10 } } }));
  const path = { id: projects[0]?.id ?? '' };

  const body = { name: 'home.title', value: 'Welcome', translations: { de: 'Wilkommen' } };
  const { key: created } = answered(await api.POST('/api/v1/projects/{id}/keys', { params: { path }, body }));
  const again = await api.POST('/api/v1/projects/{id}/keys', { params: { path }, body });
  const refusal = { code: codeOf(again.error), keyId: again.error?.keyId };

  const { key: updated } = answered(
    await api.PUT('/api/v1/keys/{id}', {
      params: { path: { id: created.id } },
      body: { translations: { de: 'Willkommen' } },
    }),
  );

  const imported = answered(
    await api.POST('/api/v1/projects/{id}/import', {
      params: { path },
      body: { file: '{"home.cta": "Jetzt kaufen"}', format: 'json', language: 'de' },
      bodySerializer: formOf,
    }),
  );
  const importedRaw = answered(
    await api.POST('/api/v1/projects/{id}/import', {
      params: { path, query: { format: 'properties', language: 'en', conflict: 'keep' } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: 'home.cta=Buy now\n',
      bodySerializer: (file) => file,
    }),
  );

  const { translations } = answered(
    await api.GET('/api/v1/projects/{id}/translations', { params: { path, query: { language: ['en', 'de'] } } }),
  );
  const exported = answered(
    await api.GET('/api/v1/projects/{id}/export', { params: { path, query: { language: ['de'] } } }),
  );
  const properties = answered(
    await api.GET('/api/v1/projects/{id}/export', {
      params: { path, query: { format: 'properties', language: ['de'] } },
      parseAs: 'text',
    }),
  );

  const { deleted } = answered(await api.DELETE('/api/v1/keys/{id}', { params: { path: { id: created.id } } }));
  if (typeof exported !== 'object') throw new Error('the export is no JSON object');
  return {
    projects,
    created,
    updated,
    imported,
    importedRaw,
    translations,
    exported,
    properties,
    deleted,
    refusal,
  };
}

function formOf(body: string | Schemas['ImportForm']): FormData | string {
  if (typeof body === 'string') return body;
  const { file, ...options } = body;
  const form = new FormData();
  form.set('file', new Blob([file]), 'de.json');
  for (const [name, value] of Object.entries(options)) form.set(name, String(value));
  return form;
}

function answered<T>({ data, error }: { data?: T; error?: Schemas['Problem'] }): T {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.detail}` : 'no answer');
  return data;
}

/** Every code that creating a key can be refused with is handled, or this does not compile. */
function codeOf(error: CreateKeyProblem | undefined): Schemas['ErrorCode'] {
  switch (error?.code) {
    case 'key_exists':
    case 'namespace_mismatch':
    case 'source_text_required':
    case 'unknown_language':
    case 'validation_failed':
    case 'malformed_request':
    case 'malformed_json':
    case 'unsupported_media_type':
    case 'body_too_large':
    case 'unauthenticated':
    case 'missing_scope':
    case 'project_not_found':
    case 'rate_limited':
    case 'project_busy':
    case 'internal_error':
      return error.code;
    case undefined:
      throw new Error('a name was given twice');
  }
}

type CreateKeyAnswers = paths['/api/v1/projects/{id}/keys']['post']['responses'];
type CreateKeyProblem = CreateKeyAnswers[400 | 401 | 403 | 404 | 429 | 500]['content']['application/problem+json'];
