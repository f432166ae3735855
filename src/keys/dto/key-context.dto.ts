import { ApiProperty } from '@nestjs/swagger';
import { FoundTermDto } from '../../glossary/dto/found-term.dto';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** A key beside another one. */
export class NeighbourDto {
  @ApiProperty({ description: 'The id of the key.', format: 'uuid', example: EXAMPLE_IDS.key })
  id!: string;

  @ApiProperty({ description: 'The first 200 characters of the name of the key.', example: 'home.subtitle' })
  name!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The first 200 characters of its source text; null if the key has none.',
    example: 'New every day',
  })
  value!: string | null;
}

/** What helps to translate a key, beside the key itself. */
export class KeyContextDto {
  @ApiProperty({ type: [NeighbourDto], description: 'Up to two keys before it, in the order of the names.' })
  before!: NeighbourDto[];

  @ApiProperty({ type: [NeighbourDto], description: 'Up to two keys after it, in the order of the names.' })
  after!: NeighbourDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The source text for which the text of `language` was written or confirmed last; null if the text is not outdated, or if the ' +
      'history does not reach back so far.',
    example: 'Welcome back',
  })
  source!: string | null;

  @ApiProperty({
    type: [FoundTermDto],
    description:
      'The terms of the glossary in the source text, in its order: at most 50, of its first 20,000 characters.',
  })
  terms!: FoundTermDto[];
}

export class KeyContextResponseDto {
  @ApiProperty({ type: KeyContextDto })
  context!: KeyContextDto;
}
