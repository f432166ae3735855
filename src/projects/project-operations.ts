import type { HeaderObject } from '@nestjs/swagger';
import type { OperationOptions } from '../http/operation.decorator';
import { ProjectResponseDto, ProjectListDto } from './dto/project.dto';
import { DeletedDto } from '../http/responses/deleted.dto';

const NEXT_PAGE: HeaderObject = {
  description: 'The next page (RFC 8288, `rel="next"`), relative to the server; absent on the last one.',
  schema: { type: 'string' },
  example: '</api/v1/projects?limit=100&cursor=WyIwMTlhOWYzZSJd>; rel="next"',
};

export const projectOperations = {
  list: {
    id: 'listProjects',
    summary: 'List projects',
    description:
      'All that the API key can see, oldest first. With `limit`, a page of them; the `Link` header then leads to the ' +
      'next page, if there is one. A `cursor` belongs to the list that gave it and stays good while projects come and go.',
    response: ProjectListDto,
    headers: { Link: NEXT_PAGE },
  },
  create: {
    id: 'createProject',
    summary: 'Create a project',
    description:
      'Names need not be unique. An API key that is limited to projects cannot create one (403 `not_grantable`): it ' +
      'could not see what it made. The source language is fixed from now on.',
    status: 201,
    response: ProjectResponseDto,
    errors: ['not_grantable'],
  },
  delete: {
    id: 'deleteProject',
    summary: 'Delete a project',
    description: 'With its keys and translations, for good. A body is ignored. Again: 404.',
    response: DeletedDto,
    errors: ['project_not_found', 'project_busy'],
  },
} satisfies Record<string, OperationOptions>;
