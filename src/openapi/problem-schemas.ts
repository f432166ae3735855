import type { SchemaObject } from '@nestjs/swagger';
import { paramsSchema } from '../common/sentences/params-schema';
import { ERROR_CATALOGUE, type ErrorCode, FIELD_ERROR_CODES } from '../common/errors/catalogue';

/** All error codes, in the order of the catalogue. */
export const errorCodes: readonly ErrorCode[] = Object.keys(ERROR_CATALOGUE).filter(
  (code): code is ErrorCode => code in ERROR_CATALOGUE,
);

const member = (description: string, type: 'string' | 'integer' = 'string'): SchemaObject => ({ type, description });

/** The schemas of problem documents: the types `Problem` and `FieldError`. */
export const problemSchemas = {
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457): the body of every error response. Clients should branch on `code`.',
    required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'requestId'],
    properties: {
      type: { type: 'string', enum: ['about:blank'] },
      title: member('The reason phrase of the status.'),
      status: member('The status of the response.', 'integer'),
      code: { $ref: '#/components/schemas/ErrorCode' },
      detail: member('A text for people.'),
      params: paramsSchema,
      instance: member('The path of the request, without its query.'),
      requestId: member('The id of the request, as in `X-Request-Id`. The log contains it too.'),
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/FieldError' },
        description: 'The errors of the request, each with its position, if they are known in detail.',
      },
      keyId: {
        type: 'string',
        format: 'uuid',
        description: 'Present with `key_exists`: the id of the key that has the name.',
      },
      conflicts: {
        type: 'array',
        items: { $ref: '#/components/schemas/MergeConflictDto' },
        description: 'Present with `merge_conflict`: the first 100.',
      },
      conflictCount: member('Present with `merge_conflict`: the number of all conflicts.', 'integer'),
      texts: {
        type: 'array',
        items: {
          type: 'object',
          required: ['language'],
          properties: {
            language: { type: 'string' },
            text: { type: ['string', 'null'], description: 'Null if there is none; absent if it is too large.' },
          },
        },
        description: 'Present with `text_changed`: the texts that are not the expected ones.',
      },
      oldestRevision: member('Present with `revision_pruned`: the oldest revision that can be read.', 'integer'),
      revision: member('Present with `revision_moved`: the revision of the project.', 'integer'),
      language: member('Present with `language_not_allowed`: the language that the caller cannot write.'),
      scope: {
        $ref: '#/components/schemas/Scope',
        description: 'Present with `missing_scope`: the scope that the caller lacks.',
      },
    },
  },
  FieldError: {
    type: 'object',
    description: 'One error, with its position in the body, in a parameter or in a file.',
    required: ['code', 'detail'],
    properties: {
      pointer: member('A JSON pointer (RFC 6901) into the body.'),
      parameter: member('The name of a query parameter, a path segment, a form field or a header.'),
      file: member('The name of the file, or its path in a zip, of an import of several files.'),
      line: member('The line in a file; the first is 1.', 'integer'),
      column: member('The column in a file, in UTF-16 code units; the first is 1.', 'integer'),
      key: member('The name of a key in a file, shortened if it is long.'),
      language: member('A language tag.'),
      code: {
        anyOf: [
          { type: 'string', enum: FIELD_ERROR_CODES.filter((code) => !(code in ERROR_CATALOGUE)) },
          { $ref: '#/components/schemas/ErrorCode' },
        ],
      },
      detail: member('A text for people.'),
      params: paramsSchema,
    },
  },
  ErrorCode: {
    type: 'string',
    description: Object.entries(ERROR_CATALOGUE)
      .map(([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`)
      .join('\n'),
    enum: [...errorCodes],
  },
} satisfies Record<string, SchemaObject>;
