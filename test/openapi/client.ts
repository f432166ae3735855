import createClient from 'openapi-fetch';
import type { components, paths } from './api';

type Schemas = components['schemas'];

/** The results of the seven operations, called one after the other. */
export interface SevenResults {
  projects: Schemas['Project'][];
  created: Schemas['CreatedKey'];
  updated: Schemas['UpdatedKey'];
  imported: Schemas['ImportResult'];
  importedRaw: Schemas['ImportResult'];
  translations: Schemas['Translations']['translations'];
  exported: object;
  properties: string;
  deleted: true;
  /** The error of creating a key whose name exists. */
  refusal: { code: Schemas['ErrorCode']; keyId: string | undefined };
}

/** The program of an integrator, with the types that openapi-typescript generates from openapi.json. */
export async function callAllSeven(baseUrl: string, apiKey: string): Promise<SevenResults> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

  const { projects } = unwrap(await api.GET('/api/v1/projects', { params: { query: { limit: 10 } } }));
  const path = { id: projects[0]?.id ?? '' };

  const body = { name: 'home.title', value: 'Welcome', translations: { de: 'Wilkommen' } };
  const { key: created } = unwrap(await api.POST('/api/v1/projects/{id}/keys', { params: { path }, body }));
  const again = await api.POST('/api/v1/projects/{id}/keys', { params: { path }, body });
  const refusal = { code: checkCode(again.error), keyId: again.error?.keyId };

  const { key: updated } = unwrap(
    await api.PUT('/api/v1/keys/{id}', {
      params: { path: { id: created.id } },
      body: { translations: { de: 'Willkommen' } },
    }),
  );

  const imported = unwrap(
    await api.POST('/api/v1/projects/{id}/import', {
      params: { path },
      body: { file: '{"home.cta": "Jetzt kaufen"}', format: 'json', language: 'de' },
      bodySerializer: toForm,
    }),
  );
  const importedRaw = unwrap(
    await api.POST('/api/v1/projects/{id}/import', {
      params: { path, query: { format: 'properties', language: 'en', conflict: 'keep' } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: 'home.cta=Buy now\n',
      bodySerializer: (file) => file,
    }),
  );

  const { translations } = unwrap(
    await api.GET('/api/v1/projects/{id}/translations', { params: { path, query: { language: ['en', 'de'] } } }),
  );
  const exported = unwrap(
    await api.GET('/api/v1/projects/{id}/export', { params: { path, query: { language: ['de'] } } }),
  );
  const properties = unwrap(
    await api.GET('/api/v1/projects/{id}/export', {
      params: { path, query: { format: 'properties', language: ['de'] } },
      parseAs: 'text',
    }),
  );

  const { deleted } = unwrap(await api.DELETE('/api/v1/keys/{id}', { params: { path: { id: created.id } } }));
  if (typeof exported !== 'object') throw new Error('the export is not a JSON object');
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

function toForm(body: string | Schemas['ImportForm']): FormData | string {
  if (typeof body === 'string') return body;
  const { file, ...options } = body;
  const form = new FormData();
  form.set('file', new Blob([file]), 'de.json');
  for (const [name, value] of Object.entries(options)) form.set(name, String(value));
  return form;
}

function unwrap<T>({ data, error }: { data?: T; error?: Schemas['Problem'] }): T {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.detail}` : 'the response has no body');
  return data;
}

/** Does not compile unless it handles every error code of the creation of a key. */
function checkCode(error: CreateKeyProblem | undefined): Schemas['ErrorCode'] {
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
      throw new Error('the second key with the same name was created');
  }
}

type CreateKeyResponses = paths['/api/v1/projects/{id}/keys']['post']['responses'];
type CreateKeyProblem = CreateKeyResponses[400 | 401 | 403 | 404 | 429 | 500]['content']['application/problem+json'];
