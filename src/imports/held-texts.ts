import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import type { ImportedFile } from './reading/imported-file';
import { KeyIndex } from './reading/packed/imported-keys';

/** Returns whether a file has a text, by the name of its key. */
export type HoldsText = (name: string, language: string) => boolean;

export async function heldTexts({ keys, units }: Pick<ImportedFile, 'keys' | 'units'>): Promise<HoldsText> {
  const yielder = new EventLoopYielder();
  const index = await KeyIndex.of(keys);
  const held = new Map<string, Uint8Array>();
  for (const { key, language, text } of units) {
    const ofLanguage = held.get(language) ?? new Uint8Array(keys.length);
    held.set(language, ofLanguage);
    if (text !== null && text !== '') ofLanguage[key] = 1;
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
  }
  return (name, language) => held.get(language)?.[index.find(name)] === 1;
}
