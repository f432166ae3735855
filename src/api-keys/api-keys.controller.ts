import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { NoFields } from '../http/bodies/no-fields.decorator';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { apiKeyOperations } from './api-key-operations';
import { ApiKeysService } from './api-keys.service';
import {
  ApiKeyDto,
  type ApiKeyListDto,
  type ApiKeyResponseDto,
  type NewApiKeyResponseDto,
  NewApiKeyDto,
} from './dto/api-key.dto';
import { ChangeApiKeyDto } from './dto/change-api-key.dto';
import { CreateApiKeyDto } from './dto/create-api-key.dto';

@ApiTags('API keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Get()
  @RequireScope('api-keys:manage')
  @Operation(apiKeyOperations.list)
  async list(@CurrentPrincipal() principal: Principal): Promise<ApiKeyListDto> {
    return { apiKeys: (await this.apiKeys.list(principal)).map((apiKey) => ApiKeyDto.from(apiKey)) };
  }

  @Post()
  @RequireScope('api-keys:manage')
  @Operation(apiKeyOperations.create)
  async create(@CurrentPrincipal() principal: Principal, @Body() body: CreateApiKeyDto): Promise<NewApiKeyResponseDto> {
    return { apiKey: NewApiKeyDto.fromNew(await this.apiKeys.create(principal, body)) };
  }

  @Patch(':id')
  @RequireScope('api-keys:manage')
  @ResourceParam(ApiKeysService)
  @Operation(apiKeyOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: ChangeApiKeyDto,
  ): Promise<ApiKeyResponseDto> {
    return { apiKey: ApiKeyDto.from(await this.apiKeys.change(principal, id, body)) };
  }

  @Post(':id/rotate')
  @RequireScope('api-keys:manage')
  @ResourceParam(ApiKeysService)
  @Operation(apiKeyOperations.rotate)
  async rotate(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @NoFields() _body: undefined,
  ): Promise<NewApiKeyResponseDto> {
    return { apiKey: NewApiKeyDto.fromNew(await this.apiKeys.rotate(principal, id)) };
  }

  @Delete(':id')
  @RequireScope('api-keys:manage')
  @ResourceParam(ApiKeysService)
  @Operation(apiKeyOperations.revoke)
  async revoke(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.apiKeys.revoke(principal, id);
    return { deleted: true };
  }
}
