import { STATUS_CODES } from 'node:http';
import type { ContentObject, ReferenceObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/errors/catalogue';
import { type HeaderName, headersWith } from './headers';
import { errorCodes } from './problem-schemas';

const EXTRA_HEADERS: Readonly<Record<number, HeaderName[]>> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'] };

/**
 * The problems of all operations. What several answer alike is one component; the many ways to be wrong (400) differ.
 */
export class ProblemResponses {
  readonly components: Record<string, ResponseObject> = {};
  readonly usedCodes = new Set<string>();

  /** The content of an answer with these codes. */
  contentOf(status: number, codes: ErrorCode[]): ContentObject {
    for (const code of codes) this.usedCodes.add(code);
    return problemContent(status, codes);
  }

  /** By status, of an operation that can be refused with these codes. */
  of(codes: Iterable<ErrorCode>): Record<string, ResponseObject | ReferenceObject> {
    const wanted = new Set(codes);
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of errorCodes) {
      if (!wanted.has(code)) continue;
      this.usedCodes.add(code);
      const { status } = ERROR_CATALOGUE[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return Object.fromEntries([...byStatus].map(([status, list]) => [status, this.response(status, list)]));
  }

  private response(status: number, codes: ErrorCode[]): ResponseObject | ReferenceObject {
    const response = problemAnswer(status, codes);
    if (status === 400) return response;
    const name = codes.map(inPascalCase).join('Or');
    this.components[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }
}

function problemAnswer(status: number, codes: ErrorCode[]): ResponseObject {
  const meanings = codes.map((code) => `- \`${code}\`: ${ERROR_CATALOGUE[code].meaning}`);
  return {
    description: [`${STATUS_CODES[status]}. By \`code\`:`, '', ...meanings].join('\n'),
    headers: headersWith(...(EXTRA_HEADERS[status] ?? [])),
    content: problemContent(status, codes),
  };
}

function problemContent(status: number, codes: ErrorCode[]): ContentObject {
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

const inPascalCase = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
