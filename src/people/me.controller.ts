import { Body, Controller, Delete, Get, Param, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AnyApiKey, PersonOnly } from '../common/access/access.decorators';
import { CurrentPerson, CurrentPrincipal, type Member, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { clearSessionCookie } from '../sessions/session-cookie';
import { MeDto } from './dto/me.dto';
import { ChangeMeDto, OwnSessionDto, type OwnSessionListDto } from './dto/own-account.dto';
import { MeService } from './me.service';
import { meOperations } from './me-operations';
import { OwnAccountService } from './own-account.service';

@ApiTags('Own account')
@Controller('me')
export class MeController {
  constructor(
    private readonly me: MeService,
    private readonly accounts: OwnAccountService,
  ) {}

  @Get()
  @AnyApiKey()
  @Operation(meOperations.get)
  async get(@CurrentPrincipal() principal: Principal): Promise<MeDto> {
    return MeDto.from(await this.me.describe(principal));
  }

  @Patch()
  @PersonOnly()
  @Operation(meOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Body() change: ChangeMeDto,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<MeDto> {
    await this.accounts.change(principal, person, change, request.ip);
    return MeDto.from(await this.me.describe(principal));
  }

  @Delete()
  @PersonOnly()
  @Operation(meOperations.remove)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeletedDto> {
    await this.accounts.remove(principal, person, reply.request.ip);
    clearSessionCookie(reply);
    return { deleted: true };
  }

  @Delete('organizations/:id')
  @PersonOnly()
  @Operation(meOperations.leave)
  async leave(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<DeletedDto> {
    await this.accounts.leave(principal, person, id);
    return { deleted: true };
  }

  @Get('sessions')
  @PersonOnly()
  @Operation(meOperations.listSessions)
  async listSessions(
    @CurrentPrincipal() { sessionId }: Principal,
    @CurrentPerson() person: Member,
  ): Promise<OwnSessionListDto> {
    const sessions = await this.accounts.listSessions(person);
    return { sessions: sessions.map((session) => OwnSessionDto.from(session, sessionId)) };
  }

  @Delete('sessions/:id')
  @PersonOnly()
  @Operation(meOperations.endSession)
  async endSession(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<DeletedDto> {
    await this.accounts.endSession(principal, person, id);
    return { deleted: true };
  }
}
