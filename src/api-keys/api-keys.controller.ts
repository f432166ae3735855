import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Addresses, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { DeletedDto } from '../projects/dto/project.dto';
import { ApiKeysService } from './api-keys.service';
import { ApiKeyDto, ApiKeyListDto, NewApiKeyAnswerDto, NewApiKeyDto } from './dto/api-key.dto';
import { CreateApiKeyDto } from './dto/create-api-key.dto';

@ApiTags('API keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Get()
  @RequireScope('api-keys:manage')
  @ApiOperation({
    summary: 'List API keys',
    description:
      'Those of the organization that are not revoked, oldest first; expired ones too. ' +
      'An API key that is limited to projects sees those that are limited to the same or some of them.',
  })
  @ApiOkResponse({ type: ApiKeyListDto })
  async list(@CurrentPrincipal() principal: Principal): Promise<ApiKeyListDto> {
    return { apiKeys: (await this.apiKeys.list(principal)).map((apiKey) => ApiKeyDto.from(apiKey)) };
  }

  @Post()
  @RequireScope('api-keys:manage')
  @ApiOperation({
    summary: 'Create an API key',
    description:
      'The answer holds the secret, which is shown nowhere else. Scopes and projects must be within those of the ' +
      "caller's own API key (403 `not_grantable`); `organizations:manage` can only be granted by an operator.",
  })
  @ApiCreatedResponse({ type: NewApiKeyAnswerDto })
  async create(@CurrentPrincipal() principal: Principal, @Body() body: CreateApiKeyDto): Promise<NewApiKeyAnswerDto> {
    return { apiKey: NewApiKeyDto.fromNew(await this.apiKeys.create(principal, body)) };
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @RequireScope('api-keys:manage')
  @Addresses(ApiKeysService)
  @ApiOperation({
    summary: 'Give an API key a new secret',
    description:
      'The old secret is dead at once (on other replicas within 5 s); all else stays, an expiry too. ' +
      "Refused (403 `not_grantable`) where the API key can do more than the caller's own.",
  })
  @ApiOkResponse({ type: NewApiKeyAnswerDto })
  async rotate(@CurrentPrincipal() principal: Principal, @Param('id') id: string): Promise<NewApiKeyAnswerDto> {
    return { apiKey: NewApiKeyDto.fromNew(await this.apiKeys.rotate(principal, id)) };
  }

  @Delete(':id')
  @RequireScope('api-keys:manage')
  @Addresses(ApiKeysService)
  @ApiOperation({
    summary: 'Revoke an API key',
    description: 'For good, at once (on other replicas within 5 s). It may be the one that the request is made with.',
  })
  @ApiOkResponse({ type: DeletedDto })
  async revoke(@CurrentPrincipal() principal: Principal, @Param('id') id: string): Promise<DeletedDto> {
    await this.apiKeys.revoke(principal, id);
    return { deleted: true };
  }
}
