import { EXAMPLE_IDS } from '../common/example-ids';
import type { OperationOptions } from '../http/operation.decorator';
import { ChangedProjectDto, ProjectDetailsResponseDto } from './dto/project-details.dto';

const WITH_FRENCH = {
  id: EXAMPLE_IDS.project,
  name: 'Web shop',
  sourceLanguage: 'en',
  targetLanguages: ['de', 'pt-BR', 'fr'],
  stringCount: 1240,
  revision: 58,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  protectReviewed: true,
  memory: true,
  styleNote: null,
  languages: [
    { language: 'en', translated: 1240, untranslated: 0 },
    { language: 'de', translated: 1102, untranslated: 138 },
    { language: 'pt-BR', translated: 620, untranslated: 620 },
    { language: 'fr', translated: 0, untranslated: 1240 },
  ],
};

export const projectDetailsOperations = {
  get: {
    id: 'getProject',
    answer: 'object',
    summary: 'Read a project',
    description:
      'Returns a project with its revision and, for each language, the number of keys with and without a text. ' +
      'The `ETag` changes with each change of the project, its keys or its texts.',
    response: ProjectDetailsResponseDto,
    errors: ['project_not_found', 'unknown_revision'],
    conditional: true,
  },
  change: {
    id: 'changeProject',
    answer: 'object',
    summary: 'Change a project',
    description:
      'Renames a project, and adds or removes target languages. Fields that are absent stay as they are. A ' +
      'language is removed together with its texts. To remove a language that the project does not have is a 400 ' +
      '`unknown_language`; to add one that it has changes nothing. The source language cannot be changed or ' +
      'removed. A project has at most 500 languages (400 `limit_exceeded`).',
    response: ChangedProjectDto,
    requestExample: { name: 'Web shop', protectReviewed: true, addLanguages: ['fr'] },
    responseExample: { project: WITH_FRENCH, removedTranslations: 0 },
    errors: ['project_not_found', 'unknown_language', 'language_not_allowed', 'limit_exceeded', 'project_busy'],
    writesProject: true,
    entityTag: true,
    ifMatch: true,
  },
} satisfies Record<string, OperationOptions>;
