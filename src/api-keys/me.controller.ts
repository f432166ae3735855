import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnyApiKey } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ApiKeysService } from './api-keys.service';
import { MeDto } from './dto/me.dto';

@ApiTags('API keys')
@Controller('me')
export class MeController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Get()
  @AnyApiKey()
  @Operation({
    id: 'getMe',
    answer: 'object',
    summary: "Read the caller's API key",
    description:
      "Returns the API key of the request with its scopes and projects, and its organization's plan and rate limit.",
    response: MeDto,
  })
  async get(@CurrentPrincipal() principal: Principal): Promise<MeDto> {
    return MeDto.from(principal, await this.apiKeys.getOwn(principal));
  }
}
