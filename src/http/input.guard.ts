import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import { type DtoSource, validateDto } from '../common/validation/validate-dto';

/** What a handler takes of a request. */
interface Inputs {
  /** The names of the identifiers in its path. */
  ids: readonly string[];
  dtos: readonly { source: DtoSource; dto: Type<object> }[];
}

/**
 * Prepares what handlers take: bodies and queries are converted to the DTOs that they declare, and validated. Identifiers in a path are
 * converted to lower case, as the database returns them: UUIDs are case-insensitive (RFC 9562 §4). A malformed one passes, because it
 * names nothing: the service refuses it with the 404 of its resource.
 *
 * It is the guard after the body is read. A guard is used rather than pipes because Nest makes each parameter with a pipe wait for
 * promises, and a global pipe concerns all of them, also those that it passes on.
 */
@Injectable()
export class InputGuard implements CanActivate {
  /** By the handler. */
  private readonly inputs = new Map<object, Inputs>();

  /** @throws ValidationFailedError */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { ids, dtos } = this.inputsOf(context);
    const params = request.params as Record<string, string>;
    for (const name of ids) params[name] = params[name]?.toLowerCase() ?? '';
    for (const { source, dto } of dtos) request[source] = validateDto(dto, request[source], source);
    return true;
  }

  private inputsOf(context: ExecutionContext): Inputs {
    const handler = context.getHandler();
    const known = this.inputs.get(handler);
    if (known) return known;
    const inputs = readInputs(context.getClass(), handler.name);
    this.inputs.set(handler, inputs);
    return inputs;
  }
}

/**
 * Reads the parameters of a handler. Their metadata has keys such as `3:0`: the kind and the index. The last parameter comes first, so
 * that the query is validated before a body that is declared in front of it.
 */
function readInputs(controller: Type, method: string): Inputs {
  const metadata: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method);
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, method) as Type<object>[];
  const parameters = Object.entries((metadata ?? {}) as Record<string, { index: number; data?: string }>)
    .map(([key, { index, data }]) => ({ kind: Number(key.split(':')[0]) as RouteParamtypes, index, data }))
    .sort((a, b) => b.index - a.index);
  return {
    ids: parameters.flatMap(({ kind, data }) => (kind === RouteParamtypes.PARAM && data ? [data] : [])),
    dtos: parameters.flatMap(({ kind, index }) => {
      const source = SOURCES.get(kind);
      const dto = types[index];
      return source && dto && !PLAIN_TYPES.has(dto) ? [{ source, dto }] : [];
    }),
  };
}

const SOURCES: ReadonlyMap<RouteParamtypes, DtoSource> = new Map([
  [RouteParamtypes.BODY, 'body'],
  [RouteParamtypes.QUERY, 'query'],
]);

const PLAIN_TYPES: ReadonlySet<unknown> = new Set([Object, String, Number, Boolean, Array]);
