import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { FieldErrorCode } from '../../common/errors/catalogue';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { isApiRequest } from '../api-path';
import { IDEMPOTENT } from '../operation.decorator';

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Idempotency-Key` of a request whose answer is kept. */
    idempotencyKey?: string;
    /** SHA-256 of the body of such a request, once it is read. */
    bodyHash?: Buffer;
  }
}

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
const MAX_IDEMPOTENCY_KEY = 255;

/**
 * Checks `Idempotency-Key`. It is refused by a POST that cannot keep its answer, because the client relies on the
 * header. GET, PUT, PATCH and DELETE have the same effect when they are repeated, and ignore it.
 */
@Injectable()
export class IdempotencyKeyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || request.method !== 'POST' || !isApiRequest(request)) return true;
    if (!this.reflector.get<boolean | undefined>(IDEMPOTENT, context.getHandler())) {
      throw refusal('not_allowed', 'this operation keeps no answer; send the request without the header');
    }
    // Node joins several headers of one name with a comma and a space.
    if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
      throw refusal('invalid_character', `1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters, once`);
    }
    if (key.length > MAX_IDEMPOTENCY_KEY) throw refusal('too_long', `at most ${MAX_IDEMPOTENCY_KEY} characters`);
    request.idempotencyKey = key;
    return true;
  }
}

const refusal = (code: FieldErrorCode, detail: string): ValidationFailedError =>
  new ValidationFailedError([{ parameter: IDEMPOTENCY_KEY, code, detail }]);
