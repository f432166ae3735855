import { ApiProperty } from '@nestjs/swagger';

/** The response to a deletion. */
export class DeletedDto {
  @ApiProperty({ enum: [true], type: Boolean, example: true })
  deleted!: true;
}
