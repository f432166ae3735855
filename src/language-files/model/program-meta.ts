import { compactMeta, type Meta } from './meta';

/** Returns a part of stored metadata. */
export type MetaPart = (meta: Meta) => Meta;

/** The parts of the metadata of a file, of its keys and of its texts. */
export interface MetaParts {
  readonly file: MetaPart;
  readonly key: MetaPart;
  readonly text: MetaPart;
}

const all: MetaPart = (meta) => meta;
const none: MetaPart = () => ({});

/** Returns the part with the given members. */
export const metaMembers =
  (...names: readonly string[]): MetaPart =>
  (meta) =>
    compactMeta(Object.fromEntries(names.map((name) => [name, meta[name]]))) ?? {};

/** Returns the parts that files have: all metadata, or only what programs need of it. */
export const metaPartsOf = ({ programMeta }: { programMeta?: Partial<MetaParts> }, isPublic: boolean): MetaParts =>
  isPublic ? { file: none, key: none, text: none, ...programMeta } : { file: all, key: all, text: all };
