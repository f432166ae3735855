import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import type { DeletedDto } from '../http/responses/deleted.dto';
import {
  OrganizationProviderDto,
  type MachineProviderResponseDto,
  type OptionalMachineProviderResponseDto,
} from './dto/machine-provider.dto';
import { SetMachineProviderDto } from './dto/set-machine-provider.dto';
import { machineTranslationOperations } from './machine-translation-operations';
import { OrganizationProviders } from './organization-providers';

/** The provider that an organization sets up for itself. */
@ApiTags('Translation memory')
@Controller('machine-translation/provider')
export class MachineProviderController {
  constructor(private readonly providers: OrganizationProviders) {}

  @Get()
  @RequireScope('members:manage')
  @Operation(machineTranslationOperations.getProvider)
  async get(@CurrentPrincipal() { organizationId }: Principal): Promise<OptionalMachineProviderResponseDto> {
    const provider = await this.providers.get(organizationId);
    return { machineProvider: provider ? OrganizationProviderDto.from(provider) : null };
  }

  @Put()
  @RequireScope('members:manage')
  @Operation(machineTranslationOperations.setProvider)
  async set(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SetMachineProviderDto,
  ): Promise<MachineProviderResponseDto> {
    return { machineProvider: OrganizationProviderDto.from(await this.providers.set(principal, body)) };
  }

  @Delete()
  @RequireScope('members:manage')
  @Operation(machineTranslationOperations.removeProvider)
  async remove(@CurrentPrincipal() principal: Principal): Promise<DeletedDto> {
    await this.providers.remove(principal);
    return { deleted: true };
  }
}
