import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PreconditionFailedError } from '../../common/errors/precondition-failed.error';
import { EntityTags } from '../responses/entity-tag';

/** The state in which a client expects the resource that it changes (RFC 9110 §13.1.1). */
export class ExpectedState {
  private readonly tags: EntityTags;

  /** @param ifMatch the header */
  constructor(ifMatch: string) {
    this.tags = new EntityTags(ifMatch);
  }

  /**
   * Checks the state of an existing resource, under the lock under which it is changed.
   *
   * @param hash of the current state
   * @throws PreconditionFailedError
   */
  assertMatches(hash: string): void {
    if (!this.tags.includeStrong(hash)) throw new PreconditionFailedError();
  }
}

/** Injects the state that `If-Match` expects; undefined without the header. Its operation has the note `ifMatch`. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): ExpectedState | undefined => {
  const ifMatch = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  return ifMatch === undefined ? undefined : new ExpectedState(ifMatch);
});
