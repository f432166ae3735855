import { STATUS_CODES } from 'node:http';
import type { ContentObject, ReferenceObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/errors/catalogue';
import { type HeaderName, headerReferences } from './headers';
import { errorCodes } from './problem-schemas';

const EXTRA_HEADERS: Readonly<Record<number, HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  500: ['Retry-After'],
};

/**
 * The error responses of all operations. Operations with the same codes of a status refer to one component.
 */
export class ProblemResponses {
  readonly components: Record<string, ResponseObject> = {};
  private readonly names = new Map<string, string>();
  readonly usedCodes = new Set<string>();

  /** Creates the content of a response with these codes. */
  toContent(codes: ErrorCode[]): ContentObject {
    for (const code of codes) this.usedCodes.add(code);
    return createContent(codes);
  }

  /**
   * Creates the error responses of an operation with these codes, by status.
   *
   * @param operationId the name of the component of a 400 that no earlier operation has
   */
  forCodes(codes: Iterable<ErrorCode>, operationId: string): Record<string, ReferenceObject> {
    const requested = new Set(codes);
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of errorCodes) {
      if (!requested.has(code)) continue;
      this.usedCodes.add(code);
      const { status } = ERROR_CATALOGUE[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return Object.fromEntries(
      [...byStatus].map(([status, ofStatus]) => [status, this.toResponse(status, ofStatus, operationId)]),
    );
  }

  private toResponse(status: number, codes: ErrorCode[], operationId: string): ReferenceObject {
    const set = codes.map(toPascalCase).join('Or');
    const name = this.names.get(set) ?? (status === 400 ? `BadRequest-${operationId}` : set);
    this.names.set(set, name);
    this.components[name] ??= createResponse(status, codes);
    return { $ref: `#/components/responses/${name}` };
  }
}

function createResponse(status: number, codes: ErrorCode[]): ResponseObject {
  return {
    // The content names the codes. Their meanings are written once: at the type `ErrorCode`.
    description: `${STATUS_CODES[status]}.`,
    headers: headerReferences(...(EXTRA_HEADERS[status] ?? [])),
    content: createContent(codes),
  };
}

function createContent(codes: ErrorCode[]): ContentObject {
  const narrowed: SchemaObject = {
    type: 'object',
    properties: { code: { type: 'string', enum: codes } },
  };
  return {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  };
}

const toPascalCase = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
