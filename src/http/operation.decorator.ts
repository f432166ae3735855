import { STATUS_CODES } from 'node:http';
import { applyDecorators, Header, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtension,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  type ContentObject,
  type HeadersObject,
} from '@nestjs/swagger';
import type { ErrorCode } from '../common/errors/catalogue';

/** The OpenAPI extension with the notes of an operation. `completeOperation` evaluates and removes it. */
export const OPERATION_NOTES = 'x-notes';

/** Metadata of a route: whether it keeps its answer for an `Idempotency-Key`. */
export const IDEMPOTENT = Symbol('idempotent');

/** Metadata of a route: whether a POST reads as a GET does. */
export const READS_AS_GET = Symbol('reads as GET');

/** Metadata of a route: the `AnswerKind` of its operation. */
export const ANSWER = Symbol('answer');

/**
 * What bounds the size of an answer, whatever a project contains:
 *
 * - `object`: the limits of its members; at most some hundred kilobytes.
 * - `page`: a page of a list ends by bytes, or there are few items by a limit; at most 4 MiB and one item more, which
 *   is streamed if it can be larger.
 * - `stream`: nothing does. It is read in steps, or rendered to a file, and is sent as the client receives it.
 */
export type AnswerKind = 'object' | 'page' | 'stream';

/** Details of an operation that the decorators of @nestjs/swagger cannot express. */
export interface OperationNotes {
  /** Error codes, beyond the codes that follow from the scope, the parameters and the body of the operation. */
  errors?: readonly ErrorCode[];
  /** An example of the JSON body, if the examples of its fields do not fit together. */
  requestExample?: unknown;
  /** An example of the JSON response, if the examples of its fields do not fit together. */
  responseExample?: unknown;
  /** Whether the operation supports `If-None-Match` and HEAD. */
  conditional?: boolean;
  /**
   * Whether the response contains the entity tag of the resource, for `If-Match` and `If-None-Match` of later requests.
   */
  entityTag?: boolean;
  /** Whether the operation supports `If-Match`: its route has a parameter `@IfMatch()`. */
  ifMatch?: boolean;
  /** Whether the operation supports `Idempotency-Key`: its route answers through `Idempotency`. */
  idempotent?: boolean;
  /** Whether the operation writes a project, and responds with its revision. */
  writesProject?: boolean;
  /** Whether the response contains a secret, which no cache may keep. */
  secret?: boolean;
  /** What bounds the size of the response. */
  answer: AnswerKind;
  /** Whether a POST reads as a GET does: memory is reserved for its answer. */
  readsAsGet?: boolean;
  /** Whether only an API key is accepted, and no session. */
  bearerOnly?: boolean;
  /** Whether the body is a form with a file, whose options can be in the query too. */
  upload?: boolean;
}

export interface OperationOptions extends Omit<OperationNotes, 'upload'> {
  /** The `operationId`: the name of the method in generated clients, unique and stable. */
  id: string;
  summary: string;
  /** The rules that a client must know, in Markdown. The scope is appended. */
  description: string;
  /** The status of a successful response. Default: 200. */
  status?: 200 | 201;
  /** The DTO of a multipart form, if the route reads its body itself. */
  form?: Type<unknown>;
  /** The DTO of the JSON response. */
  response?: Type<unknown>;
  /** The content of the response by media type, if it is not a DTO. */
  content?: ContentObject;
  /** The DTOs to which `content` refers. */
  models?: Type<unknown>[];
  /** Headers of the response, beyond the headers of every response. */
  headers?: HeadersObject;
}

/** Documents a route and sets the status of its response, so that both are the same. */
export const Operation = (options: OperationOptions): MethodDecorator => {
  const {
    id,
    answer,
    summary,
    description,
    status = 200,
    form,
    response,
    content,
    models = [],
    headers,
    ...notes
  } = options;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ operationId: id, summary, description }),
    ApiResponse({ status, description: STATUS_CODES[status] ?? '', type: response, content, headers }),
    ApiExtraModels(...models),
    SetMetadata(ANSWER, answer),
    SetMetadata(READS_AS_GET, notes.readsAsGet === true),
    SetMetadata(IDEMPOTENT, notes.idempotent === true),
    ApiExtension(OPERATION_NOTES, { ...notes, answer, upload: form !== undefined }),
    ...(notes.secret ? [Header('Cache-Control', 'no-store')] : []),
    ...(form ? [ApiConsumes('multipart/form-data'), ApiBody({ type: form })] : []),
  );
};
