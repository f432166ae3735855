import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { ChoiceField, IntegerField } from '../../common/validation/fields';
import { validateDto } from '../../common/validation/validate-dto';
import { ASSIGNMENT_TASKS, DEFAULT_TASK } from '../../keys/assignment-task';
import { CheckedKeyWrites, type CheckedWrite } from '../../keys/checked-key-writes';
import { CreateKeyDto } from '../../keys/dto/create-key.dto';
import { MAX_BATCH } from '../../keys/dto/key-batch.dto';
import { ListKeysQuery } from '../../keys/dto/list-keys.query';
import { parseItems } from '../../keys/dto/parse-key-batch';
import { SetTextDto } from '../../keys/dto/set-text.dto';
import type { ListedKey } from '../../keys/key';
import { KeyList } from '../../keys/key-list';
import type { Written } from '../../project-write/project-writer';
import { type ShownKey, summaryOf, withTexts } from '../shown-key';
import { type Arguments, listOf, PROJECT, READS, splitProject, type Tool, type ToolCaller } from '../tool';
import { readShownPage, type ShownPage, withinBytes } from '../tool-result';
import { UndoOffer } from '../undo-offer';
import { KeyDetails } from './key-details';

const DEFAULT_LIMIT = 20;
/** Keys that a call shows whole. */
const MAX_NAMES = 50;

const LIST = { type: 'array', items: { type: 'string' } } as const;
const STRING = { type: 'string' };
const ASSIGNEE = { type: 'string', description: 'Member id: keys assigned to the member' } as const;
const PAGE = { limit: { type: 'integer' }, cursor: STRING } as const;
const STATE = { enum: [...TRANSLATION_STATES], default: 'draft' };
const MIN_REVISION = { type: 'integer', description: 'After a write: its revision' } as const;

/** Keys of a page, with a revision: they have all changes up to it. */
interface KeysShown extends ShownPage {
  revision: number;
}

/** How a call sets texts. */
class WriteDto {
  @ChoiceField(TRANSLATION_STATES, { optional: true, description: 'The state of the texts.', example: 'draft' })
  state: TranslationState = 'draft';

  @IntegerField(0, Number.MAX_SAFE_INTEGER, {
    optional: true,
    description: 'The revision at which the texts were read.',
    example: 57,
  })
  revision?: number;
}

/** Tools that find, show, set and create keys. */
@Injectable()
export class KeyTools {
  constructor(
    private readonly keyList: KeyList,
    private readonly writes: CheckedKeyWrites,
    private readonly details: KeyDetails,
    private readonly undo: UndoOffer,
  ) {}

  readonly tools: readonly Tool[] = [
    {
      name: 'find_keys',
      description: 'Find keys by words of their names or texts, and by filters. With language: with these texts',
      scopes: ['translations:read'],
      properties: {
        project: PROJECT,
        search: STRING,
        namespace: STRING,
        tag: LIST,
        state: { enum: [...TRANSLATION_STATES] },
        outdated: { type: 'boolean' },
        check: { type: 'string', description: 'any, or a code such as icu_syntax' },
        assignee: ASSIGNEE,
        task: { enum: [...ASSIGNMENT_TASKS], description: 'What assignee is to do with the keys. Default: both tasks' },
        language: { ...LIST, description: 'Show these, and filter by them' },
        sort: { enum: ['name', '-updatedAt'] },
        minRevision: MIN_REVISION,
        ...PAGE,
      },
      required: ['project'],
      annotations: READS,
      run: async (sent, caller) => {
        const { project, rest } = splitProject(sent);
        const include = rest.language === undefined ? undefined : 'translations';
        const { items, nextCursor, revision } = await this.page(project, { ...rest, include }, caller);
        return { revision, keys: items, nextCursor };
      },
    },
    {
      name: 'get_keys',
      description:
        'Show keys: texts, states, description, findings, neighbours. A text in "omitted" has no room: ask for fewer languages, or export_file',
      scopes: ['translations:read'],
      properties: {
        project: PROJECT,
        names: { ...LIST, maxItems: MAX_NAMES },
        language: { ...LIST, description: 'Default: all' },
        memory: { type: 'string', description: 'A language: suggest similar texts and terms of the glossary in it' },
        machine: { type: 'boolean', description: 'With memory: also by machine, which costs characters' },
        minRevision: MIN_REVISION,
      },
      required: ['project', 'names'],
      annotations: { ...READS, openWorldHint: true },
      run: async (sent, caller) => {
        const { project, rest } = splitProject(sent);
        const names = listOf(sent, 'names', MAX_NAMES) as readonly string[];
        const list = validateNamed(
          withoutUndefined({
            language: rest.language,
            minRevision: rest.minRevision,
            name: names,
            include: 'translations',
            limit: MAX_NAMES,
          }),
        );
        const { items, nextCursor, revision } = await this.read(project, list, caller);
        const keys = items as ShownKey[];
        return this.details.show(project, { names, keys, hasMore: Boolean(nextCursor), revision }, rest, caller);
      },
    },
    {
      name: 'missing_texts',
      description: 'List the keys without a text in a language, with their source texts: what is left to translate',
      scopes: ['translations:read'],
      properties: {
        project: PROJECT,
        language: STRING,
        namespace: STRING,
        assignee: ASSIGNEE,
        minRevision: MIN_REVISION,
        ...PAGE,
      },
      required: ['project', 'language'],
      annotations: READS,
      run: async (sent, caller) => {
        const { project, rest } = splitProject(sent);
        const { language, ...query } = rest;
        if (typeof language !== 'string') {
          throw new ValidationFailedError([{ pointer: '/language', code: 'wrong_type', detail: 'must be a string' }]);
        }
        const task = query.assignee === undefined ? undefined : DEFAULT_TASK;
        const filter = { ...query, untranslated: language, task };
        const { items, nextCursor, revision } = await this.page(project, filter, caller, 'whole');
        return { revision, keys: items, nextCursor };
      },
    },
    {
      name: 'set_texts',
      description:
        'Set texts of keys. Nothing is written if one breaks: icu_syntax, placeholder_missing, placeholder_unknown. Texts that change get the state',
      scopes: ['translations:write'],
      properties: {
        project: PROJECT,
        texts: {
          type: 'array',
          maxItems: MAX_BATCH,
          items: {
            type: 'object',
            properties: { key: STRING, language: STRING, text: STRING },
            required: ['key', 'language', 'text'],
          },
        },
        state: STATE,
        revision: {
          type: 'integer',
          description: 'Of the answer with these texts: refused if one or its source text changed since',
        },
      },
      required: ['project', 'texts'],
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      run: async (sent, { principal }) => {
        const { project, rest } = splitProject(sent);
        const list = listOf(rest, 'texts', MAX_BATCH);
        const how = writeOf(rest);
        const { items, errors } = parseItems(SetTextDto, list, 'texts', 'arguments');
        if (errors.length > 0) throw new ValidationFailedError(errors);
        return this.written(
          principal,
          project,
          await this.writes.setTexts(principal, project, { texts: items, ...how }),
        );
      },
    },
    {
      name: 'create_keys',
      description: 'Create keys with source texts (value), checked as set_texts checks. Translations get the state',
      scopes: ['keys:write'],
      properties: {
        project: PROJECT,
        keys: {
          type: 'array',
          maxItems: MAX_BATCH,
          items: {
            type: 'object',
            properties: {
              name: STRING,
              value: STRING,
              description: STRING,
              tags: LIST,
              maxLength: { type: 'integer' },
              translations: { type: 'object', description: 'Texts by language' },
            },
            required: ['name', 'value'],
          },
        },
        state: STATE,
      },
      required: ['project', 'keys'],
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      run: async (sent, { principal }) => {
        const { project, rest } = splitProject(sent);
        const list = listOf(rest, 'keys', MAX_BATCH);
        const { state } = writeOf(rest);
        const { items, errors } = parseItems(CreateKeyDto, list, 'keys', 'arguments');
        if (errors.length > 0) throw new ValidationFailedError(errors);
        return this.written(principal, project, await this.writes.create(principal, project, { keys: items, state }));
      },
    },
  ];

  /** Returns what a write did, and how it is undone. */
  private async written(principal: Principal, project: string, written: Written<CheckedWrite>): Promise<object> {
    const { textsSet, statesSet, findings } = written.result;
    return withinBytes({
      revision: Number(written.revision),
      textsSet,
      statesSet,
      ...(findings.length > 0 && { findings }),
      ...(await this.undo.of(principal, project, written)),
    });
  }

  /** @param shows keys whole, with their source texts; by default with texts if they are included */
  private page(project: string, sent: object, caller: ToolCaller, shows?: 'whole'): Promise<KeysShown> {
    const query = validateDto(ListKeysQuery, withoutUndefined({ limit: DEFAULT_LIMIT, ...sent }), 'arguments');
    return this.read(project, query, caller, shows);
  }

  private async read(project: string, query: ListKeysQuery, caller: ToolCaller, shows?: 'whole'): Promise<KeysShown> {
    let revision = '0';
    const { principal, client } = caller;
    const read = async (limit: number): ReturnType<KeyList['page']> => {
      const list = withChanges(query, { limit });
      let page = await this.keyList.page(principal, project, list, client);
      // A first page of which no key was found yet would be read as if there were none.
      if (page.items.length === 0 && page.nextCursor !== null)
        page = await this.keyList.page(principal, project, withChanges(list, { cursor: page.nextCursor }), client);
      ({ revision } = page);
      return page;
    };
    const show = query.include ? withTexts : (listed: ListedKey) => summaryOf(listed, shows);
    const shown = await readShownPage(query.limit, read, show);
    return { ...shown, revision: Number(revision) };
  }
}

/** Returns how a call sets texts. @throws ValidationFailedError */
const writeOf = ({ state, revision }: Arguments): WriteDto =>
  validateDto(WriteDto, withoutUndefined({ state, revision }), 'arguments');

const withoutUndefined = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const withChanges = (query: ListKeysQuery, changes: Partial<ListKeysQuery>): ListKeysQuery =>
  Object.assign(new ListKeysQuery(), query, changes);

/** @throws ValidationFailedError that points into `names` */
function validateNamed(sent: object): ListKeysQuery {
  try {
    return validateDto(ListKeysQuery, sent, 'arguments');
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    const errors = error.options.errors ?? [];
    throw new ValidationFailedError(
      errors.map((field) => ({ ...field, pointer: field.pointer?.replace(/^\/name\b/, '/names') })),
    );
  }
}
