import { Module } from '@nestjs/common';
import { ReleasesModule } from '../releases/releases.module';
import { DeliveryController } from './delivery.controller';
import { DeliveryFiles } from './delivery-files';
import { DeliveryLimits } from './delivery-limits';
import { DeliveryService } from './delivery.service';
import { DeliveryUsageLog } from './delivery-usage-log';
import { HotDelivery } from './hot-delivery';
import { ServedChannels } from './served-channels';

/** Delivers the files of releases to applications, without an API key. */
@Module({
  imports: [ReleasesModule],
  controllers: [DeliveryController],
  providers: [DeliveryFiles, DeliveryLimits, DeliveryService, DeliveryUsageLog, HotDelivery, ServedChannels],
  exports: [HotDelivery, DeliveryFiles],
})
export class DeliveryModule {}
