import type { Readable } from 'node:stream';
import { Body, Controller, Get, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../auth/authenticator';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { VisibleProjects } from '../project-write/visible-projects';
import { ProjectsService } from '../projects/projects.service';
import { EventsQuery } from './dto/events.query';
import { PresenceDto, PutPresenceDto } from './dto/presence.dto';
import { LiveHub } from './live-hub';
import { liveOperations } from './live-operations';
import { PRESENCE_SECONDS, PresenceService } from './presence.service';

const LAST_EVENT_ID = 'last-event-id';

@ApiTags('History')
@Controller('projects/:id')
export class LiveController {
  constructor(
    private readonly hub: LiveHub,
    private readonly presences: PresenceService,
    private readonly visible: VisibleProjects,
    private readonly authenticator: Authenticator,
  ) {}

  @Get('events')
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(liveOperations.events)
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id` of the last event that the client has received.',
    schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
  })
  async events(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() { since, once = false }: EventsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const revision = readLastEventId(request) ?? since;
    const project = await this.visible.get(principal, id);
    const identify = (): Promise<Principal | undefined> => this.authenticator.identifyAgain(request);
    const stream = this.hub.open({ principal, projectId: project.id, revision, once, identify });
    void reply.type('text/event-stream').header('x-accel-buffering', 'no').header('cache-control', 'no-store');
    return stream;
  }

  @Put('presence')
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(liveOperations.presence)
  async presence(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() { keyId, language }: PutPresenceDto,
  ): Promise<PresenceDto> {
    await this.presences.put(principal, id, keyId !== undefined && language !== undefined ? { keyId, language } : null);
    return { seconds: PRESENCE_SECONDS };
  }
}

function readLastEventId({ headers }: FastifyRequest): number | undefined {
  const { [LAST_EVENT_ID]: sent } = headers;
  if (sent === undefined || sent === '') return undefined;
  if (typeof sent === 'string' && /^\d{1,15}$/.test(sent)) return Number(sent);
  throw new ValidationFailedError([
    { parameter: 'Last-Event-ID', code: 'invalid_format', detail: 'must be a revision' },
  ]);
}
