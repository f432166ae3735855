import { adapt } from './adapt';
import { type DiffPart, diffOf } from './diff';
import { shownMatch } from './match';
import type { Match, TranslationRow } from './memory-rows';
import type { TokenizedText, Tokenizer } from './tokens';

/** A translation that is offered for a text. */
export interface Suggestion {
  text: string;
  kind: 'memory';
  match: number;
  /** Whether numbers, placeholders or tags of the text were put into it. */
  adapted: boolean;
  /** The text of which it is a translation. */
  source: string;
  /** From `source` to the text. */
  diff: DiffPart[];
  from: { projectId: string; projectName: string; keyId: string; name: string; reviewed: boolean; at: Date };
}

/** @param target takes apart texts of the target language */
export function suggestionOf(
  { match, tokens, reviewed, at, source }: Match,
  { projectId, projectName, keyId, name, text }: TranslationRow,
  wanted: TokenizedText,
  { from, to }: { from: string; to: string },
  target: Tokenizer,
): Suggestion {
  const adapted = adapt({ source: tokens, target: text, wanted, languages: { source: from, target: to } }, target);
  return {
    text: adapted ?? text,
    kind: 'memory',
    match: shownMatch(match),
    adapted: adapted !== undefined,
    source,
    diff: diffOf(tokens, wanted),
    from: { projectId, projectName, keyId, name, reviewed, at },
  };
}
