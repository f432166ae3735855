import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnyApiKey } from '../common/access/access.decorators';
import { Operation } from '../http/operation.decorator';
import { codecs } from '../language-files';
import { detectFiles } from './detect-files';
import { DetectedFileListDto, DetectFilesDto } from './dto/file-detection.dto';
import { FormatDto, FormatListDto } from './dto/format.dto';
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

  @Post('detect')
  @AnyApiKey()
  @Operation(formatOperations.detect)
  async detect(@Body() body: DetectFilesDto): Promise<DetectedFileListDto> {
    return { files: await detectFiles(body) };
  }
}
