import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { NoFields } from '../http/bodies/no-fields.decorator';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { baseOf } from './client-of-request';
import {
  ChangeMemberDto,
  MemberDto,
  type MemberListDto,
  type MemberResponseDto,
  type PasswordLinkDto,
} from './dto/member.dto';
import { pathOf } from './links';
import { MembersService } from './members.service';
import { memberOperations } from './member-operations';

@ApiTags('Members')
@Controller('members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @RequireScope('members:manage')
  @Operation(memberOperations.list)
  async list(@CurrentPrincipal() principal: Principal): Promise<MemberListDto> {
    return { members: (await this.members.list(principal)).map((member) => MemberDto.from(member)) };
  }

  @Patch(':id')
  @RequireScope('members:manage')
  @ResourceParam(MembersService)
  @Operation(memberOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: ChangeMemberDto,
  ): Promise<MemberResponseDto> {
    return { member: MemberDto.from(await this.members.change(principal, id, body)) };
  }

  @Delete(':id')
  @RequireScope('members:manage')
  @ResourceParam(MembersService)
  @Operation(memberOperations.remove)
  async remove(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.members.remove(principal, id);
    return { deleted: true };
  }

  @Post(':id/password-link')
  @RequireScope('members:manage')
  @ResourceParam(MembersService)
  @Operation(memberOperations.createPasswordLink)
  async createPasswordLink(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @NoFields() _body: undefined,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<PasswordLinkDto> {
    const made = await this.members.createPasswordLink(principal, id);
    return { link: baseOf(request, this.settings) + pathOf(made), expiresAt: made.link.expiresAt.toISOString() };
  }
}
