import { ApiProperty } from '@nestjs/swagger';
import type { Project } from '../../project-write/entities/project.entity';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** A project as the response to its creation contains it. */
export class ProjectDto {
  @ApiProperty({
    description: 'The id of the project: a UUID of version 7.',
    example: EXAMPLE_IDS.project,
    format: 'uuid',
  })
  id!: string;

  @ApiProperty({ example: 'Web shop' })
  name!: string;

  @ApiProperty({ description: 'The BCP 47 tag of the language from which texts are translated.', example: 'en' })
  sourceLanguage!: string;

  @ApiProperty({
    description: 'BCP 47 tags in the order in which they were added, without the source language.',
    example: ['de', 'pt-BR'],
    type: [String],
  })
  targetLanguages!: string[];

  @ApiProperty({ description: 'The number of keys.', example: 1240, type: 'integer' })
  stringCount!: number;

  static from(
    project: Pick<Project, 'id' | 'name' | 'sourceLanguage' | 'targetLanguages' | 'stringCount'>,
  ): ProjectDto {
    const { id, name, sourceLanguage, targetLanguages, stringCount } = project;
    return { id, name, sourceLanguage, targetLanguages, stringCount };
  }
}

export class ProjectResponseDto {
  @ApiProperty({ type: ProjectDto })
  project!: ProjectDto;
}
