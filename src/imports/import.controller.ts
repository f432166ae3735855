import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { BodyLimit } from '../http/bodies/json-body.guard';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ReadsQuery } from '../http/queries/strict-query.guard';
import { ProjectsService } from '../projects/projects.service';
import { ImportResultDto } from './dto/import-result.dto';
import { importOperation } from './import-operation';
import { ImportService } from './import.service';
import { type Upload, UploadBody } from '../http/bodies/upload';

@ApiTags('Import and export')
@Controller('projects/:id/import')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  @Post()
  @RequireScope('translations:write')
  @ResourceParam(ProjectsService)
  @BodyLimit('none')
  @Operation(importOperation)
  @ReadsQuery()
  async import(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @UploadBody() upload: Upload,
  ): Promise<ImportResultDto> {
    return ImportResultDto.from(await this.imports.run(principal, id, upload));
  }
}
