import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { CountedProject } from '../project-progress';
import type { VisibleProject } from '../../project-write/visible-project';
import { ProjectDto } from './project.dto';

/** The numbers of texts in one language. */
export class LanguageProgressDto {
  @ApiProperty({ description: 'The number of keys with a text in this language.', type: 'integer', example: 1102 })
  translated!: number;

  @ApiProperty({ description: 'The number of keys without a text in this language.', type: 'integer', example: 138 })
  untranslated!: number;

  @ApiProperty({
    description:
      'The percentage of keys with a text, rounded down to one decimal, so that 100 means all of them; 0 for a project without keys.',
    example: 88.8,
  })
  percent!: number;
}

/** The numbers of keys and texts of a project. */
@ApiExtraModels(LanguageProgressDto)
export class ProjectProgressDto {
  @ApiProperty({ description: 'The number of keys.', type: 'integer', example: 1240 })
  keys!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(LanguageProgressDto) },
    description: 'The progress by language: the source language first, then the target languages in their order.',
    example: {
      en: { translated: 1240, untranslated: 0, percent: 100 },
      de: { translated: 1102, untranslated: 138, percent: 88.8 },
      'pt-BR': { translated: 620, untranslated: 620, percent: 50 },
    },
  })
  languages!: Record<string, LanguageProgressDto>;

  static from({ stringCount, sourceLanguage, targetLanguages, translated }: CountedProject): ProjectProgressDto {
    const progress = [sourceLanguage, ...targetLanguages].map((language, index): [string, LanguageProgressDto] => {
      const count = translated[index] ?? 0;
      const percent = stringCount === 0 ? 0 : Math.floor((count * 1_000) / stringCount) / 10;
      return [language, { translated: count, untranslated: stringCount - count, percent }];
    });
    return { keys: stringCount, languages: Object.fromEntries(progress) };
  }
}

/** A project in a list. */
export class ListedProjectDto extends ProjectDto {
  @ApiProperty({ required: false, type: ProjectProgressDto, description: 'Present with `include=progress`.' })
  progress?: ProjectProgressDto;

  static override from(project: VisibleProject & Partial<CountedProject>): ListedProjectDto {
    const { translated } = project;
    if (!translated) return ProjectDto.from(project);
    return { ...ProjectDto.from(project), progress: ProjectProgressDto.from({ ...project, translated }) };
  }
}

export class ProjectListDto {
  @ApiProperty({ type: [ListedProjectDto] })
  projects!: ListedProjectDto[];
}
