import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { OpenAPIObject, ParameterObject, ReferenceObject } from '@nestjs/swagger';
import { CreateApiKeyDto } from '../../src/api-keys/dto/create-api-key.dto';
import { validateDto } from '../../src/common/validation/validate-dto';
import { CreateKeyDto } from '../../src/keys/dto/create-key.dto';
import { BulkDto } from '../../src/keys/dto/bulk.dto';
import { KeyBatchDto } from '../../src/keys/dto/key-batch.dto';
import { ChangeProjectDto } from '../../src/projects/dto/project-details.dto';
import { UpdateKeyDto } from '../../src/keys/dto/update-key.dto';
import { CreateOrganizationDto, UpdateOrganizationDto } from '../../src/organizations/dto/write-organization.dto';
import { MESSAGE_TYPES } from '../../src/webhooks/events';
import { ChangeWebhookDto, CreateWebhookDto } from '../../src/webhooks/dto/write-webhook.dto';
import { BeginSessionDto } from '../../src/people/dto/begin-session.dto';
import { AcceptInvitationDto, CreateInvitationDto } from '../../src/people/dto/invitation.dto';
import { ChangeMemberDto } from '../../src/people/dto/member.dto';
import { BeginOidcDto } from '../../src/people/dto/oidc.dto';
import { ChangeMeDto, ResetPasswordDto } from '../../src/people/dto/own-account.dto';
import { RequestPasswordDto } from '../../src/people/dto/sign-in-ways.dto';
import { SwitchOrganizationDto } from '../../src/people/dto/switch-organization.dto';
import { CreateProjectDto } from '../../src/projects/dto/create-project.dto';
import { printDocument } from '../../src/openapi/document';
import { documentWithoutServices } from '../../src/document-without-services';
import { type DocumentedOperation, listOperations } from '../../src/openapi/operation-object';
import type { Json } from '../support/client';

/** The operations that need no caller. */
const PUBLIC = [
  'beginSession',
  'endSession',
  'acceptInvitation',
  'resetPassword',
  'getSignInWays',
  'requestPassword',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'beginSingleSignOn',
];

let document: OpenAPIObject;
let operations: { path: string; operation: DocumentedOperation }[];

beforeAll(async () => {
  document = await documentWithoutServices();
  operations = listOperations(document).filter(({ path }) => path.startsWith('/api/'));
});

const getOperation = (id: string): DocumentedOperation => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`the operation ${id} does not exist`);
  return found.operation;
};

const resolveParameter = (parameter: ParameterObject | ReferenceObject): ParameterObject => {
  if (!('$ref' in parameter)) return parameter;
  const found = document.components?.parameters?.[parameter.$ref.replace('#/components/parameters/', '')];
  if (!found || '$ref' in found) throw new Error(`${parameter.$ref} does not exist`);
  return found;
};

const NOTHING_DONE = {
  keysCreated: 0,
  keysDeleted: 0,
  keysChanged: 0,
  textsSet: 0,
  textsRemoved: 0,
  statesSet: 0,
};

const SEVEN = [
  'listProjects',
  'getTranslations',
  'createKey',
  'updateKey',
  'deleteKey',
  'importTranslations',
  'exportTranslations',
];

describe('the OpenAPI document', () => {
  it('is the same as the committed openapi.json, which "npm run openapi" writes', async () => {
    const committed = await readFile(join(__dirname, '../../openapi.json'), 'utf8');

    expect(printDocument(document)).toBe(committed);
  });

  it('has the statuses that operations outside of the usual ones answer with', () => {
    const statusesOf = (id: string) =>
      Object.keys(
        listOperations(document).find(({ operation }) => operation.operationId === id)?.operation.responses ?? {},
      );

    expect(statusesOf('mcp')).toEqual(expect.arrayContaining(['200', '202', '400', '405']));
    for (const id of ['getManifest', 'getDeliveredFile', 'getDeliveredFileOfNamespace', 'getDeliveredFileByHash']) {
      expect(statusesOf(id)).toEqual(['200', '304', '400', '404', '429', '500']);
    }
  });

  it('contains no host name or port', () => {
    expect(document.servers).toEqual([{ url: '/', description: expect.any(String) }]);
    expect(printDocument(document)).not.toMatch(/localhost|127\.0\.0\.1|:3000/);
  });

  it('has a unique name, a summary, a description and a scope for each operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId);

    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/^[A-Z]/);
      expect(operation.description).toMatch(
        /^[^]+\n\nScope: (`[a-z:-]+`( or `[a-z:-]+`)*|none; any valid API key is accepted|none; the session of a person is needed|none; no API key is needed)\.$/,
      );
      const isPublic = PUBLIC.includes(operation.operationId ?? '');
      expect(operation.security?.length === 0).toBe(isPublic);
    }
  });

  it('documents the scopes that the guard requires', () => {
    const { 'x-scopes': scopes, security } = getOperation('updateKey');

    const sufficient = ['translations:write', 'keys:write', 'translations:review'];
    expect(scopes).toEqual(sufficient);
    expect(security).toEqual([...sufficient.map((scope) => ({ bearerAuth: [scope] })), { sessionCookie: [] }]);
    expect(getOperation('getMe').security).toEqual([{ bearerAuth: [] }, { sessionCookie: [] }]);
  });

  it('documents only the statuses of the specification for the seven operations, and 412 where they take If-Match', () => {
    const allowed = new Set(['200', '201', '304', '400', '401', '403', '404', '429', '500']);

    for (const id of SEVEN) {
      const { parameters = [], responses } = getOperation(id);
      const takesIfMatch = parameters.some((parameter) => resolveParameter(parameter).name === 'If-Match');
      const statuses = Object.keys(responses);
      expect(statuses.filter((status) => !allowed.has(status))).toEqual(takesIfMatch ? ['412'] : []);
      expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500']));
    }
  });

  it('documents that no cache may keep a response with a secret', () => {
    const withSecret = operations.flatMap(({ operation: { operationId = '', responses } }) => {
      const response = responses['200'] ?? responses['201'];
      return /"secret":/.test(JSON.stringify(response)) ? [{ operationId, response }] : [];
    });
    expect(withSecret).toHaveLength(6);
    const withHeader = { headers: { 'Cache-Control': { $ref: '#/components/headers/Cache-Control' } } };
    for (const { operationId, response } of withSecret)
      expect([operationId, response]).toMatchObject([operationId, withHeader]);
    expect(getOperation('beginSession').responses['201']).toMatchObject(withHeader);
  });

  it('has an example of every JSON request and response', () => {
    const contents = operations.flatMap(({ operation: { requestBody, responses } }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) => (part && 'content' in part ? [part.content] : [])),
    );
    const json = contents.flatMap((content) => content?.['application/json'] ?? []);

    expect(json.length).toBeGreaterThan(20);
    for (const { example, examples } of json) expect(example ?? examples).toBeDefined();
  });

  it('has examples of problems that the service sends: with a detail of the case, and the members of the code', () => {
    const { examples = {}, schemas = {} } = document.components ?? {};
    const text = JSON.stringify([document.paths, document.components?.responses]);
    const used = [...text.matchAll(/#\/components\/examples\/(\w+)/g)].map(([, code = '']) => code);
    expect(used.length).toBeGreaterThan(50);
    const meanings = JSON.stringify(schemas.ErrorCode);
    for (const code of new Set(used)) {
      const { value } = (examples[code] ?? {}) as { value?: { code: string; detail: string } };
      expect([code, value?.code]).toEqual([code, code]);
      expect([code, meanings.includes(JSON.stringify(value?.detail).slice(1, -1))]).toEqual([code, false]);
    }
    expect(examples.undo_conflict).toMatchObject({ value: { errors: [{ key: 'home.title', language: 'de' }] } });
    expect(examples.revision_pruned).toMatchObject({ value: { oldestRevision: 12 } });
  });

  const exampleOf = (id: string): Record<string, unknown> => {
    const { responses } = getOperation(id);
    const success = responses['200'] ?? responses['201'];
    return (success && 'content' in success && success.content?.['application/json']?.example) as Record<
      string,
      unknown
    >;
  };

  it.each([
    ['project', 'getProject'],
    ['project', 'changeProject'],
    ['key', 'getKey'],
    ['key', 'updateKey'],
    ['apiKey', 'changeApiKey'],
    ['organization', 'getOrganization'],
    ['webhook', 'getWebhook'],
    ['delivery', 'redeliver'],
  ])('has the id of the %s of the path in the response of %s', (member, id) => {
    const [path] = (getOperation(id).parameters ?? []).map(resolveParameter);
    expect((exampleOf(id)[member] as { id: string }).id).toBe(path?.example);
  });

  it('has examples of objects that are possible', () => {
    const { project } = exampleOf('getProject') as { project: Json };
    const { languages } = (exampleOf('getStatistics') as { statistics: Json }).statistics;
    const tags = [project.sourceLanguage, ...project.targetLanguages];
    expect(project.languages.map(({ language }: Json) => language)).toEqual(tags);
    expect(Object.keys(languages)).toEqual(tags);
    for (const { translated, untranslated } of project.languages)
      expect(translated + untranslated).toBe(project.stringCount);

    const { change, items } = exampleOf('getChange') as { change: Json; items: Json };
    expect(items).toHaveLength(1);
    expect(change.counts).toEqual({ ...NOTHING_DONE, textsSet: 1 });
    expect(change.languages).toEqual([items[0].language]);

    const { key } = exampleOf('getKey') as { key: Json };
    expect(key.checks.de[0].detail).toBe(
      `the text has ${key.translations.de.length} characters, and ${key.maxLength} are allowed`,
    );
    const created = exampleOf('createApiKey').apiKey as Json;
    expect(created).toMatchObject({ hint: created.secret.slice(-4), lastUsedAt: null });
    expect(exampleOf('createProject')).toMatchObject({ project: { stringCount: 0 } });
  });

  it.each([
    ['createProject', CreateProjectDto],
    ['changeProject', ChangeProjectDto],
    ['createKey', CreateKeyDto],
    ['updateKey', UpdateKeyDto],
    ['changeKeys', KeyBatchDto],
    ['changeManyKeys', BulkDto],
    ['createApiKey', CreateApiKeyDto],
    ['createApiKeyOf', CreateApiKeyDto],
    ['createWebhook', CreateWebhookDto],
    ['changeWebhook', ChangeWebhookDto],
    ['beginSession', BeginSessionDto],
    ['switchOrganization', SwitchOrganizationDto],
    ['changeMe', ChangeMeDto],
    ['resetPassword', ResetPasswordDto],
    ['requestPassword', RequestPasswordDto],
    ['beginSingleSignOn', BeginOidcDto],
    ['changeMember', ChangeMemberDto],
    ['createInvitation', CreateInvitationDto],
    ['acceptInvitation', AcceptInvitationDto],
    ['createOrganization', CreateOrganizationDto],
    ['changeOrganization', UpdateOrganizationDto],
  ])('has an example of the request body of %s that passes validation', (id, dto: Type<object>) => {
    const { requestBody } = getOperation(id);
    const example: unknown =
      requestBody && 'content' in requestBody && requestBody.content['application/json']?.example;

    expect(() => validateDto(dto, structuredClone(Object(example)) as object, 'body')).not.toThrow();
  });

  it('documents each message of webhooks, with an example that has all members', () => {
    const { webhooks = {}, components } = document;
    expect(Object.keys(webhooks)).toEqual([...MESSAGE_TYPES]);
    for (const [type, { post }] of Object.entries(webhooks)) {
      const body = post?.requestBody;
      const content = body && 'content' in body ? body.content['application/json'] : undefined;
      expect(content?.example).toMatchObject({ type, timestamp: expect.any(String) });
      const { $ref = '' } = content?.schema as { $ref?: string };
      const schema = components?.schemas?.[$ref.split('/').at(-1) ?? ''];
      expect(Object.keys((schema as { properties: object }).properties)).toEqual(
        Object.keys(content?.example as object),
      );
    }
  });

  it('documents the headers of the rate limit for every response', () => {
    for (const { operation } of operations) {
      for (const response of Object.values(operation.responses)) {
        if (!response || '$ref' in response) continue;
        expect(Object.keys(response.headers ?? {})).toEqual(
          expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']),
        );
      }
    }
  });

  it('has one content type for each request body: orval sends JSON if there are several', () => {
    for (const { operation } of operations) {
      const { requestBody } = operation;
      if (requestBody && 'content' in requestBody) expect(Object.keys(requestBody.content)).toHaveLength(1);
    }
  });

  it('says how lists are sent: by repeating the parameter', () => {
    const lists = operations.flatMap(({ operation: { parameters = [] } }) =>
      parameters.map(resolveParameter).filter(({ schema }) => /"array"/.test(JSON.stringify(schema))),
    );
    expect(lists.length).toBeGreaterThan(5);
    for (const list of lists) expect(list).toMatchObject({ in: 'query', style: 'form', explode: true });
  });

  it('documents the options of an import once, in the form, without examples that tools would send', () => {
    const form = document.components?.schemas?.ImportForm;
    const properties = form && 'properties' in form ? (form.properties ?? {}) : {};
    const query = (getOperation('importTranslations').parameters ?? []).flatMap((parameter) =>
      'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
    );

    expect(query).toEqual([]);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['format', 'conflict', 'dryRun', 'file']));
    for (const [name, property] of Object.entries(properties))
      expect([name, 'examples' in property]).toEqual([name, name === 'file']);
  });

  it('has examples of the parameters that a request needs, and none of the others', () => {
    const parameters = operations.flatMap(({ operation }) => (operation.parameters ?? []).map(resolveParameter));
    expect(parameters.length).toBeGreaterThan(50);
    for (const { name, required = false, schema, ...rest } of parameters) {
      expect([name, 'example' in rest]).toEqual([name, required]);
      expect(Object.keys(schema ?? {}).filter((member) => /^examples?$/.test(member))).toEqual([]);
    }
  });

  it('has the defaults and limits of parameters and bodies, and says that bodies have no other members', () => {
    const limit = resolveParameter({ $ref: '#/components/parameters/limit' });
    expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
    expect(document.components?.schemas?.CreateKey).toMatchObject({
      additionalProperties: false,
      properties: { name: { minLength: 1, maxLength: 8192 }, value: { maxLength: 65536 } },
    });
    const defaults = operations.flatMap(({ operation: { parameters = [] } }) =>
      parameters.map(resolveParameter).flatMap(({ name, schema }) => (schema && 'default' in schema ? [name] : [])),
    );
    expect(defaults).toEqual(expect.arrayContaining(['limit', 'layout', 'unwritable', 'sort']));
  });

  it('lists every tag, and shows an API key as what it is', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? []));
    const listed = (document.tags ?? []).map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining([...used]));
    expect(document.components?.securitySchemes).toEqual({
      bearerAuth: expect.objectContaining({ bearerFormat: 'glossa_…' }),
      sessionCookie: expect.objectContaining({ type: 'apiKey', in: 'cookie' }),
    });
    expect(getOperation('beginSession').responses['201']).toHaveProperty('headers.Set-Cookie');
  });

  it('has no two components that would be one file where file systems ignore case', () => {
    const { schemas, parameters } = document.components ?? {};
    const names = [...Object.keys(schemas ?? {}), ...Object.keys(parameters ?? {})].map((name) => name.toLowerCase());
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });

  // Errors, headers and parameters are components. What an operation adds is its own: about 1.9 kB of schemas and codes of its 400,
  // 0.9 kB of its success with an example, and 0.8 kB of its description.
  it('is at most 300 kB as it is served, and at most 4 kB more for each operation beyond 57', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path)).length;
    const limit = 300_000 + 4_000 * (operations - 57);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(limit);
  });
});
