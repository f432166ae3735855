import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { Bootstrap } from './bootstrap';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsService } from './organizations.service';

@Module({
  imports: [ApiKeysModule],
  controllers: [OrganizationsController],
  providers: [Bootstrap, OrganizationsService],
})
export class OrganizationsModule {}
