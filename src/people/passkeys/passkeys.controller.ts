import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PersonOnly } from '../../common/access/access.decorators';
import { CurrentPerson, CurrentPrincipal, type Member, type Principal } from '../../common/access/principal';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import { NoFields } from '../../http/bodies/no-fields.decorator';
import { Operation } from '../../http/operation.decorator';
import { ParseIdPipe } from '../../http/params/parse-id.pipe';
import type { DeletedDto } from '../../http/responses/deleted.dto';
import {
  NewPasskeyDto,
  PasskeyDto,
  type PasskeyListDto,
  type PasskeyOptionsDto,
  type PasskeyResponseDto,
  RenamePasskeyDto,
} from '../dto/passkey.dto';
import { passkeyOperations } from './passkey-operations';
import { PasskeysService } from './passkeys.service';
import { relyingPartyOf } from './relying-party';

@ApiTags('Own account')
@Controller('me/passkeys')
@PersonOnly()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Operation(passkeyOperations.list)
  async list(@CurrentPerson() person: Member): Promise<PasskeyListDto> {
    return { passkeys: (await this.passkeys.list(person)).map((passkey) => PasskeyDto.from(passkey)) };
  }

  @Post('options')
  @Operation(passkeyOperations.begin)
  async begin(
    @CurrentPerson() person: Member,
    @NoFields() _body: undefined,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<PasskeyOptionsDto> {
    const options = await this.passkeys.begin(person, relyingPartyOf(request, this.settings));
    return { publicKey: { ...options } };
  }

  @Post()
  @Operation(passkeyOperations.add)
  async add(
    @CurrentPrincipal() { sessionId }: Principal,
    @CurrentPerson() person: Member,
    @Body() body: NewPasskeyDto,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<PasskeyResponseDto> {
    const relyingParty = relyingPartyOf(request, this.settings);
    return { passkey: PasskeyDto.from(await this.passkeys.add(person, sessionId, relyingParty, body, request.ip)) };
  }

  @Patch(':id')
  @Operation(passkeyOperations.rename)
  async rename(
    @CurrentPerson() person: Member,
    @Param('id', ParseIdPipe) id: string,
    @Body() { name }: RenamePasskeyDto,
  ): Promise<PasskeyResponseDto> {
    return { passkey: PasskeyDto.from(await this.passkeys.rename(person, id, name)) };
  }

  @Delete(':id')
  @Operation(passkeyOperations.remove)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Param('id', ParseIdPipe) id: string,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<DeletedDto> {
    await this.passkeys.remove(principal, person, id, request.ip);
    return { deleted: true };
  }
}
