import { type JsonTemplate, readJsonTemplate } from '../json/json-template';
import type { FileToWrite } from '../model/codec';
import type { Value } from '../model/entry';
import type { FileTemplate } from '../template/file-template';
import { textsOf } from '../template/rewrite-template';
import { joinPlurals } from './i18next-reader';

/** Reads a file as a template, in which the forms of a plural belong to its key. @throws FormatError */
export function readI18nextTemplate(source: string, file: FileToWrite): FileTemplate {
  const { entries, language } = file;
  const template: JsonTemplate = readJsonTemplate(source, file);
  const texts = [...textsOf(template.root)];
  const plurals = new Set<string>();
  for (const { key, value } of entries) if (typeof value === 'object') plurals.add(key);
  const byName = joinPlurals(
    texts.map(({ name, value }) => ({ key: name, value })),
    { language, isPlural: (key) => plurals.has(key), warn: () => undefined },
  );
  const values = new Map<string, Value>();
  for (const text of texts) {
    const plural = byName.get(text.name);
    text.key = plural?.key;
    values.set(plural?.key ?? text.name, plural ? plural.value : text.value);
  }
  template.values = values;
  return template;
}
