import { ApiProperty } from '@nestjs/swagger';
import { CrossField, CrossFieldEntries } from '../../common/validation/constraint';
import { LanguageListField } from '../../common/validation/domain-fields';
import { BooleanField, StringField } from '../../common/validation/fields';
import { displayNameRules, styleNoteRules } from '../../common/validation/text-rules';
import { ProjectDto } from './project.dto';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import type { ProjectDetails } from '../project-details';

const PROTECT_REVIEWED =
  'Whether a text with the state `reviewed` is changed only with the scope `translations:review`. The deletion of a key or of a ' +
  'language removes its reviewed texts too, and needs no further scope.';

const MEMORY =
  'Whether the texts of the project are in the translation memory of the organization, from which suggestions are made.';

const STYLE_NOTE =
  'How the texts of the project are to be written, for example their tone and form of address: at most 1,000 characters. ' +
  'A language model that translates receives it as data.';

/** The progress of one language. */
export class LanguageCountDto {
  @ApiProperty({ description: 'The language tag.', example: 'de' })
  language!: string;

  @ApiProperty({ description: 'The number of keys with a text in this language.', type: 'integer', example: 1102 })
  translated!: number;

  @ApiProperty({ description: 'The number of keys without a text in this language.', type: 'integer', example: 138 })
  untranslated!: number;
}

/** A project with its revision and the progress of its languages. */
export class ProjectDetailsDto extends ProjectDto {
  @ApiProperty({ description: 'A number that each change of the project raises by one.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({ format: 'date-time', description: 'The time of its creation.' })
  createdAt!: Date;

  @ApiProperty({
    format: 'date-time',
    description: 'The time of the last change of the project, its keys or its texts.',
  })
  updatedAt!: Date;

  @ApiProperty({
    description: PROTECT_REVIEWED,
    example: false,
  })
  protectReviewed!: boolean;

  @ApiProperty({ description: MEMORY, example: true })
  memory!: boolean;

  @ApiProperty({ type: String, nullable: true, description: STYLE_NOTE, example: null })
  styleNote!: string | null;

  @ApiProperty({
    type: [LanguageCountDto],
    description: 'The source language first, then the target languages in their order.',
    example: [
      { language: 'en', translated: 1240, untranslated: 0 },
      { language: 'de', translated: 1102, untranslated: 138 },
      { language: 'pt-BR', translated: 620, untranslated: 620 },
    ],
  })
  languages!: LanguageCountDto[];

  static override from({ translated, ...project }: ProjectDetails): ProjectDetailsDto {
    const languages = [project.sourceLanguage, ...project.targetLanguages].map((language) => {
      const count = translated.get(language) ?? 0;
      return { language, translated: count, untranslated: project.stringCount - count };
    });
    const { createdAt, updatedAt, protectReviewed, memory, styleNote } = project;
    const revision = Number(project.revision);
    return {
      ...ProjectDto.from(project),
      revision,
      createdAt,
      updatedAt,
      protectReviewed,
      memory,
      styleNote,
      languages,
    };
  }
}

export class ProjectDetailsResponseDto {
  @ApiProperty({ type: ProjectDetailsDto })
  project!: ProjectDetailsDto;
}

export class ChangedProjectDto extends ProjectDetailsResponseDto {
  @ApiProperty({
    description: 'The number of texts that were removed with their languages.',
    type: 'integer',
    example: 0,
  })
  removedTranslations!: number;
}

/** Changes of a project. Absent fields stay as they are. */
@CrossField<ChangeProjectDto>({
  code: 'required',
  isValid: ({ name, protectReviewed, memory, styleNote, addLanguages, removeLanguages }) =>
    [name, protectReviewed, memory, styleNote, addLanguages, removeLanguages].some((value) => value !== undefined),
  detail: 'at least one field to change',
})
@CrossFieldEntries<ChangeProjectDto>('removeLanguages', ({ addLanguages = [], removeLanguages = [] }) =>
  removeLanguages.flatMap((language, entry) =>
    addLanguages.includes(language) ? [{ entry, code: 'not_allowed', detail: 'is in addLanguages too' }] : [],
  ),
)
export class ChangeProjectDto {
  @StringField(displayNameRules, { optional: true, description: 'The new name.', example: 'Web shop' })
  name?: string;

  @BooleanField({
    optional: true,
    description: PROTECT_REVIEWED,
    example: true,
  })
  protectReviewed?: boolean;

  @BooleanField({ optional: true, description: MEMORY, example: false })
  memory?: boolean;

  @StringField(styleNoteRules, {
    optional: true,
    nullable: true,
    description: `${STYLE_NOTE} Null, or only white space, removes it.`,
    example: 'Friendly and short. Address the reader informally.',
  })
  styleNote?: string | null;

  @LanguageListField({
    optional: true,
    max: MAX_LANGUAGES,
    description: 'Target languages to add. Languages that the project already has stay.',
    example: ['fr'],
  })
  addLanguages?: string[];

  @LanguageListField({
    optional: true,
    max: MAX_LANGUAGES,
    description: 'Target languages to remove, together with their texts, reviewed ones too.',
    example: ['pt-BR'],
  })
  removeLanguages?: string[];
}
