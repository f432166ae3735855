import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { requireLanguages, requireScopes } from '../common/access/reach';
import type { MachineProviderName } from '../config/machine-provider';
import { Reads } from '../database/reads';
import { TermsInTexts } from '../glossary/terms-in-texts';
import { KeyNeighbours } from '../keys/key-neighbours';
import { FAILURES_OF_ONE_TEXT, type MachineFailure } from '../machine-translation/machine-failure';
import {
  type MachineResult,
  type MachineTranslator,
  MachineTranslators,
} from '../machine-translation/machine-translator';
import type { RequestOptions } from '../machine-translation/provider-requests';
import type { TextContext } from '../machine-translation/providers/provider';
import type { SuggestionsQuery } from './dto/suggestions.query';
import { type KeyToTranslate, MemoryService } from './memory.service';
import type { Suggestion } from './suggestion';
import { termsToUse } from './terms-to-use';

/** A translation by a machine. */
export interface MachineSuggestion {
  text: string;
  kind: 'machine';
  source: string;
  from: { provider: MachineProviderName };
}

/** What is offered for a key. */
export interface SuggestionsOfKey {
  suggestions: (Suggestion | MachineSuggestion)[];
  complete: boolean;
  machine: { provider: MachineProviderName | null; error: MachineFailure | null };
}

/** The texts for which a machine is asked. */
export interface AskOptions extends Pick<RequestOptions, 'isLate'> {
  /** Returns whether it is asked to translate a source text. Default: true. */
  isWanted?: (source: string) => boolean;
}

/** Whether a machine would not translate the next text either. */
export const meetsNextText = (error: MachineFailure | null): boolean =>
  error !== null && !FAILURES_OF_ONE_TEXT.has(error);

/** Earlier translations that a language model is shown. */
const MAX_MEMORY = 3;
/** Milliseconds that a person waits for a provider that is busy or away. */
const PATIENCE_MS = 5_000;

/** Suggestions for a key: of the memory, and of a machine if it is asked. */
@Injectable()
export class KeySuggestions {
  constructor(
    private readonly memory: MemoryService,
    private readonly neighbours: KeyNeighbours,
    private readonly translators: MachineTranslators,
    private readonly terms: TermsInTexts,
    private readonly reads: Reads,
  ) {}

  /**
   * @throws MissingScopeError, LanguageNotAllowedError, and the errors of `MemoryService.ofKey`
   */
  async ofKey(
    principal: Principal,
    id: string,
    query: SuggestionsQuery,
    client: () => AbortSignal,
    { isWanted = () => true, isLate }: AskOptions = {},
  ): Promise<SuggestionsOfKey> {
    // Characters are counted and paid for.
    if (query.machine) {
      requireScopes(principal, 'translations:write');
      requireLanguages(principal, [query.language]);
    }
    const [{ key, suggestions, complete }, translator] = await Promise.all([
      this.memory.ofKey(principal, id, query, client),
      this.translators.of(principal.organizationId),
    ]);
    const { name: provider } = translator;
    if (!query.machine || (key.text !== null && !isWanted(key.text)))
      return { suggestions, complete, machine: { provider, error: null } };
    const waits = { client, isLate };
    const result = await this.translate(translator, principal, { ...key, id }, query.language, suggestions, waits);
    if ('failure' in result) return { suggestions, complete, machine: { provider, error: result.failure } };
    return {
      suggestions: [
        ...suggestions,
        ...(provider
          ? [{ text: result.text, kind: 'machine' as const, source: key.text ?? '', from: { provider } }]
          : []),
      ],
      complete,
      machine: { provider, error: null },
    };
  }

  private async translate(
    translator: MachineTranslator,
    principal: Principal,
    key: KeyToTranslate & { id: string },
    language: string,
    suggestions: readonly Suggestion[],
    { client, isLate }: Pick<RequestOptions, 'isLate'> & { client: () => AbortSignal },
  ): Promise<MachineResult> {
    const { text, sourceLanguage } = key;
    if (text === null || language === sourceLanguage) return { failure: 'not_translatable' };
    const context = translator.readsContext
      ? await this.contextOf(principal, { ...key, language }, suggestions, client)
      : undefined;
    const languages = { source: sourceLanguage, target: language };
    const [result] = await translator.translate(languages, [{ text, context }], {
      signal: client(),
      patienceMs: PATIENCE_MS,
      isLate,
    });
    return result ?? { failure: 'not_translatable' };
  }

  private async contextOf(
    principal: Principal,
    { id, projectId, sourceLanguage, text, language, ...key }: KeyToTranslate & { id: string; language: string },
    suggestions: readonly Suggestion[],
    client: () => AbortSignal,
  ): Promise<TextContext> {
    const found = (await this.neighbours.of(principal, projectId, [id], client)).get(id);
    const neighbours = [...(found?.before ?? []), ...(found?.after ?? [])].flatMap(({ value }) =>
      value === null ? [] : [value],
    );
    const memory = suggestions.slice(0, MAX_MEMORY).map(({ source, text }) => ({ source, translation: text }));
    const project = { id: projectId, organizationId: principal.organizationId, sourceLanguage };
    const terms = await this.reads.run((database) => this.terms.of({ project, text, language }, database), client);
    const { styleNote, name, description, maxLength } = key;
    return { styleNote, name, description, maxLength, neighbours, memory, terms: termsToUse(terms) };
  }
}
