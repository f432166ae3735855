import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { plainText } from '../text/plain-text';
import { descriptionOf } from './yaml-list';
import type { YamlTemplate } from './yaml-template';
import { warnAboutDescription } from './yaml-writer';

/** Yields the texts of a file, and its descriptions. */
export function* yamlTexts(file: FileToWrite, template: YamlTemplate): Generator<[name: string, text: string]> {
  for (const entry of file.entries) {
    yield [entry.key, plainText(entry)];
    if (entry.meta?.plain === true) template.plain.add(entry.key);
    yield* describedBy(entry, file, template, template.has(entry.key));
  }
}

/**
 * Yields the description of an entry. An entry in the line of another one has no place for a comment.
 *
 * @param exists whether the file has the entry
 */
export function* describedBy(
  entry: EntryToWrite,
  file: FileToWrite,
  template: YamlTemplate,
  exists: boolean,
): Generator<[name: string, text: string]> {
  const { key, description } = entry;
  const name = descriptionOf(key);
  if (!description || file.language !== file.sourceLanguage) return;
  if (exists && !template.has(name)) {
    const detail = 'the text is in the line of another one; its description is not written';
    file.warn({ code: 'description_dropped', detail, key });
    return;
  }
  warnAboutDescription(entry, file);
  yield [name, description];
}
