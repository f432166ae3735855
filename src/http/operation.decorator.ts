import { STATUS_CODES } from 'node:http';
import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
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

/** What of an operation only the OpenAPI document's last step can write out; it takes this extension away. */
export const OPERATION_NOTES = 'x-notes';

export interface OperationNotes {
  /** Codes that it can be refused with, beyond those that follow from its scope, its parameters and its body. */
  errors?: readonly ErrorCode[];
  /** Of the JSON body, where the examples of its fields do not go together. */
  requestExample?: unknown;
  /** Of the JSON answer, where the examples of its fields do not go together. */
  responseExample?: unknown;
  /** It answers `If-None-Match` with 304, and HEAD. */
  conditional?: boolean;
  /** The file of its form may also be the raw body, with the other fields in the query. */
  upload?: boolean;
}

export interface OperationOptions extends Omit<OperationNotes, 'upload'> {
  /** `operationId`: the name of a method of generated clients, unique and stable. */
  id: string;
  summary: string;
  /** Markdown: rules and decisions that a caller must know. The scope is added to it. */
  description: string;
  /** Of success. Default: 200. */
  status?: 200 | 201;
  /** DTO of a multipart form, where the route reads its body itself. */
  form?: Type<unknown>;
  /** DTO of the JSON answer. */
  response?: Type<unknown>;
  /** By media type, for answers that are no DTO. */
  content?: ContentObject;
  /** DTOs that `content` refers to. */
  models?: Type<unknown>[];
  /** Of the answer, beyond those that every answer has. */
  headers?: HeadersObject;
}

/** Documents a route, and sets the status that it answers with, so that the two cannot disagree. */
export const Operation = (options: OperationOptions): MethodDecorator => {
  const { id, summary, description, status = 200, form, response, content, models = [], headers, ...notes } = options;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ operationId: id, summary, description }),
    ApiResponse({ status, description: STATUS_CODES[status] ?? '', type: response, content, headers }),
    ApiExtraModels(...models),
    ApiExtension(OPERATION_NOTES, { ...notes, upload: form !== undefined }),
    ...(form ? [ApiConsumes('multipart/form-data'), ApiBody({ type: form })] : []),
  );
};
