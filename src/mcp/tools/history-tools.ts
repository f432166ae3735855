import { Injectable } from '@nestjs/common';
import { validateDto } from '../../common/validation/validate-dto';
import { ChangeItems } from '../../history/change-items';
import { ChangeList } from '../../history/change-list';
import { ChangeDto, ChangeItemDto } from '../../history/dto/change.dto';
import { ListChangesQuery } from '../../history/dto/list-changes.query';
import { ReversalResultDto, UndoDto } from '../../history/dto/reversal.dto';
import { ReversalsService } from '../../history/reversals.service';
import { CHANGE_ACTIONS } from '../../project-write/change-record';
import { ProjectPageQuery } from '../../projects/dto/project-page.query';
import { PROJECT, READS, revisionOf, splitProject, type Tool } from '../tool';
import { readShownPage, withCutTexts, withinBytes } from '../tool-result';
import { UndoOffer } from '../undo-offer';

const DEFAULT_LIMIT = 20;

/** Tools that show changes and undo them. */
@Injectable()
export class HistoryTools {
  constructor(
    private readonly changes: ChangeList,
    private readonly items: ChangeItems,
    private readonly reversals: ReversalsService,
    private readonly offer: UndoOffer,
  ) {}

  readonly tools: readonly Tool[] = [
    {
      name: 'changes',
      description: 'List changes, the newest first; with revision: what that change did, text by text',
      scopes: ['translations:read'],
      properties: {
        project: PROJECT,
        revision: { type: 'integer' },
        since: { type: 'string', description: 'Revision or time' },
        until: { type: 'string' },
        action: { enum: [...CHANGE_ACTIONS] },
        language: { type: 'string' },
        namespace: { type: 'string' },
        limit: { type: 'integer' },
        cursor: { type: 'string' },
      },
      required: ['project'],
      annotations: READS,
      run: async (sent, { principal, client }) => {
        const { project, rest } = splitProject({ limit: DEFAULT_LIMIT, ...sent });
        const { revision, ...query } = rest;
        if (revision === undefined) {
          const filter = validateDto(ListChangesQuery, query, 'arguments');
          const read = (limit: number): ReturnType<ChangeList['page']> =>
            this.changes.page(principal, project, Object.assign(new ListChangesQuery(), filter, { limit }), client);
          const { items, nextCursor } = await readShownPage(filter.limit, read, ChangeDto.from.bind(ChangeDto));
          return { changes: items, nextCursor };
        }
        const page = validateDto(ProjectPageQuery, query, 'arguments');
        let change: object | undefined;
        const read = async (limit: number): ReturnType<ChangeItems['page']> => {
          const query = Object.assign(new ProjectPageQuery(), page, { limit });
          const found = await this.items.page(principal, project, revisionOf(revision), query, client);
          change = ChangeDto.from(found.change);
          return found;
        };
        const { items, nextCursor } = await readShownPage(page.limit, read, (item) => {
          return withCutTexts(ChangeItemDto.from(item)) as object;
        });
        return { change, items, nextCursor };
      },
    },
    {
      name: 'undo',
      description: 'Undo the change of a revision, by a new change. conflict=skip leaves what was changed again since',
      scopes: ['translations:write'],
      properties: {
        project: PROJECT,
        revision: { type: 'integer' },
        conflict: { enum: ['refuse', 'skip'] },
        dryRun: { type: 'boolean' },
      },
      required: ['project', 'revision'],
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      run: async (sent, { principal }) => {
        const { project, rest } = splitProject(sent);
        const { revision: undone, ...options } = rest;
        const undo = validateDto(UndoDto, options, 'arguments');
        const written = await this.reversals.undo(principal, project, revisionOf(undone), undo);
        return withinBytes(
          {
            revision: Number(written.revision),
            ...ReversalResultDto.from(written.result),
            ...(await this.offer.of(principal, project, written)),
          },
          { cutsTexts: true },
        );
      },
    },
  ];
}
