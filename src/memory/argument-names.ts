import { literalSpans } from '../language-files/messages';

/** The name of an argument of an ICU message, in its syntax. */
const NAME = /(?<=\{\s*)[^\s{},'#]+(?=\s*[,}])/g;

interface Named {
  /** The message between the names of its arguments. */
  parts: readonly string[];
  names: readonly string[];
}

/**
 * Puts the arguments of an ICU message into the translation of another one, which differs in their names only.
 *
 * @returns undefined if the messages differ in more or in nothing, or if the translation has an argument that its source text lacks
 */
export function withArgumentsOf(source: string, target: string, wanted: string): string | undefined {
  const [from, to, translated] = [namesIn(source), namesIn(wanted), namesIn(target)];
  if (!from || !to || !translated || source === wanted) return undefined;
  if (from.parts.length !== to.parts.length || from.parts.some((part, place) => part !== to.parts[place]))
    return undefined;
  const renamed = new Map<string, string>();
  for (const [place, name] of from.names.entries()) {
    const other = to.names[place] ?? name;
    if ((renamed.get(name) ?? other) !== other) return undefined;
    renamed.set(name, other);
  }
  const isReversible = new Set(renamed.values()).size === renamed.size;
  if (!isReversible || translated.names.some((name) => !renamed.has(name))) return undefined;
  return translated.parts.map((part, place) => part + (renamed.get(translated.names[place] ?? '') ?? '')).join('');
}

/** @returns undefined if the text is no well-formed message */
function namesIn(text: string): Named | undefined {
  const literals = literalSpans(text);
  if (!Array.isArray(literals)) return undefined;
  const parts: string[] = [];
  const names: string[] = [];
  let from = 0;
  let syntax = 0;
  for (const { start, end } of [...literals, { start: text.length, end: text.length }]) {
    for (const { index, 0: name } of text.slice(syntax, start).matchAll(NAME)) {
      parts.push(text.slice(from, syntax + index));
      names.push(name);
      from = syntax + index + name.length;
    }
    syntax = end;
  }
  parts.push(text.slice(from));
  return { parts, names };
}
