import { Body, Controller, Delete, Get, Inject, Param, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PersonOnly, Public, RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPerson, CurrentPrincipal, type Member, type Principal } from '../common/access/principal';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { NoFields } from '../http/bodies/no-fields.decorator';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { OwnPageGuard } from '../sessions/own-page.guard';
import { SessionId } from '../sessions/session-cookie';
import { SessionCookies } from '../sessions/session-cookies';
import { baseOf, clientOf } from './client-of-request';
import {
  AcceptInvitationDto,
  CreateInvitationDto,
  InvitationDto,
  type InvitationListDto,
  type NewInvitationDto,
} from './dto/invitation.dto';
import { MeDto } from './dto/me.dto';
import { ResetPasswordDto } from './dto/own-account.dto';
import { invitationOperations } from './invitation-operations';
import { InvitationsService } from './invitations.service';
import { pathOf } from './links';
import { MeService } from './me.service';
import { OwnAccountService } from './own-account.service';

@ApiTags('Members')
@Controller()
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly accounts: OwnAccountService,
    private readonly me: MeService,
    private readonly cookies: SessionCookies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('invitations')
  @RequireScope('members:manage')
  @Operation(invitationOperations.list)
  async list(@CurrentPrincipal() principal: Principal): Promise<InvitationListDto> {
    return { invitations: (await this.invitations.list(principal)).map((link) => InvitationDto.from(link)) };
  }

  @Post('invitations')
  @RequireScope('members:manage')
  @Operation(invitationOperations.create)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateInvitationDto,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<NewInvitationDto> {
    const made = await this.invitations.create(principal, body);
    return { invitation: InvitationDto.from(made.link), link: baseOf(request, this.settings) + pathOf(made) };
  }

  @Delete('invitations/:id')
  @RequireScope('members:manage')
  @ResourceParam(InvitationsService)
  @Operation(invitationOperations.withdraw)
  async withdraw(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.invitations.withdraw(principal, id);
    return { deleted: true };
  }

  @Post('invitations/accept')
  @Public()
  @UseGuards(OwnPageGuard)
  @Operation(invitationOperations.accept)
  async accept(
    @Body() body: AcceptInvitationDto,
    @SessionId() replacedId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeDto> {
    const { principal } = reply.request;
    const begun = await this.invitations.accept(body, { client: clientOf(reply.request), principal, replacedId });
    this.cookies.set(reply, begun.id);
    return MeDto.from(await this.me.describe(begun.principal));
  }

  @Post('invitations/:id/accept')
  @PersonOnly()
  @Operation(invitationOperations.acceptOwn)
  async acceptOwn(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Param('id', ParseIdPipe) id: string,
    @NoFields() _body: undefined,
    @SessionId() sessionId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeDto> {
    const begun = await this.invitations.acceptOwn(principal, person, id, clientOf(reply.request), sessionId);
    this.cookies.set(reply, begun.id);
    return MeDto.from(await this.me.describe(begun.principal));
  }

  @Post('password')
  @Public()
  @UseGuards(OwnPageGuard)
  @Operation(invitationOperations.resetPassword)
  async resetPassword(
    @Body() { token, password }: ResetPasswordDto,
    @SessionId() replacedId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeDto> {
    const begun = await this.accounts.resetPassword(token, password, clientOf(reply.request), replacedId);
    this.cookies.set(reply, begun.id);
    return MeDto.from(await this.me.describe(begun.principal));
  }
}
