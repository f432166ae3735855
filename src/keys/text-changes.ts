import type { TextState } from '../project-write/project-changes';
import type { StateOfText, TextId } from '../project-write/stores/translation-store';
import { toLanguageMap } from '../projects/dto/language-map.field';
import type { SentStates } from './dto/states.field';
import type { KeyWithTexts } from './key';

/** The rows that an update of a key writes. */
export class TextChanges {
  readonly inserted: TextState[] = [];
  readonly replaced: TextState[] = [];
  /** Texts that stay, but get a state. */
  readonly confirmed: StateOfText[] = [];
  readonly removed: TextId[] = [];

  /**
   * The update does not change texts that were not read.
   *
   * @param states that the update contains
   * @param sourceLanguage of the project
   */
  constructor(
    private readonly before: KeyWithTexts,
    after: KeyWithTexts,
    states: SentStates | undefined,
    sourceLanguage: string,
  ) {
    const keyId = after.id;
    const confirmed = toLanguageMap(states);
    const [oldSource, newSource] = [before, after].map(({ texts }) => texts.get(sourceLanguage));
    const hasOtherSource = oldSource !== undefined && oldSource.text !== newSource?.text;
    for (const [language, { text, state }] of after.texts) {
      const old = before.texts.get(language);
      if (text !== null && text !== old?.text) {
        (old ? this.replaced : this.inserted).push({ keyId, language, text, state });
      } else if (old && (old.state !== state || (confirmed.has(language) && (old.isOutdated || hasOtherSource))))
        this.confirmed.push({ keyId, language, state });
    }
    for (const language of before.texts.keys()) {
      if (!after.texts.has(language)) this.removed.push({ keyId, language });
    }
  }

  /**
   * Returns the languages of the texts that need the scope `translations:review`: the update sets or takes away their
   * state `reviewed`, or changes a reviewed text that is protected.
   *
   * @param protects whether the project protects reviewed texts
   */
  languagesToReview(protects: boolean): string[] {
    const { inserted, replaced, confirmed, removed } = this;
    const wasReviewed = ({ language }: TextId): boolean => this.before.texts.get(language)?.state === 'reviewed';
    const texts = [
      ...[...inserted, ...replaced, ...confirmed].filter(({ state }) => state === 'reviewed'),
      ...confirmed.filter(wasReviewed),
      ...(protects ? [...replaced, ...removed].filter(wasReviewed) : []),
    ];
    return [...new Set(texts.map(({ language }) => language))];
  }

  get isChange(): boolean {
    return this.inserted.length + this.replaced.length + this.confirmed.length + this.removed.length > 0;
  }
}
