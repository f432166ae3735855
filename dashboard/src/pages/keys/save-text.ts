import { isProblem } from '../../api/problem';
import { readText, type ReadText, writeText } from './key-data';

/** The result of saving a text: it is stored, or another text was stored since the person began to write. */
export type Saved = { conflict?: undefined } | { conflict: ReadText };

/**
 * Saves a text that a person wrote, unless somebody else has changed the same text since.
 *
 * @param base the text and the state of the key when the person began to write
 */
export async function saveText(keyId: string, language: string, text: string | null, base: ReadText): Promise<Saved> {
  for (let tag = base.tag; ;) {
    try {
      await writeText(keyId, language, text, tag);
      return {};
    } catch (error) {
      if (!isProblem(error, 412)) throw error;
      const current = await readText(keyId, language);
      // Something else of the key changed, for instance another language: that is no conflict.
      if (current.text !== base.text && current.text !== (text ?? undefined)) return { conflict: current };
      tag = current.tag;
    }
  }
}
