import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { jsonPointer } from '../../common/validation/json-pointer';

/** The body of a route that has no fields. A field in it is refused rather than ignored silently. */
export const NoFields = createParamDecorator((_: unknown, context: ExecutionContext): void => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  if (names.length === 0) return;
  throw new ValidationFailedError(
    names.map((name) => ({ pointer: jsonPointer(name), code: 'unknown_field', detail: 'is not known' })),
  );
});
