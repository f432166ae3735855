import { findIssue, translationRules } from '../../common/validation/text-rules';
import { Message } from '../../checks/message';
import { isMessageForm } from '../../language-files/messages';
import { findBroken } from './find-broken';
import { type FormPart, formsOf, type FormTree, leavesOf, printForms } from './forms';
import { hasWords, type Markup, readMarkup, toMarkup } from './markup';
import { maskForm, type MaskedForm } from './masks';

/** Sentences and words that cannot be translated have the place of their form only. */
interface ProtectedForm {
  masked: MaskedForm;
  /** The index of its text to translate. */
  place?: number;
}

/** A translation, or its problems. */
export type Restored = { text: string } | { problems: string[] };

/** A text whose placeholders, tags and syntax a provider must keep. */
export class ProtectedText {
  /** The texts that a provider receives. */
  readonly texts: readonly string[];

  private constructor(
    private readonly source: string,
    private readonly languages: { source: string; target: string },
    private readonly markup: Markup,
    private readonly tree: FormTree,
    private readonly forms: readonly ProtectedForm[],
    texts: ReadonlyMap<string, number>,
  ) {
    this.texts = [...texts.keys()];
  }

  /** @returns undefined for a text that has no words, or cannot be protected */
  static of(source: string, languages: { source: string; target: string }, markup: Markup): ProtectedText | undefined {
    const tree = treeOf(source, languages);
    if (!tree) return undefined;
    const texts = new Map<string, number>();
    const forms: ProtectedForm[] = [];
    for (const { parts } of leavesOf(tree)) {
      const masked = maskForm(parts);
      if (!masked) return undefined;
      if (!hasWords(masked)) {
        forms.push({ masked });
        continue;
      }
      const text = toMarkup(masked, markup);
      const place = texts.get(text) ?? texts.size;
      texts.set(text, place);
      forms.push({ masked, place });
    }
    return texts.size === 0 ? undefined : new ProtectedText(source, languages, markup, tree, forms, texts);
  }

  /** Puts the protected parts back. @param translations of `texts`, in their order */
  restore(translations: readonly string[]): Restored {
    const restored: (readonly FormPart[])[] = [];
    for (const { masked, place } of this.forms) {
      const parts =
        place === undefined
          ? masked.flatMap((part) => (typeof part === 'string' ? [part] : part.parts))
          : readMarkup(translations[place] ?? '', masked, this.markup);
      if (!parts) return { problems: ['an element is missing, is there twice, or was changed'] };
      restored.push(parts);
    }
    let next = 0;
    const text = this.print(() => restored[next++] ?? []);
    if (text.trim() === '') return { problems: ['a translation is empty'] };
    if (findIssue(translationRules, text)) {
      return { problems: ['a translation is too long, or has a character that cannot be stored'] };
    }
    const problems = findBroken(this.languages, this.source, text);
    return problems.length === 0 ? { text } : { problems };
  }

  private print(next: () => readonly FormPart[]): string {
    if (isIcu(this.source)) return printForms(this.tree, next);
    return next()
      .map((part) => (typeof part === 'string' ? part : part.code))
      .join('');
  }
}

const isIcu = (text: string): boolean => {
  const message = new Message(text);
  return message.isIcu && isMessageForm(message.icu);
};

function treeOf(text: string, languages: { source: string; target: string }): FormTree | undefined {
  if (isIcu(text)) return formsOf(text, languages);
  // A choice of Fluent has texts that are not told from its syntax.
  if (/\{[^{}]*->/.test(text)) return undefined;
  return { form: { parts: [text], isInPlural: false } };
}
