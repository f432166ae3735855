import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import type { ImportedFile } from './reading/imported-file';
import { KeyIndex } from './reading/packed/imported-keys';
import { getAction, type Rules } from './unit-action';

/** Returns whether a file has a text, by the name of its key. */
export type HoldsText = (name: string, language: string) => boolean;

/** A file has a text, an empty one too, if an import with the options writes it. */
export async function heldTexts(
  { keys, units }: Pick<ImportedFile, 'keys' | 'units'>,
  options: Rules,
  sourceLanguage: string,
): Promise<HoldsText> {
  const yielder = new EventLoopYielder();
  const index = await KeyIndex.of(keys);
  const held = new Map<string, Uint8Array>();
  for (const unit of units) {
    const { key, language } = unit;
    const action = getAction(unit, options, sourceLanguage);
    const ofLanguage = held.get(language) ?? new Uint8Array(keys.length);
    held.set(language, ofLanguage);
    if (action === 'set' || action === 'fill') ofLanguage[key] = 1;
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
  }
  return (name, language) => held.get(language)?.[index.find(name)] === 1;
}
