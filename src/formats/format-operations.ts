import type { OperationOptions } from '../http/operation.decorator';
import { codecs } from '../language-files';
import { DetectedFileListDto } from './dto/file-detection.dto';
import { FormatDto, FormatListDto } from './dto/format.dto';

export const formatOperations = {
  list: {
    id: 'listFormats',
    answer: 'object',
    summary: 'List file formats',
    description: 'Lists the formats of imports and exports, with what each of them can represent and what it loses.',
    response: FormatListDto,
    responseExample: {
      formats: codecs.filter(({ id }) => id === 'json' || id === 'po').map((codec) => FormatDto.from(codec)),
    },
  },
  detect: {
    id: 'detectFiles',
    answer: 'page',
    summary: 'Detect the formats and languages of files',
    description:
      'Detects from their paths and the starts of their contents what an import of the files in one zip would read. A file has no format if the start that is sent is not of the format that its name has.',
    response: DetectedFileListDto,
  },
} satisfies Record<string, OperationOptions>;
