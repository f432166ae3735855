import { Flag } from '../character-flags';
import type { TextFacts } from '../text-facts';

/** Brackets by kind; brackets of East Asia are of the kind of the ASCII brackets, because texts mix them. */
const KINDS: readonly (readonly [name: string, open: string, close: string])[] = [
  ['round brackets', '(（﹙', ')）﹚'],
  ['square brackets', '[［', ']］'],
  ['braces', '{｛', '}｝'],
  ['lenticular brackets', '【', '】'],
];
const CHANGES = new Map<number, readonly [kind: number, change: number]>(
  KINDS.flatMap(([, open, close], kind) => [
    ...[...open].map((character) => [character.charCodeAt(0), [kind, 1]] as const),
    ...[...close].map((character) => [character.charCodeAt(0), [kind, -1]] as const),
  ]),
);

/** Smileys, and the numbers and letters of lists: `a)`, `1)`. */
const NO_BRACKETS =
  /[:;=8xX][-'^o]?[()[\]]|[()[\]][-^]?[:;=](?!\w)|(?:^|[\s(（,;،、])(?:\p{L}|[\p{N}ivxIVX]{1,4})[)）]/gu;

/** Finds brackets without their counterparts, in a text whose source has all of them. */
export function findUnbalancedBrackets(source: TextFacts, target: TextFacts): string | undefined {
  if (!target.has(Flag.bracket | Flag.brace)) return undefined;
  const found = balance(target.plain);
  const kind = found.findIndex((isBalanced) => !isBalanced);
  if (kind < 0) return undefined;
  const wrong = balance(target.plain.replace(NO_BRACKETS, ' '));
  const expected = balance(source.plain);
  const expectedWithout = balance(source.plain.replace(NO_BRACKETS, ' '));
  const name = KINDS.find((_, index) => {
    return (
      found[index] === false && wrong[index] === false && expected[index] === true && expectedWithout[index] === true
    );
  })?.[0];
  return name === undefined ? undefined : `the ${name} are not balanced`;
}

/** Returns for each kind of brackets whether each one has its counterpart. */
function balance(text: string): boolean[] {
  const depths = KINDS.map(() => 0);
  const balanced = KINDS.map(() => true);
  for (let i = 0; i < text.length; i++) {
    const change = CHANGES.get(text.charCodeAt(i));
    if (!change) continue;
    const depth = (depths[change[0]] ?? 0) + change[1];
    depths[change[0]] = depth;
    if (depth < 0) balanced[change[0]] = false;
  }
  return balanced.map((isBalanced, kind) => isBalanced && depths[kind] === 0);
}
