import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ProjectsService } from '../projects/projects.service';
import { NewWebhookDto, type NewWebhookResponseDto, WebhookDto, type WebhookListDto } from './dto/webhook.dto';
import { CreateWebhookDto } from './dto/write-webhook.dto';
import { webhookOperations } from './webhook-operations';
import { WebhooksService } from './webhooks.service';

@ApiTags('Webhooks')
@Controller('projects/:id/webhooks')
export class ProjectWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @RequireScope('webhooks:manage')
  @ResourceParam(ProjectsService)
  @Operation(webhookOperations.list)
  async list(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<WebhookListDto> {
    return { webhooks: (await this.webhooks.list(principal, id)).map((webhook) => WebhookDto.from(webhook)) };
  }

  @Post()
  @RequireScope('webhooks:manage')
  @ResourceParam(ProjectsService)
  @Operation(webhookOperations.create)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: CreateWebhookDto,
  ): Promise<NewWebhookResponseDto> {
    return { webhook: NewWebhookDto.fromNew(await this.webhooks.create(principal, id, body)) };
  }
}
