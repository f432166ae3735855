import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript';
import { brokenFile, firstBytes, germanFile, type Results } from './results';

type Schemas = components['schemas'];

/** Calls all seven operations with openapi-fetch and the types of openapi-typescript. */
export async function callWithOpenapiFetch(baseUrl: string, apiKey: string): Promise<Results> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

  const { projects } = unwrap(await api.GET('/api/v1/projects', { params: { query: { limit: 10 } } }));
  const path = { id: projects[0]?.id ?? '' };

  const body = { name: 'home.title', value: 'Welcome', translations: { de: 'Wilkommen' } };
  const { key: created } = unwrap(await api.POST('/api/v1/projects/{id}/keys', { params: { path }, body }));
  const again = await api.POST('/api/v1/projects/{id}/keys', { params: { path }, body });
  const refusal = { status: again.response.status, code: checkCode(again.error), keyId: again.error?.keyId };

  const { key: updated } = unwrap(
    await api.PUT('/api/v1/keys/{id}', {
      params: { path: { id: created.id } },
      body: { translations: { de: 'Willkommen' } },
    }),
  );

  const importFile = (file: Blob) =>
    api.POST('/api/v1/projects/{id}/import', {
      params: { path },
      body: { file, conflict: 'keep', createLanguages: false },
      bodySerializer: toForm,
    });
  const imported = unwrap(await importFile(germanFile()));
  const broken = await importFile(brokenFile());

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
  const zip = unwrap(
    await api.GET('/api/v1/projects/{id}/export', {
      params: { path, query: { language: ['en', 'de'] } },
      parseAs: 'blob',
    }),
  );

  const { deleted } = unwrap(await api.DELETE('/api/v1/keys/{id}', { params: { path: { id: created.id } } }));
  return {
    projects,
    created,
    refusal,
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

function toForm(body: Schemas['ImportForm']): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

function unwrap<T>({ data, error }: { data?: T; error?: Schemas['Problem'] }): T {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.detail}` : 'the response has no body');
  return data;
}

/** Does not compile unless it handles every error code of the creation of a key. */
function checkCode(error?: CreateKeyProblem): Schemas['ErrorCode'] {
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
    case 'idempotency_key_reused':
    case 'request_in_progress':
    case 'limit_exceeded':
    case 'unauthenticated':
    case 'missing_scope':
    case 'cross_site_request':
    case 'project_not_found':
    case 'rate_limited':
    case 'busy':
    case 'project_busy':
    case 'storage_full':
    case 'database_unavailable':
    case 'internal_error':
      return error.code;
    case undefined:
      throw new Error('the second key with the same name was created');
  }
}

type CreateKeyResponses = paths['/api/v1/projects/{id}/keys']['post']['responses'];
type CreateKeyProblem = CreateKeyResponses[400 | 401 | 403 | 404 | 429 | 500]['content']['application/problem+json'];
