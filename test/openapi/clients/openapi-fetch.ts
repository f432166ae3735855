import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript';
import { bytesOf, type Client, Refused } from './client';

type Schemas = components['schemas'];

/** openapi-fetch with the types of openapi-typescript. */
export function connect(baseUrl: string, apiKey: string): Client {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
  return {
    createProject: async (body) => unwrap(await api.POST('/api/v1/projects', { body })).project,
    listProjects: async (limit) => unwrap(await api.GET('/api/v1/projects', { params: { query: { limit } } })).projects,
    createKey: async (id, body) => {
      const answer = await api.POST('/api/v1/projects/{id}/keys', { params: { path: { id } }, body });
      if (answer.error) checkCode(answer.error);
      return unwrap(answer).key;
    },
    tagOf: async (id) => {
      const { response } = await api.GET('/api/v1/keys/{id}', { params: { path: { id } } });
      return response.headers.get('ETag') ?? '';
    },
    updateKey: async (id, translations, tag) => {
      const params = { path: { id }, header: { 'If-Match': tag } };
      return unwrap(await api.PUT('/api/v1/keys/{id}', { params, body: { translations } })).key;
    },
    deleteKey: async (id) => unwrap(await api.DELETE('/api/v1/keys/{id}', { params: { path: { id } } })).deleted,
    listKeys: async (id, limit, cursor) =>
      unwrap(await api.GET('/api/v1/projects/{id}/keys', { params: { path: { id }, query: { limit, cursor } } })),
    importFile: async (id, file) =>
      unwrap(
        await api.POST('/api/v1/projects/{id}/import', {
          params: { path: { id } },
          body: { file, conflict: 'keep', createLanguages: false },
          bodySerializer: toForm,
        }),
      ),
    getTranslations: async (id, language) => {
      const params = { path: { id }, query: { language } };
      return unwrap(await api.GET('/api/v1/projects/{id}/translations', { params })).translations;
    },
    exportJson: async (id, language) =>
      unwrap(await api.GET('/api/v1/projects/{id}/export', { params: { path: { id }, query: { language } } })),
    exportProperties: async (id, language) => {
      const params = { path: { id }, query: { format: 'properties', language } } as const;
      return unwrap(await api.GET('/api/v1/projects/{id}/export', { params, parseAs: 'text' }));
    },
    exportZip: async (id, language) => {
      const params = { path: { id }, query: { language } };
      return bytesOf(unwrap(await api.GET('/api/v1/projects/{id}/export', { params, parseAs: 'blob' })));
    },
    exportWorkbook: async (id) => {
      const params = { path: { id }, query: { format: 'xlsx' } } as const;
      return bytesOf(unwrap(await api.GET('/api/v1/projects/{id}/export', { params, parseAs: 'blob' })));
    },
  };
}

function toForm(body: Schemas['ImportForm']): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

function unwrap<T>({ data, error, response }: { data?: T; error?: Schemas['Problem']; response: Response }): T {
  if (error) throw new Refused(response.status, error);
  if (data === undefined) throw new Error('the response has no body');
  return data;
}

/** Does not compile unless it handles every error code of the creation of a key. */
function checkCode({ code }: CreateKeyProblem): void {
  switch (code) {
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
    case 'language_not_allowed':
    case 'cross_site_request':
    case 'project_not_found':
    case 'rate_limited':
    case 'busy':
    case 'project_busy':
    case 'storage_full':
    case 'database_unavailable':
    case 'internal_error':
      return;
    default:
      code satisfies undefined;
      throw new Error('a problem has no code');
  }
}

type CreateKeyResponses = paths['/api/v1/projects/{id}/keys']['post']['responses'];
type CreateKeyProblem = CreateKeyResponses[400 | 401 | 403 | 404 | 429 | 500]['content']['application/problem+json'];
