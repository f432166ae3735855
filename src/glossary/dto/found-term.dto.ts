import { ApiProperty, PickType } from '@nestjs/swagger';
import { TermDto } from './term.dto';

/** A term of the glossary that a source text has. */
export class FoundTermDto extends PickType(TermDto, [
  'id',
  'term',
  'language',
  'definition',
  'partOfSpeech',
  'caseSensitive',
  'doNotTranslate',
  'forbidden',
] as const) {
  @ApiProperty({ description: 'The term as it stands in the text.', example: 'invoices' })
  found!: string;

  @ApiProperty({
    type: [String],
    description: 'The translations into `language`, the preferred one first.',
    example: ['Rechnung', 'Faktura'],
  })
  translations!: readonly string[];
}
