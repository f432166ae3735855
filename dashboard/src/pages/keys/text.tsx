import { directionOf } from '../../languages';

/** Placeholders of the formats that applications use: ICU and i18next, printf, Ruby and Python. */
const PLACEHOLDER =
  /(\{\{[^{}]*\}\}|\{[\w.-]+\}|%(?:\d+\$)?[-+0 #]*\d*(?:\.\d+)?[@sdifuxXcgeE]|%\{[^{}]*\}|%\([\w.]+\)[sdf]|\$\{[^{}]*\})/;

/** A text with its placeholders marked. Texts are shown as they are, never as HTML. */
export function TranslationText({ text, language }: { text: string; language: string }) {
  return (
    <span className="grid-text" lang={language} dir={directionOf(language)}>
      {text.split(PLACEHOLDER).map((part, index) =>
        index % 2 === 1 ? (
          <span key={index} className="placeholder">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}

export const placeholdersOf = (text: string): string[] => text.match(new RegExp(PLACEHOLDER, 'g')) ?? [];

/** The placeholders of the source that a text lacks. */
export function missingPlaceholders(source: string, text: string): string[] {
  const rest = placeholdersOf(text);
  return placeholdersOf(source).filter((placeholder) => {
    const index = rest.indexOf(placeholder);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
