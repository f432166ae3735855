import { RULES_VERSION } from '../checks/finding';
import { stillIgnored } from '../findings/ignored-findings';
import { hashOf } from '../http/responses/entity-tag';
import { KeyWithTranslationsDto } from './dto/key.dto';
import type { KeyWithTexts } from './key';

/**
 * Returns the hash of the state of a key, from which its entity tag is made: the hash of all that `GET /keys/:id`
 * shows. The findings follow from the texts and the rules, except for whether they are ignored.
 */
export function hashOfKey(key: KeyWithTexts): string {
  const { textsHash } = key;
  if (textsHash !== undefined) {
    const withoutTexts = { ...key, value: null, readTexts: undefined, checks: new Map() };
    return hashOf([KeyWithTranslationsDto.from(withoutTexts), RULES_VERSION, key.ignored, textsHash]);
  }
  const ignored = stillIgnored(key.ignored, key.value, (language) => key.texts.get(language)?.text ?? undefined);
  return hashOf([KeyWithTranslationsDto.from({ ...key, checks: new Map() }), RULES_VERSION, ignored]);
}
