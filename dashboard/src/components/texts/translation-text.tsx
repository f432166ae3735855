import { memo } from 'react';
import { directionOf } from '../../languages';
import { parsePluralMessage, PLURAL_CATEGORIES } from './messages';
import { splitAtPlaceholders, splitForm, type TextPart } from './placeholders';

/** A text with its placeholders marked, a plural form by form. Texts are shown as they are, never as HTML. */
export const TranslationText = memo(function TranslationText({ text, language }: { text: string; language: string }) {
  const plural = parsePluralMessage(text);
  const direction = directionOf(language);
  if (!plural) {
    return (
      <span className="text" lang={language} dir={direction}>
        <Parts parts={splitAtPlaceholders(text)} />
      </span>
    );
  }
  const exact = [...plural.exact].map(([number, form]) => [`=${number}`, form] as const);
  const forms = PLURAL_CATEGORIES.flatMap((category) => {
    const form = plural.forms.get(category);
    return form === undefined ? [] : [[category, form] as const];
  });
  return (
    <span className="plural">
      {[...exact, ...forms].map(([selector, form]) => (
        <span key={selector} className="plural-form">
          <span className="plural-selector">{selector}</span>
          <span className="text" lang={language} dir={direction}>
            <Parts parts={splitForm(form, plural.placeholders)} />
          </span>
        </span>
      ))}
    </span>
  );
});

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isPlaceholder }, index) =>
    isPlaceholder ? (
      <bdi key={index} className="placeholder">
        {text}
      </bdi>
    ) : (
      text
    ),
  );
}
