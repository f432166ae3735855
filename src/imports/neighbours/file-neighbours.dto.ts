import { ApiProperty } from '@nestjs/swagger';
import { NeighbourDto } from '../../keys/dto/key-context.dto';

/** The keys beside a key in its imported file. */
export class FileNeighboursDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The path of the file; null if no imported file has the key, or the file was imported without a name.',
    example: 'locales/en.json',
  })
  file!: string | null;

  @ApiProperty({ description: 'Whether an imported file has the key. Otherwise the lists are empty.', example: true })
  isInFile!: boolean;

  @ApiProperty({ type: [NeighbourDto], description: 'Up to two keys before it, in the order of the file.' })
  before!: NeighbourDto[];

  @ApiProperty({ type: [NeighbourDto], description: 'Up to two keys after it, in the order of the file.' })
  after!: NeighbourDto[];
}

export class FileNeighboursResponseDto {
  @ApiProperty({ type: FileNeighboursDto })
  neighbours!: FileNeighboursDto;
}
