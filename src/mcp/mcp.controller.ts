import { Body, Controller, Delete, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiExcludeEndpoint, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnyApiKey } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { BodyLimit } from '../http/bodies/body-limit';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { BearerGuard } from './bearer.guard';
import { McpMessageDto } from './dto/mcp-message.dto';
import { McpEndpoint } from './mcp-endpoint';
import { BatchRefusedError } from './mcp-errors';
import { JSON_RPC_ERROR, mcpOperation } from './mcp-operation';

/** Bytes of a body: as many as a batch of keys has. */
const BODY_BYTES = 10 * 1_048_576;

/** The headers of a request that the protocol reads. */
const PROTOCOL_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

@ApiTags('Model Context Protocol')
@Controller('mcp')
@UseGuards(BearerGuard)
export class McpController {
  constructor(private readonly endpoint: McpEndpoint) {}

  @Post()
  @AnyApiKey()
  @BodyLimit(BODY_BYTES)
  @ApiBody({ type: McpMessageDto })
  @Operation(mcpOperation)
  @ApiResponse({ status: 202, description: 'Accepted: the message was a notification.' })
  @ApiResponse({ status: 405, description: 'Method Not Allowed, to GET and DELETE.', content: JSON_RPC_ERROR })
  async post(
    @CurrentPrincipal() principal: Principal,
    @Body() body: object,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<void> {
    // A request is counted by the limit of the plan, and so is each call of a tool.
    if (Array.isArray(body)) throw new BatchRefusedError();
    await this.answer(principal, request, reply, client, body);
  }

  /** The protocol has streams by GET, and ends of sessions by DELETE: this server has neither, and answers 405. */
  @Get()
  @AnyApiKey()
  @ApiExcludeEndpoint()
  get(
    @CurrentPrincipal() principal: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<void> {
    return this.answer(principal, request, reply.header('allow', 'POST'), client);
  }

  @Delete()
  @AnyApiKey()
  @ApiExcludeEndpoint()
  delete(
    @CurrentPrincipal() principal: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<void> {
    return this.answer(principal, request, reply.header('allow', 'POST'), client);
  }

  private async answer(
    principal: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
    client: () => AbortSignal,
    body?: unknown,
  ): Promise<void> {
    // The answer is JSON, which every client reads: no request is refused for what it accepts.
    const headers = new Headers({ accept: 'application/json, text/event-stream' });
    for (const name of PROTOCOL_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const call = { request, caller: { principal: { ...principal, via: 'mcp' as const }, client } };
    const response = await this.endpoint.answer(call, headers, body);
    const type = response.headers.get('content-type');
    void reply.status(response.status);
    if (type !== null) void reply.type(type);
    // The size of an answer is bounded: it has one result, or an error.
    await reply.send(Buffer.from(await response.arrayBuffer()));
  }
}
