import { Body, Controller, Delete, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OrganizationNotFoundError } from '../api-keys/api-key-errors';
import { PersonOnly, Public } from '../common/access/access.decorators';
import { CurrentPerson, type Member } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { OwnPageGuard } from '../sessions/own-page.guard';
import { clearSessionCookie, SessionId } from '../sessions/session-cookie';
import { SessionCookies } from '../sessions/session-cookies';
import { type NewSession, SessionsService } from '../sessions/sessions.service';
import { clientOf } from './client-of-request';
import { BeginSessionDto } from './dto/begin-session.dto';
import { MeDto } from './dto/me.dto';
import { SwitchOrganizationDto } from './dto/switch-organization.dto';
import { MeService } from './me.service';
import { sessionOperations } from './session-operations';
import { SignInService } from './sign-in.service';

@ApiTags('Sessions')
@Controller('session')
@UseGuards(OwnPageGuard)
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly signIns: SignInService,
    private readonly me: MeService,
    private readonly cookies: SessionCookies,
  ) {}

  @Post()
  @Public()
  @Operation(sessionOperations.begin)
  async begin(
    @Body() { apiKey, email = '', password = '' }: BeginSessionDto,
    @SessionId() replacedId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeDto> {
    const client = clientOf(reply.request);
    const begun =
      apiKey === undefined
        ? await this.signIns.signIn({ email, password }, client, replacedId)
        : await this.sessions.begin(apiKey, client, replacedId);
    return this.answer(begun, reply);
  }

  @Delete()
  @Public()
  @Operation(sessionOperations.end)
  async end(@SessionId() id: string | undefined, @Res({ passthrough: true }) reply: FastifyReply): Promise<DeletedDto> {
    if (id !== undefined) await this.sessions.signOut(id, clientOf(reply.request));
    clearSessionCookie(reply);
    return { deleted: true };
  }

  @Post('organization')
  @PersonOnly()
  @Operation(sessionOperations.switchOrganization)
  async switchOrganization(
    @CurrentPerson() person: Member,
    @Body() { id }: SwitchOrganizationDto,
    @SessionId() replacedId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeDto> {
    const begun = await this.signIns.switchOrganization(person, id, clientOf(reply.request), replacedId);
    if (!begun) throw new OrganizationNotFoundError();
    return this.answer(begun, reply);
  }

  private async answer({ id, principal }: NewSession, reply: FastifyReply): Promise<MeDto> {
    this.cookies.set(reply, id);
    return MeDto.from(await this.me.describe(principal));
  }
}
