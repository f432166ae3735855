import type { OperationOptions } from '../http/operation.decorator';
import { ChangedProjectDto, ProjectDetailsResponseDto } from './dto/project-details.dto';

export const projectDetailsOperations = {
  get: {
    id: 'getProject',
    summary: 'Read a project',
    description: 'With its revision, and how many keys have a text in each language.',
    response: ProjectDetailsResponseDto,
    errors: ['project_not_found'],
  },
  change: {
    id: 'changeProject',
    summary: 'Change a project',
    description:
      'Renames it, adds and removes target languages. What is absent stays. A language goes with all its texts; ' +
      'removing one that the project does not have is a 400 `unknown_language`, adding one that it has changes nothing. ' +
      'The source language can be neither changed nor removed. At most 500 languages (400 `limit_exceeded`).',
    response: ChangedProjectDto,
    errors: ['project_not_found', 'unknown_language', 'limit_exceeded', 'project_busy'],
  },
} satisfies Record<string, OperationOptions>;
