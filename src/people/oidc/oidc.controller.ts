import { Body, Controller, Get, type HttpRedirectResponse, Post, Redirect, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../common/access/access.decorators';
import { Operation } from '../../http/operation.decorator';
import { ReadsQuery } from '../../http/queries/strict-query.guard';
import { OwnPageGuard } from '../../sessions/own-page.guard';
import { SessionId } from '../../sessions/session-cookie';
import { SessionCookies } from '../../sessions/session-cookies';
import { clientOf } from '../client-of-request';
import { BeginOidcDto, type OidcBegunDto } from '../dto/oidc.dto';
import { bindBrowser, readBrowser } from './oidc-cookie';
import { OidcRefusal } from './oidc-errors';
import { oidcOperations } from './oidc-operations';
import { OidcService } from './oidc.service';

@ApiTags('Sessions')
@Controller('oidc')
export class OidcController {
  constructor(
    private readonly oidc: OidcService,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('begin')
  @Public()
  @UseGuards(OwnPageGuard)
  @Operation(oidcOperations.begin)
  async begin(
    @Body() { returnTo = '/', token }: BeginOidcDto,
    @SessionId() sessionId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OidcBegunDto> {
    const browser = bindBrowser(reply, this.oidc.publicUrl);
    return { location: await this.oidc.begin({ returnTo, token, browser, sessionId }) };
  }

  /** A navigation of a browser, which is no operation of the API: the answer is the address of a page, also after a failure. */
  @Get('callback')
  @Public()
  @ReadsQuery()
  @ApiExcludeEndpoint()
  @Redirect()
  async callback(@Res({ passthrough: true }) reply: FastifyReply): Promise<HttpRedirectResponse> {
    const { request } = reply;
    const { publicUrl } = this.oidc;
    const { searchParams } = new URL(request.url, publicUrl);
    void reply.header('Cache-Control', 'no-store');
    try {
      const browser = readBrowser(request, publicUrl);
      const { session, returnTo } = await this.oidc.finish(searchParams, browser, clientOf(request));
      this.cookies.set(reply, session.id, publicUrl);
      return { url: returnTo, statusCode: 303 };
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error;
      return { url: `/projects?signIn=${error.reason}`, statusCode: 303 };
    }
  }
}
