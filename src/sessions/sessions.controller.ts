import { Body, Controller, Delete, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiKeysService } from '../api-keys/api-keys.service';
import { MeDto } from '../api-keys/dto/me.dto';
import { Public } from '../common/access/access.decorators';
import { Operation } from '../http/operation.decorator';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { BeginSessionDto } from './dto/begin-session.dto';
import { ProxyProtocol } from './proxy-protocol';
import { OwnPageGuard } from './own-page.guard';
import { clearSessionCookie, SessionId, setSessionCookie } from './session-cookie';
import { sessionOperations } from './session-operations';
import { SessionsService } from './sessions.service';

@ApiTags('Sessions')
@Controller('session')
@UseGuards(OwnPageGuard)
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly proxy: ProxyProtocol,
  ) {}

  @Post()
  @Public()
  @Operation(sessionOperations.begin)
  async begin(
    @Body() { apiKey }: BeginSessionDto,
    @SessionId() replacedId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeDto> {
    const { id, principal } = await this.sessions.begin(apiKey, replacedId);
    this.proxy.check(reply.request);
    setSessionCookie(reply, id);
    return MeDto.from(principal, await this.apiKeys.getOwn(principal));
  }

  @Delete()
  @Public()
  @Operation(sessionOperations.end)
  async end(@SessionId() id: string | undefined, @Res({ passthrough: true }) reply: FastifyReply): Promise<DeletedDto> {
    if (id !== undefined) await this.sessions.end(id);
    clearSessionCookie(reply);
    return { deleted: true };
  }
}
