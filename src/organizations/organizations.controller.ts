import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { baseOf } from '../people/client-of-request';
import { pathOf } from '../people/links';
import { type NewApiKeyResponseDto, NewApiKeyDto } from '../api-keys/dto/api-key.dto';
import { CreateApiKeyDto } from '../api-keys/dto/create-api-key.dto';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import {
  type NewOrganizationResponseDto,
  type OrganizationResponseDto,
  OrganizationDto,
  type OrganizationListDto,
} from './dto/organization.dto';
import { CreateOrganizationDto, UpdateOrganizationDto } from './dto/write-organization.dto';
import { organizationOperations } from './organization-operations';
import { OrganizationsService } from './organizations.service';

@ApiTags('Organizations (operator)')
@Controller('organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @RequireScope('organizations:manage')
  @Operation(organizationOperations.list)
  async list(): Promise<OrganizationListDto> {
    const organizations = await this.organizations.list();
    return { organizations: organizations.map((organization) => OrganizationDto.from(organization)) };
  }

  @Post()
  @RequireScope('organizations:manage')
  @Operation(organizationOperations.create)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateOrganizationDto,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ): Promise<NewOrganizationResponseDto> {
    const { organization, welcome, ...first } = await this.organizations.create(principal, body);
    return {
      organization: OrganizationDto.from(organization),
      apiKey: NewApiKeyDto.fromNew(first),
      welcomeLink: baseOf(request, this.settings) + pathOf(welcome),
    };
  }

  @Get(':id')
  @RequireScope('organizations:manage')
  @ResourceParam(OrganizationsService)
  @Operation(organizationOperations.get)
  async get(@Param('id', ParseIdPipe) id: string): Promise<OrganizationResponseDto> {
    return { organization: OrganizationDto.from(await this.organizations.get(id)) };
  }

  @Patch(':id')
  @RequireScope('organizations:manage')
  @ResourceParam(OrganizationsService)
  @Operation(organizationOperations.update)
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: UpdateOrganizationDto,
  ): Promise<OrganizationResponseDto> {
    return { organization: OrganizationDto.from(await this.organizations.update(principal, id, body)) };
  }

  @Delete(':id')
  @RequireScope('organizations:manage')
  @ResourceParam(OrganizationsService)
  @Operation(organizationOperations.delete)
  async delete(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.organizations.delete(principal, id);
    return { deleted: true };
  }

  @Post(':id/api-keys')
  @RequireScope('organizations:manage')
  @ResourceParam(OrganizationsService)
  @Operation(organizationOperations.createApiKey)
  async createApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: CreateApiKeyDto,
  ): Promise<NewApiKeyResponseDto> {
    return { apiKey: NewApiKeyDto.fromNew(await this.organizations.createApiKey(principal, id, body)) };
  }
}
