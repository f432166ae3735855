import type { HeaderObject } from '@nestjs/swagger';
import type { OperationOptions } from '../http/operation.decorator';
import { ProjectListDto } from './dto/project-list.dto';
import { ProjectResponseDto } from './dto/project.dto';
import { DeletedDto } from '../http/responses/deleted.dto';
import { EXAMPLE_IDS } from '../common/example-ids';

const PROJECT = {
  id: EXAMPLE_IDS.project,
  name: 'Web shop',
  sourceLanguage: 'en',
  targetLanguages: ['de', 'pt-BR'],
  stringCount: 1240,
};

const NEXT_PAGE: HeaderObject = {
  description: 'The URL of the next page (RFC 8288, `rel="next"`), relative to the server. Absent on the last page.',
  schema: { type: 'string' },
  example: '</api/v1/projects?limit=100&cursor=WyIwMTlhOWYzZSJd>; rel="next"',
};

export const projectOperations = {
  list: {
    id: 'listProjects',
    answer: 'page',
    summary: 'List projects',
    description:
      'Lists all projects that the caller can access, oldest first. With `limit`, the response is one page, and ' +
      'the header `Link` points to the next page, if there is one. A `cursor` is valid only for the list that ' +
      'returned it, and stays valid while projects are created and deleted. With `include=progress`, each project ' +
      'also contains the number of its keys and, for each language, the numbers of keys with and without a text. ' +
      'These counts are exact; they are computed when a project is listed the first time after a change, in a time ' +
      'proportional to the number of its texts.',
    response: ProjectListDto,
    responseExample: { projects: [PROJECT] },
    headers: { Link: NEXT_PAGE },
  },
  create: {
    id: 'createProject',
    answer: 'object',
    summary: 'Create a project',
    description:
      'Names of projects need not be unique. The source language cannot be changed later. A caller that is ' +
      'limited to projects cannot create one (403 `not_grantable`), because it could not access it. A caller that is limited to languages ' +
      'needs all languages of the project (403 `language_not_allowed`).',
    status: 201,
    response: ProjectResponseDto,
    responseExample: { project: { ...PROJECT, stringCount: 0 } },
    errors: ['not_grantable', 'language_not_allowed'],
    writesProject: true,
    entityTag: true,
    idempotent: true,
  },
  delete: {
    id: 'deleteProject',
    answer: 'object',
    summary: 'Delete a project',
    description:
      'Deletes a project for good, together with its keys and translations. A request body is ignored. A second ' +
      'deletion is a 404. A caller that is limited to languages needs all languages of the project (403 `language_not_allowed`).',
    response: DeletedDto,
    errors: ['project_not_found', 'language_not_allowed', 'project_busy'],
    ifMatch: true,
  },
} satisfies Record<string, OperationOptions>;
