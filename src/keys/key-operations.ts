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

/** Of whatever writes keys. */
const KEY_ERRORS = [
  'key_exists',
  'namespace_mismatch',
  'source_text_required',
  'unknown_language',
  'project_busy',
] as const satisfies readonly ErrorCode[];

export const keyOperations = {
  list: {
    id: 'listKeys',
    summary: 'List keys',
    description:
      'In the order of their names (code points), 100 a page unless `limit` says otherwise; `nextCursor` leads to the ' +
      'next page. Filters narrow each other down. `untranslated` must be a language of the project (400 `unknown_language`).',
    response: KeyListDto,
    errors: ['project_not_found', 'unknown_language'],
  },
  create: {
    id: 'createKey',
    summary: 'Create a key',
    description:
      'With its source text: as `value`, or in `translations`, not in both. `translations` may hold texts of any language ' +
      'of the project; `""` is a text like any other. When `namespace` is sent, a name that begins with `namespace.` is ' +
      'taken as it is, a name without a dot gets it as its prefix, and any other is a 400 `namespace_mismatch`. A name ' +
      'that the project has is a 400 `key_exists` with the `keyId` that has it.',
    status: 201,
    response: CreatedKeyResponseDto,
    errors: [...KEY_ERRORS, 'project_not_found'],
    requestExample: {
      name: 'home.title',
      value: 'Welcome',
      description: 'Headline of the start page',
      translations: { de: 'Willkommen' },
    },
  },
  batch: {
    id: 'changeKeys',
    summary: 'Create, change and delete many keys',
    description:
      'Up to 1,000 in all, in one transaction: all of it or nothing. Deletions first, then changes, then creations, so that ' +
      'a name that is given up by a deletion is free. Each part needs the scope that its own operation needs; a key ' +
      'cannot be named twice. Bodies up to 10 MiB. `pointer` says which part was refused.',
    response: KeyBatchResponseDto,
    errors: [...KEY_ERRORS, 'project_not_found', 'key_not_found'],
    requestExample: {
      create: [{ name: 'home.title', value: 'Welcome' }],
      update: [{ id: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0d', translations: { de: 'Jetzt kaufen' } }],
      delete: ['019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0e'],
    },
    responseExample: {
      created: [
        { id: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c', name: 'home.title', value: 'Welcome', namespace: 'home' },
      ],
      updated: [
        {
          id: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0d',
          name: 'home.cta',
          translations: { en: 'Buy now', de: 'Jetzt kaufen' },
        },
      ],
      deleted: ['019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0e'],
    },
  },
  get: {
    id: 'getKey',
    summary: 'Read a key',
    description: 'With its texts in all languages that have one.',
    response: KeyResponseDto,
    errors: ['key_not_found'],
  },
  update: {
    id: 'updateKey',
    summary: 'Update a key',
    description:
      'What is absent stays; a body that changes nothing by its fields (`{}`) is a 400. Changing texts (`value`, ' +
      '`translations`) needs `translations:write`, changing `name`, `namespace` or `description` needs `keys:write`, both ' +
      'need both. `value` is the source text; with the source language in `translations` too it is a 400. `null` in ' +
      '`translations` removes that text; the source text cannot be removed (400 `source_text_required`). `namespace` ' +
      'alone replaces the part of the name before the first dot; with `name` it is as for a new key. The answer has all ' +
      'texts of the key, not only those that were sent.',
    response: UpdatedKeyResponseDto,
    errors: [...KEY_ERRORS, 'key_not_found'],
    requestExample: { value: 'Welcome', translations: { de: 'Willkommen', fr: null } },
  },
  delete: {
    id: 'deleteKey',
    summary: 'Delete a key',
    description: 'With its texts in all languages, for good. A body is ignored. Again: 404.',
    response: DeletedDto,
    errors: ['key_not_found', 'project_busy'],
  },
} satisfies Record<string, OperationOptions>;
