import type { FormatCodec } from '../model/codec';
import { fromMessage } from '../text/messages/convert-message';
import { entriesOf, parsed } from './file-exchange.contract';
import { LinearTimeCheck } from './linear-time.contract';
import { editedFile, type Edits } from './template-edits.contract';

/** A file, and what its texts become: the one edit of every second key, and the texts that are added. */
export interface PumpedTemplate {
  source: string;
  changed?: string;
  description?: string;
  added?: readonly string[];
}

/** Returns a file of about `size` characters. */
export type PumpedCase = [name: string, pumped: (size: number) => PumpedTemplate];

const SIZES = [100_000, 400_000];
/** On a quiet machine, each edit of 400,000 characters takes less than 1 s. */
const MAX_SECONDS = 6;
/** A new text of 10 characters has at most 400 characters of white space before it. */
const MAX_GROWTH = 50;

export const times = <T>(count: number, itemOf: (index: number) => T): T[] =>
  Array.from({ length: Math.floor(count) }, (_, i) => itemOf(i));

/** Tests that the time and the size of an export grow with the template and the texts, not with their product. */
export function describePumpedTemplates(codec: FormatCodec, text: string, cases: readonly PumpedCase[]): void {
  describe(`pumped templates of ${codec.id}`, () => {
    it.each(cases)('are edited in linear time and space: %s', (name, pumped) => {
      const check = new LinearTimeCheck(() => MAX_SECONDS);
      for (const size of SIZES) {
        const { source, changed = text, description, added = [] } = pumped(size);
        const keys = entriesOf(parsed(codec, source)).map(({ key }) => key);
        const edits: Edits = {};
        for (const [index, key] of keys.entries()) {
          const value = fromMessage(changed, codec, { warn: () => undefined });
          if (index % 2 === 0) edits[key] = { value, ...(description !== undefined && { description }) };
          else if (index % 3 === 0) edits[key] = null;
        }
        for (const key of added) edits[key] = text;
        let length = 0;
        check.check(name, size, () => {
          length = editedFile(codec, source, edits).text.length;
        });
        expect(length / size).toBeLessThan(MAX_GROWTH);
      }
    });
  });
}
