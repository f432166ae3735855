import { type JsonPlaces, readJsonPlaces } from '../json/json-template';
import type { TemplateContext } from '../model/codec';
import type { Value } from '../model/entry';
import { textsOf } from '../template/rewrite-template';
import { joinPlurals } from './i18next-reader';

/** Reads a file whose texts are the forms of plurals, which belong to their keys. @throws FormatError */
export function readI18nextPlaces(source: string, context: TemplateContext): JsonPlaces {
  const { language } = context;
  const places = readJsonPlaces(source, context);
  const texts = [...textsOf(places.root)];
  const byName = joinPlurals(
    texts.map(({ name, value }) => ({ key: name, value })),
    { language, isPlural: (key) => context.isPlural(key), warn: () => undefined },
  );
  const values = new Map<string, Value>();
  for (const text of texts) {
    const plural = byName.get(text.name);
    text.key = plural?.key;
    values.set(plural?.key ?? text.name, plural ? plural.value : text.value);
  }
  return { ...places, values };
}
