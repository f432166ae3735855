import type { FormatCodec } from '../model/codec';

/**
 * Returns the path of a file in a zip, in the layout that the format's tools expect.
 *
 * @param namespace of all keys of the file, which stand in it without the namespace; undefined: the file has keys of
 *   several
 * @param isSource whether `language` is the source language, which has a folder of its own on Android
 */
export function pathOf(codec: FormatCodec, language: string, namespace?: string, isSource = false): string {
  const [extension = codec.id] = codec.extensions;
  const file = namespace === undefined ? language : `${language}/${namespace}`;
  return codec.pathOf?.(language, namespace, isSource) ?? `${file}.${extension}`;
}
