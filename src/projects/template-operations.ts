import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { TemplateListDto } from './dto/template-list.dto';

export const templateOperations = {
  list: {
    id: 'listTemplates',
    answer: 'page',
    summary: 'List templates',
    description:
      'Lists the imported files that exports have the layout of, by format, namespace and language, 100 per page ' +
      'unless `limit` is given. `nextCursor` is the `cursor` of the next page. An import keeps the last file of each ' +
      'format, namespace and language, up to 8 MiB, unless it has `conflict=keep` and there is a template; `GET /formats` lists the formats that have templates.',
    response: TemplateListDto,
    errors: ['project_not_found', 'unknown_revision'],
  },
  delete: {
    id: 'deleteTemplate',
    answer: 'object',
    summary: 'Delete a template',
    description:
      'Deletes a template; texts stay. Exports that had its layout have the layout of the source language, or the canonical ' +
      'layout, until the next import. A request body is ignored. A second deletion is a 404.',
    response: DeletedDto,
    errors: ['project_not_found', 'template_not_found', 'language_not_allowed', 'project_busy'],
    writesProject: true,
  },
} satisfies Record<string, OperationOptions>;
