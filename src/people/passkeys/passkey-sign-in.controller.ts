import { Body, Controller, Inject, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../common/access/access.decorators';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import { NoFields } from '../../http/bodies/no-fields.decorator';
import { Operation } from '../../http/operation.decorator';
import { OwnPageGuard } from '../../sessions/own-page.guard';
import { SessionId } from '../../sessions/session-cookie';
import { SessionCookies } from '../../sessions/session-cookies';
import { clientOf } from '../client-of-request';
import { MeDto } from '../dto/me.dto';
import { type PasskeyOptionsDto, PasskeySignInDto } from '../dto/passkey.dto';
import { MeService } from '../me.service';
import { passkeyOperations } from './passkey-operations';
import { PasskeySignInService } from './passkey-sign-in.service';
import { relyingPartyOf } from './relying-party';

@ApiTags('Sessions')
@Controller('passkey-sign-in')
@UseGuards(OwnPageGuard)
export class PasskeySignInController {
  constructor(
    private readonly signIns: PasskeySignInService,
    private readonly me: MeService,
    private readonly cookies: SessionCookies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('options')
  @Public()
  @Operation(passkeyOperations.beginSignIn)
  async begin(
    @NoFields() _body: undefined,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<PasskeyOptionsDto> {
    return { publicKey: { ...(await this.signIns.begin(relyingPartyOf(request, this.settings))) } };
  }

  @Post()
  @Public()
  @Operation(passkeyOperations.signIn)
  async signIn(
    @Body() body: PasskeySignInDto,
    @SessionId() replacedId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeDto> {
    const { request } = reply;
    const relyingParty = relyingPartyOf(request, this.settings);
    const begun = await this.signIns.signIn(body, relyingParty, clientOf(request), replacedId);
    this.cookies.set(reply, begun.id);
    return MeDto.from(await this.me.describe(begun.principal));
  }
}
