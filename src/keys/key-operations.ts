import type { ErrorCode } from '../common/errors/catalogue';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import {
  CreatedKeyResponseDto,
  KeyResponseDto,
  KeyBatchResponseDto,
  KeyListDto,
  UpdatedKeyResponseDto,
} from './dto/key.dto';
import { KeyContextResponseDto } from './dto/key-context.dto';
import { NamespaceListDto } from './dto/namespace-list.dto';
import { EXAMPLE_IDS } from '../common/example-ids';

/** The errors of all operations that write keys. */
const KEY_ERRORS = [
  'language_not_allowed',
  'key_exists',
  'namespace_mismatch',
  'source_text_required',
  'unknown_language',
  'project_busy',
] as const satisfies readonly ErrorCode[];

export const keyOperations = {
  list: {
    id: 'listKeys',
    answer: 'page',
    summary: 'List keys',
    description:
      'Lists keys in the order of the code points of their names, or with `sort=-updatedAt` the last changed first, ' +
      '100 per page by default. A page ends at 4 MiB of texts too, and a first page of `search`, `check` or `needsWork` can have few keys or none: ' +
      '`nextCursor` is the `cursor` of the next page in the same order, and only null ends the list. A key is ' +
      'listed only if it matches all filters. `include=translations` adds the texts of the languages of `language`, with ' +
      'their states, whether they are outdated, and what the checks found in them. Languages that the project does not have are a 400 ' +
      '`unknown_language`.',
    response: KeyListDto,
    errors: ['project_not_found', 'unknown_language', 'unknown_revision', 'person_required', 'project_busy'],
  },
  namespaces: {
    id: 'listNamespaces',
    answer: 'page',
    summary: 'List namespaces',
    description:
      'Lists the namespaces of the keys with their numbers of keys, 100 per page unless `limit` is given. The empty ' +
      'namespace, which contains the names without a dot, is the first; the others are in the order in which the list ' +
      'of keys has them. `nextCursor` is the `cursor` of the next page.',
    response: NamespaceListDto,
    errors: ['project_not_found', 'unknown_revision'],
  },
  create: {
    id: 'createKey',
    answer: 'object',
    summary: 'Create a key',
    description:
      'Creates a key with its source text, which is either `value` or a member of `translations`, but not both. ' +
      '`translations` can contain texts in all languages of the project. An empty text is stored like any other. ' +
      'If `namespace` is present, a name that begins with `namespace.` is kept, a name without a dot is prefixed ' +
      'with the namespace, and any other name is a 400 `namespace_mismatch`. A name that the project already has ' +
      'is a 400 `key_exists`, whose `keyId` is the id of that key. A text has the state `translated` unless `states` has ' +
      'another one; `reviewed` needs `translations:review`.',
    status: 201,
    response: CreatedKeyResponseDto,
    errors: [...KEY_ERRORS, 'project_not_found'],
    requestExample: {
      name: 'home.title',
      value: 'Welcome',
      description: 'Headline of the start page',
      tags: ['checkout'],
      maxLength: 8,
      translations: { de: 'Willkommen' },
    },
    writesProject: true,
    entityTag: true,
    idempotent: true,
  },
  batch: {
    id: 'changeKeys',
    answer: 'stream',
    summary: 'Create, change and delete several keys',
    description:
      'Applies up to 1,000 changes in one transaction: all of them or none. Keys are deleted first, then ' +
      'changed, then created, so that the name of a deleted key can be used again. `addTags` and `removeTags` change the ' +
      'tags of many keys without reading them. Each kind of change needs the scope of its own operation. A batch can contain each key only once. The body can be up to 10 MiB large. ' +
      'The `pointer` of an error identifies the change that was refused. With `ifRevision`, the changes are applied only if ' +
      'the project is at that revision (400 `revision_moved`).',
    response: KeyBatchResponseDto,
    errors: [...KEY_ERRORS, 'project_not_found', 'key_not_found', 'revision_moved'],
    requestExample: {
      create: [
        { name: 'home.cta', value: 'Buy now' },
        { name: 'home.subtitle', value: 'New every day', translations: { de: 'Jeden Tag neu' } },
      ],
    },
    responseExample: {
      created: [
        { id: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0d', name: 'home.cta', value: 'Buy now', namespace: 'home' },
        {
          id: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0e',
          name: 'home.subtitle',
          value: 'New every day',
          namespace: 'home',
        },
      ],
      updated: [{ id: EXAMPLE_IDS.key, name: 'home.title', translations: { en: 'Welcome', de: 'Willkommen' } }],
      deleted: ['019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0f'],
    },
    writesProject: true,
    idempotent: true,
  },
  get: {
    id: 'getKey',
    answer: 'stream',
    summary: 'Read a key',
    description:
      'Returns a key with its texts in all languages that have one, their states, and the languages whose text is outdated: ' +
      'the source text changed after it was set or confirmed, and what the checks found in each text. The `ETag` changes when, and only when, the key or one ' +
      'of its texts changed; `If-None-Match` with it answers 304.',
    response: KeyResponseDto,
    errors: ['key_not_found', 'unknown_revision', 'project_busy'],
    conditional: true,
  },
  context: {
    id: 'getKeyContext',
    answer: 'object',
    summary: 'Read the context of a key',
    description:
      'Returns what helps to translate a key, beside the key itself: the keys before and after it in the order of the names, with the first ' +
      '200 characters of their names and source texts, and, for `language`, the source text for which the text was written or ' +
      'confirmed last, if the text is outdated. `terms` are the terms of the glossary in the source text, with their translations into `language`.',
    response: KeyContextResponseDto,
    errors: ['key_not_found', 'unknown_language', 'unknown_revision', 'project_busy'],
  },
  update: {
    id: 'updateKey',
    answer: 'stream',
    summary: 'Update a key',
    description:
      'Fields that are absent stay as they are. At least one field is required. To change texts (`value`, ' +
      '`translations`) needs `translations:write`; to change `name`, `namespace`, `description`, `tags` or `maxLength` ' +
      'needs `keys:write`; to change both needs both. `states` needs `translations:write` or `translations:review`. To set ' +
      'the state `reviewed`, to take it away, and to change a reviewed text of a project with `protectReviewed` needs ' +
      '`translations:review` (403 `missing_scope`, whose `errors` have the key and the language of the first 100 of these texts). A text that changes is `translated` unless `states` has another state for it, and a state ' +
      'confirms a text that is outdated. `value` is the source text, which `translations` must then not ' +
      'contain. `null` in `translations` removes a text; the source text cannot be removed (400 ' +
      '`source_text_required`). Without `name`, `namespace` replaces the part of the name before the first dot; ' +
      'with `name`, it has the same effect as for a new key. The response contains all texts of the key, and its `ETag` is ' +
      'the `ETag` of `GET /keys/:id` after the change. With `expected`, the change is done only if these texts are still as the ' +
      'client has seen them (400 `text_changed`). With `include=translations`, the response has all that `GET /keys/:id` has: to ' +
      'save a text takes one request.',
    response: UpdatedKeyResponseDto,
    errors: [...KEY_ERRORS, 'text_changed', 'key_not_found'],
    requestExample: { value: 'Welcome', translations: { de: 'Willkommen', 'pt-BR': null } },
    responseExample: {
      key: { id: EXAMPLE_IDS.key, name: 'home.title', translations: { en: 'Welcome', de: 'Willkommen' } },
    },
    writesProject: true,
    entityTag: true,
    ifMatch: true,
  },
  ignoreFinding: {
    id: 'ignoreFinding',
    answer: 'stream',
    summary: 'Ignore a finding',
    description:
      'Marks what a check found in a text as ignored, until the text or its source text changes, or takes it back with ' +
      '`"ignored": false`. If an undo brings the same texts back, it is ignored again. The project is not changed: its revision stays. ' +
      'A text without such a finding is a 400 `validation_failed`.',
    response: KeyResponseDto,
    errors: ['key_not_found', 'language_not_allowed', 'project_busy'],
    entityTag: true,
  },
  delete: {
    id: 'deleteKey',
    answer: 'object',
    summary: 'Delete a key',
    description:
      'Deletes a key, together with its texts in all languages, reviewed ones too. A request body is ignored. A second ' +
      'deletion is a 404.',
    response: DeletedDto,
    errors: ['key_not_found', 'project_busy'],
    writesProject: true,
    ifMatch: true,
  },
} satisfies Record<string, OperationOptions>;
