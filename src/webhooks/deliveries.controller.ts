import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { NoFields } from '../http/bodies/no-fields.decorator';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { DeliveriesService } from './deliveries.service';
import { DeliveryDto, type DeliveryResponseDto } from './dto/delivery.dto';
import { webhookOperations } from './webhook-operations';

@ApiTags('Webhooks')
@Controller('deliveries/:id')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Post('redeliver')
  @RequireScope('webhooks:manage')
  @ResourceParam(DeliveriesService)
  @Operation(webhookOperations.redeliver)
  async redeliver(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @NoFields() _body: undefined,
  ): Promise<DeliveryResponseDto> {
    return { delivery: DeliveryDto.from(await this.deliveries.redeliver(principal, id)) };
  }
}
