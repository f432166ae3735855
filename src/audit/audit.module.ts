import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module';
import { AuditController } from './audit.controller';
import { AuditExpiry } from './audit-expiry';
import { AuditService } from './audit.service';

@Module({
  imports: [BackgroundModule],
  controllers: [AuditController],
  providers: [AuditExpiry, AuditService],
})
export class AuditModule {}
