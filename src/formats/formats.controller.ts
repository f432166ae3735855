import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnyApiKey } from '../common/access/access.decorators';
import { Operation } from '../http/operation.decorator';
import { codecs } from '../language-files';
import { FormatDto, type FormatListDto } from './dto/format.dto';
import { formatOperations } from './format-operations';

@ApiTags('Import and export')
@Controller('formats')
export class FormatsController {
  @Get()
  @AnyApiKey()
  @Operation(formatOperations.list)
  list(): FormatListDto {
    return { formats: codecs.map((codec) => FormatDto.from(codec)) };
  }
}
