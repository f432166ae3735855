import { STATUS_CODES } from 'node:http';
import type { ContentObject, ReferenceObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/errors/catalogue';
import { type HeaderName, headerReferences } from './headers';
import { errorCodes } from './problem-schemas';

const EXTRA_HEADERS: Readonly<Record<number, HeaderName[]>> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'] };

/**
 * The error responses of all operations. A response that several operations share is one component. The responses with
 * status 400 are not shared, because their codes differ.
 */
export class ProblemResponses {
  readonly components: Record<string, ResponseObject> = {};
  readonly usedCodes = new Set<string>();

  /** Creates the content of a response with these codes. */
  toContent(status: number, codes: ErrorCode[]): ContentObject {
    for (const code of codes) this.usedCodes.add(code);
    return createContent(status, codes);
  }

  /** Creates the error responses of an operation with these codes, by status. */
  forCodes(codes: Iterable<ErrorCode>): Record<string, ResponseObject | ReferenceObject> {
    const requested = new Set(codes);
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of errorCodes) {
      if (!requested.has(code)) continue;
      this.usedCodes.add(code);
      const { status } = ERROR_CATALOGUE[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, this.toResponse(status, ofStatus)]));
  }

  private toResponse(status: number, codes: ErrorCode[]): ResponseObject | ReferenceObject {
    const response = createResponse(status, codes);
    if (status === 400) return response;
    const name = codes.map(toPascalCase).join('Or');
    this.components[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }
}

function createResponse(status: number, codes: ErrorCode[]): ResponseObject {
  const meanings = codes.map((code) => `- \`${code}\`: ${ERROR_CATALOGUE[code].meaning}`);
  return {
    description: [`${STATUS_CODES[status]}. By \`code\`:`, '', ...meanings].join('\n'),
    headers: headerReferences(...(EXTRA_HEADERS[status] ?? [])),
    content: createContent(status, codes),
  };
}

function createContent(status: number, codes: ErrorCode[]): ContentObject {
  const narrowed: SchemaObject = {
    type: 'object',
    properties: { status: { type: 'integer', enum: [status] }, code: { type: 'string', enum: codes } },
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
