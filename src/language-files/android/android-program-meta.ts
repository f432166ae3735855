import { compactMeta, metaItems, metaObject, metaPairs, type MetaValue } from '../model/meta';
import { metaMembers, type MetaParts } from '../model/program-meta';

/** The attributes that aapt2 reads, and those of Android's own namespaces. Others may describe a text or name a person. */
const ATTRIBUTE = /^(?:name|product|formatted|translate?able|(?:android|tools):.+)$/;

const attributesOf = (stored: MetaValue | undefined): [name: string, value: string][] =>
  metaPairs(stored).filter(([name]) => ATTRIBUTE.test(name));

/** Without comments and without attributes that no tool of Android reads. */
export const androidProgramMeta: Partial<MetaParts> = {
  file: ({ namespaces, attributes, emptyArrays }) => ({
    // An empty list means that the file declares none.
    ...(namespaces !== undefined && { namespaces }),
    ...compactMeta({
      attributes: attributesOf(attributes),
      emptyArrays: metaItems(emptyArrays).map((array) => ({ attributes: attributesOf(metaObject(array).attributes) })),
    }),
  }),
  key: (meta) => ({
    ...metaMembers('product', 'message', 'namespaces', 'markup')(meta),
    attributes: attributesOf(meta.attributes),
  }),
  text: metaMembers('markup', 'references', 'cdata'),
};
