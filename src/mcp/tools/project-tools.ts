import { Injectable } from '@nestjs/common';
import { validateDto } from '../../common/validation/validate-dto';
import { ListFindingsQuery } from '../../findings/dto/list-findings.query';
import { FindingList } from '../../findings/finding-list';
import { ListProjectsQuery } from '../../projects/dto/list-projects.query';
import { ProjectsService } from '../../projects/projects.service';
import type { VisibleProject } from '../../project-write/visible-project';
import { StatisticsDto } from '../../review/dto/statistics.dto';
import { StatisticsQuery } from '../../review/dto/statistics.query';
import { StatisticsService } from '../../review/statistics.service';
import { type ListedMember, ProjectMembers } from '../project-members';
import { PROJECT, READS, splitProject, type Tool } from '../tool';
import { readShownPage } from '../tool-result';

const DEFAULT_LIMIT = 50;

const show = ({ id, name, sourceLanguage, targetLanguages, stringCount, revision }: VisibleProject): object => ({
  id,
  name,
  sourceLanguage,
  targetLanguages,
  keys: stringCount,
  revision: Number(revision),
});

/** Tools that tell what projects there are, and how far they are translated. */
@Injectable()
export class ProjectTools {
  constructor(
    private readonly projects: ProjectsService,
    private readonly statistics: StatisticsService,
    private readonly findings: FindingList,
    private readonly members: ProjectMembers,
  ) {}

  readonly tools: readonly Tool[] = [
    {
      name: 'list_projects',
      description: 'List the projects',
      scopes: ['projects:read'],
      properties: { limit: { type: 'integer' }, cursor: { type: 'string' } },
      required: [],
      annotations: READS,
      run: async (sent, { principal, client }) => {
        const query = validateDto(ListProjectsQuery, { limit: DEFAULT_LIMIT, ...sent }, 'arguments');
        const read = async (limit: number): Promise<{ items: readonly VisibleProject[]; nextCursor?: string }> => {
          const { projects, nextCursor } = await this.projects.list(principal, { ...query, limit }, client);
          return { items: projects, nextCursor };
        };
        const { items, nextCursor } = await readShownPage(query.limit ?? DEFAULT_LIMIT, read, show);
        return { projects: items, nextCursor };
      },
    },
    {
      name: 'project_status',
      description:
        'Progress per language: texts by state, untranslated keys, open findings of the checks; members by id',
      scopes: ['projects:read'],
      properties: { project: PROJECT },
      required: ['project'],
      annotations: READS,
      run: async (sent, { principal, client }) => {
        const { project: id } = splitProject(sent);
        const project = await this.projects.get(principal, id);
        const statistics = await this.statistics.get(principal, id, new StatisticsQuery(), client);
        const { keys, words, languages } = StatisticsDto.from({ ...statistics, by: undefined });
        const findings: Record<string, number> = {};
        let members: ListedMember[] = [];
        if (principal.scopes.has('translations:read')) {
          const { counts } = await this.findings.page(
            principal,
            id,
            validateDto(ListFindingsQuery, { limit: 1 }, 'arguments'),
            client,
          );
          for (const { language, count } of counts) findings[language] = (findings[language] ?? 0) + count;
          members = await this.members.list(principal, project.id);
        }
        return { ...show(project), keys, words, languages, findings, members };
      },
    },
  ];
}
