import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { ProjectsService } from '../projects/projects.service';
import { DeliveryTokensService } from './delivery-tokens.service';
import {
  CreateDeliveryTokenDto,
  DeliveryTokenDto,
  type DeliveryTokenListDto,
  type DeliveryTokenResponseDto,
  type DeliveryUsageDto,
  DeliveryUsageQuery,
  UsageOfDayDto,
} from './dto/delivery-token.dto';
import { releaseOperations } from './release-operations';

@ApiTags('Releases')
@Controller()
export class DeliveryTokensController {
  constructor(private readonly tokens: DeliveryTokensService) {}

  @Get('projects/:id/delivery-tokens')
  @RequireScope('projects:read')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.listTokens)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<DeliveryTokenListDto> {
    return { deliveryTokens: (await this.tokens.list(principal, id)).map((token) => DeliveryTokenDto.from(token)) };
  }

  @Post('projects/:id/delivery-tokens')
  @RequireScope('releases:manage')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.createToken)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() { name }: CreateDeliveryTokenDto,
  ): Promise<DeliveryTokenResponseDto> {
    return { deliveryToken: DeliveryTokenDto.from(await this.tokens.create(principal, id, name)) };
  }

  @Delete('delivery-tokens/:id')
  @RequireScope('releases:manage')
  @ResourceParam(DeliveryTokensService)
  @Operation(releaseOperations.revokeToken)
  async revoke(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.tokens.revoke(principal, id);
    return { deleted: true };
  }

  @Get('projects/:id/delivery-usage')
  @RequireScope('projects:read')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.usage)
  async usage(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() { days }: DeliveryUsageQuery,
  ): Promise<DeliveryUsageDto> {
    return { usage: (await this.tokens.usage(principal, id, days)).map((day) => UsageOfDayDto.from(day)) };
  }
}
