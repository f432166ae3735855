import { createHash } from 'node:crypto';
import { SourceText } from './check-text';
import { SOUND_TEXTS } from './contract/sound-texts.contract';
import { TRUE_FINDINGS } from './contract/true-findings.contract';
import { RULES_VERSION } from './finding';

/**
 * Digests of what each version of the rules finds. When this test fails because rules find something else, raise
 * `RULES_VERSION`, so that projects are checked again, and add its digest.
 */
const DIGESTS: Readonly<Record<number, string>> = {
  1: 'e3627c475644297a',
};

const MAX_LENGTH = 30;

it('the version of the rules changes with what they find', () => {
  expect({ version: RULES_VERSION, digest: digestOfFindings() }).toEqual({
    version: RULES_VERSION,
    digest: DIGESTS[RULES_VERSION],
  });
});

/** Compares each source text of the fixtures with the translations of all. */
function digestOfFindings(): string {
  const fixtures = Object.values(TRUE_FINDINGS).flat();
  const sound = Object.entries(SOUND_TEXTS).flatMap(([source, translations]) =>
    Object.entries(translations).map(([language, text]) => [source, language, text] as const),
  );
  const pairs = [...fixtures, ...sound];
  const digest = createHash('sha256');
  for (const source of new Set(pairs.map(([text]) => text))) {
    const original = new SourceText({ language: 'en', text: source });
    for (const [, language, text] of pairs)
      digest.update(JSON.stringify(original.check({ language, text }, MAX_LENGTH)));
  }
  return digest.digest('hex').slice(0, 16);
}
