import { metaMembers, type MetaParts } from '../model/program-meta';
import { PoHeader } from './po-header';
import { readFileMeta } from './po-meta';

/** The fields of a header on which the meaning of the messages depends. */
const FIELDS = ['Language', 'Plural-Forms'];

/** Without names of translators, comments, references, previous texts and messages that belong to no key. */
export const poProgramMeta: Partial<MetaParts> = {
  file: (meta) => {
    const stored = new PoHeader(readFileMeta(meta).header);
    const header = new PoHeader('');
    for (const name of FIELDS) {
      const value = stored.get(name);
      if (value !== undefined) header.set(name, value);
    }
    return { header: header.text };
  },
  key: metaMembers('flags', 'msgidPlural', 'icu'),
  text: metaMembers('fuzzy'),
};
