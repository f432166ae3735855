import { Body, Controller, Get, Inject, Post, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../common/access/access.decorators';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Operation } from '../http/operation.decorator';
import { MailClient } from '../mail/mail-client';
import { OwnPageGuard } from '../sessions/own-page.guard';
import { clientOf } from './client-of-request';
import { type PasswordRequestedDto, RequestPasswordDto, type SignInWaysDto } from './dto/sign-in-ways.dto';
import { PasswordRequests } from './password-requests';
import { signInWaysOperations } from './sign-in-ways-operations';

@ApiTags('Sessions')
@Controller()
export class SignInWaysController {
  constructor(
    private readonly mail: MailClient,
    private readonly requests: PasswordRequests,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('sign-in-ways')
  @Public()
  @Operation(signInWaysOperations.get)
  get(): SignInWaysDto {
    const { passwordSignIn, oidc } = this.settings;
    return { password: passwordSignIn, singleSignOn: oidc !== undefined, mail: this.mail.isSetUp };
  }

  @Post('password-requests')
  @Public()
  @UseGuards(OwnPageGuard)
  @Operation(signInWaysOperations.requestPassword)
  async requestPassword(
    @Body() { email }: RequestPasswordDto,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<PasswordRequestedDto> {
    await this.requests.request(email, clientOf(request));
    return { accepted: true };
  }
}
