import { ApiProperty } from '@nestjs/swagger';

/** The part that all pages of lists have in common. */
export class PageDto {
  @ApiProperty({
    description: 'The `cursor` of the next page; null on the last page.',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: string | null;
}
