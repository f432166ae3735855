import './changes.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../languages';
import { type DiffPart, diffTexts } from './diff-texts';

/** The change of a text: what was removed is struck out, what was added is underlined. */
export function TextDiff({
  before,
  after,
  language,
}: {
  /** Null: there was no text. */
  before: string | null;
  /** Null: there is no text any more. */
  after: string | null;
  /** The language of the text; default: the language of the page. */
  language?: string;
}) {
  const { i18n } = useTranslation();
  const tag = language ?? i18n.language;
  const parts = useMemo(() => partsOf(before, after, tag), [before, after, tag]);
  return (
    <span className="diff" lang={tag} dir={directionOf(tag)}>
      {parts.map((part, index) => (
        <Part key={index} {...part} />
      ))}
    </span>
  );
}

function partsOf(before: string | null, after: string | null, language: string): DiffPart[] {
  if (before === null) return [{ kind: 'added', text: after ?? '' }];
  if (after === null) return [{ kind: 'removed', text: before }];
  return before === after ? [{ kind: 'common', text: after }] : diffTexts(before, after, language);
}

function Part({ kind, text }: DiffPart) {
  const { t } = useTranslation();
  if (kind === 'common') return text;
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element className={`diff-${kind}`}>
      <span className="visually-hidden">{t(`diff.${kind}`)} </span>
      {text === '' ? '""' : text}
    </Element>
  );
}
