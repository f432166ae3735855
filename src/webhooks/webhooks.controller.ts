import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { NoFields } from '../http/bodies/no-fields.decorator';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { DeliveriesService } from './deliveries.service';
import { DeliveryDto, DeliveryListDto, type DeliveryResponseDto } from './dto/delivery.dto';
import { ListDeliveriesQuery } from './dto/list-deliveries.query';
import { NewWebhookDto, type NewWebhookResponseDto, WebhookDto, type WebhookResponseDto } from './dto/webhook.dto';
import { ChangeWebhookDto } from './dto/write-webhook.dto';
import { webhookOperations } from './webhook-operations';
import { WebhooksService } from './webhooks.service';

@ApiTags('Webhooks')
@Controller('webhooks/:id')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get()
  @RequireScope('webhooks:manage')
  @ResourceParam(WebhooksService)
  @Operation(webhookOperations.get)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<WebhookResponseDto> {
    return { webhook: WebhookDto.from(await this.webhooks.get(principal, id)) };
  }

  @Patch()
  @RequireScope('webhooks:manage')
  @ResourceParam(WebhooksService)
  @Operation(webhookOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: ChangeWebhookDto,
  ): Promise<WebhookResponseDto> {
    return { webhook: WebhookDto.from(await this.webhooks.change(principal, id, body)) };
  }

  @Delete()
  @RequireScope('webhooks:manage')
  @ResourceParam(WebhooksService)
  @Operation(webhookOperations.delete)
  async delete(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.webhooks.delete(principal, id);
    return { deleted: true };
  }

  @Post('rotate')
  @RequireScope('webhooks:manage')
  @ResourceParam(WebhooksService)
  @Operation(webhookOperations.rotate)
  async rotate(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @NoFields() _body: undefined,
  ): Promise<NewWebhookResponseDto> {
    return { webhook: NewWebhookDto.fromNew(await this.webhooks.rotate(principal, id)) };
  }

  @Post('test')
  @RequireScope('webhooks:manage')
  @ResourceParam(WebhooksService)
  @Operation(webhookOperations.test)
  async test(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @NoFields() _body: undefined,
  ): Promise<DeliveryResponseDto> {
    return { delivery: DeliveryDto.from(await this.deliveries.test(principal, id)) };
  }

  @Get('deliveries')
  @RequireScope('webhooks:manage')
  @ResourceParam(WebhooksService)
  @Operation(webhookOperations.deliveries)
  async listDeliveries(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListDeliveriesQuery,
  ): Promise<DeliveryListDto> {
    return DeliveryListDto.from(await this.deliveries.page(principal, id, query));
  }
}
