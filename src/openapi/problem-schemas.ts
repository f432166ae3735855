import type { SchemaObject } from '@nestjs/swagger';
import { SCOPES } from '../common/access/scope';
import { ERROR_CATALOGUE, type ErrorCode, FIELD_ERROR_CODES } from '../common/errors/catalogue';

/** In the order of the catalogue. */
export const errorCodes: readonly ErrorCode[] = Object.keys(ERROR_CATALOGUE).filter(
  (code): code is ErrorCode => code in ERROR_CATALOGUE,
);

const place = (description: string, type: 'string' | 'integer' = 'string'): SchemaObject => ({ type, description });

/** The shape of every refusal, as `Problem` and `FieldError` in common/errors have it. */
export const problemSchemas = {
  Problem: {
    type: 'object',
    description: 'RFC 9457 problem details: the answer to every request that failed. Branch on `code`.',
    required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'requestId'],
    properties: {
      type: { type: 'string', enum: ['about:blank'] },
      title: place('The phrase of the status.'),
      status: place('The status of the answer.', 'integer'),
      code: { $ref: '#/components/schemas/ErrorCode' },
      detail: place('What is wrong, for people.'),
      instance: place('The path that was asked for, without its query.'),
      requestId: place('As in `X-Request-Id`; the log has it.'),
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/FieldError' },
        description: 'Each thing that is wrong, where there is more to say than `detail`.',
      },
      keyId: { type: 'string', format: 'uuid', description: 'With `key_exists`: the key that has the name.' },
      scope: { type: 'string', enum: [...SCOPES], description: 'With `missing_scope`: the scope that is missing.' },
    },
  },
  FieldError: {
    type: 'object',
    description: 'One thing that is wrong, and where: in the body, in a parameter, or in a file.',
    required: ['code', 'detail'],
    properties: {
      pointer: place('JSON pointer (RFC 6901) into the body.'),
      parameter: place('Name of a query parameter, path segment or form field.'),
      line: place('In a file; the first is 1.', 'integer'),
      column: place('In a file, in UTF-16 code units; the first is 1.', 'integer'),
      key: place('Key name in a file; shortened where it is long.'),
      language: place('Language tag.'),
      code: {
        type: 'string',
        enum: [...new Set<string>([...FIELD_ERROR_CODES, ...errorCodes])],
      },
      detail: place('What is wrong, for people.'),
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
