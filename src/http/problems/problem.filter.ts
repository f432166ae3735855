import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../common/errors/domain-error';
import { ClientDisconnectedError } from '../connections/client-signal';
import { sendProblem } from './send-problem';

type ResourceRequest = FastifyRequest<{ Params: { id: string } & Record<string, string> }>;

/** Sends every error of a route, a guard or a pipe as a problem document. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly modules: ModuleRef) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<ResourceRequest>();
    sendProblem(await this.prioritize(error, request), request, http.getResponse<FastifyReply>());
  }

  /**
   * Replaces a 400 by the 404 of the resource if the caller cannot see it: 404 comes before 400. The resource is looked
   * up only for a request that fails anyway, so that valid requests do not pay for it.
   */
  private async prioritize(error: unknown, { locator, principal, params }: ResourceRequest): Promise<unknown> {
    if (!locator || !principal || !(error instanceof DomainError) || error.status !== 400) return error;
    // Nobody reads the response: what the client asked for is not looked up.
    if (error instanceof ClientDisconnectedError) return error;
    try {
      await this.modules.get(locator, { strict: false }).assertVisible(principal, params.id, params);
      return error;
    } catch (notFound) {
      return notFound;
    }
  }
}
