import type { OperationOptions } from '../http/operation.decorator';
import { codecs } from '../language-files';
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
} satisfies Record<string, OperationOptions>;
