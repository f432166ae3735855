import { ApiProperty } from '@nestjs/swagger';

export class DeletedDto {
  @ApiProperty({ enum: [true], type: Boolean, example: true })
  deleted!: true;
}
