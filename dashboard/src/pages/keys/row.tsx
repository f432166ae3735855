import i18next, { t } from 'i18next';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { type CheckCode, checkText } from '../../components/texts/messages';
import { StateMarks } from '../../components/texts/state';
import { TranslationText } from '../../components/texts/translation-text';
import { type Draft, draftId } from '../../components/texts/drafts';
import { findingText } from '../../components/answer';
import { Present } from '../../components/live/at-text';
import { languageName } from '../../languages';
import type { Key } from './pages-snapshot';
import { textOf } from './shown-key';

export interface RowProps {
  projectId: string;
  /** The parameters of the address, which the key is opened with. */
  search: string;
  /** Undefined while the key is read. */
  rowKey: Key | undefined;
  row: number;
  /** The languages of the columns; the source language is the first. */
  languages: readonly string[];
  drafts: ReadonlyMap<string, Draft>;
  /** The column of the cell that has the focus, if it is in this row. */
  activeColumn: number | undefined;
  /** The editor of that cell, while a person writes there. */
  editor: ReactNode;
  isSelected: boolean;
  onClick: (row: number, column: number, isSecond: boolean) => void;
  onSelect: (row: number, withRange: boolean) => void;
}

/**
 * A key: its name, and a cell for each language. A cell takes its texts from i18next itself, whose hook takes longer than all else in
 * a row.
 */
export const Row = memo(function Row(props: RowProps) {
  const { projectId, search, rowKey, row, languages, drafts, activeColumn, editor, isSelected, onClick, onSelect } =
    props;
  const cell = (column: number) => ({
    className: column === 0 ? 'grid-cell grid-key' : 'grid-cell',
    role: column === 0 ? 'rowheader' : 'gridcell',
    'aria-colindex': column + 1,
    'data-cell': `${row}-${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
    onClick: () => onClick(row, column, activeColumn === column),
  });
  if (!rowKey) {
    return (
      <div {...cell(0)}>
        <span className="grid-hint">{t('loading')}</span>
      </div>
    );
  }
  const { id, name, description, tags } = rowKey;
  const [sourceLanguage = ''] = languages;
  return (
    <>
      <div {...cell(0)}>
        <input
          type="checkbox"
          className="grid-check"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('keys.select', { name })}
          onClick={(event) => {
            event.stopPropagation();
            onSelect(row, event.shiftKey);
          }}
          onChange={() => undefined}
        />
        <div className="grid-name">
          <Link to={`/projects/${projectId}/keys/${id}${search}`} className="key-name" tabIndex={-1}>
            {name}
          </Link>
          {description !== null && description !== '' && <div className="grid-description">{description}</div>}
          {tags.length > 0 && (
            <div>
              {tags.map((tag) => (
                <span key={tag} className="mark">
                  {tag}
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
      {languages.map((language, place) => {
        const column = place + 1;
        const isOpen = editor !== undefined && activeColumn === column;
        const draft = drafts.get(draftId(id, language));
        return (
          <div key={language} {...cell(column)}>
            <span className="grid-language">{languageName(language, i18next.language)}</span>
            {isOpen ? (
              editor
            ) : (
              <Content rowKey={rowKey} language={language} sourceLanguage={sourceLanguage} draft={draft} />
            )}
          </div>
        );
      })}
    </>
  );
});

interface ContentProps {
  rowKey: Key;
  language: string;
  sourceLanguage: string;
  draft: Draft | undefined;
}

function Content({ rowKey, language, sourceLanguage, draft }: ContentProps) {
  const isSource = language === sourceLanguage;
  const text = textOf(rowKey, language, sourceLanguage, draft);
  const isMissing = text === undefined || (text === '' && draft !== undefined && !isSource);
  return (
    <>
      {isMissing ? (
        <em className="grid-hint">{isSource ? t('keys.noSource') : t('keys.untranslated')}</em>
      ) : (
        <TranslationText text={text} language={language} />
      )}
      <div className="grid-marks">
        <Present keyId={rowKey.id} language={language} />
        {draft && (
          <span className="mark" data-state={draft.status}>
            {t(`drafts.${draft.status}`)}
          </span>
        )}
        {!isSource && !draft && text !== undefined && (
          <StateMarks state={rowKey.states?.[language]} isOutdated={rowKey.outdated?.includes(language) ?? false} />
        )}
        {!isSource && !isMissing && (
          <FindingMarks rowKey={rowKey} language={language} text={text} sourceLanguage={sourceLanguage} />
        )}
      </div>
    </>
  );
}

/** Shows a mark for each finding of a text that is not ignored. */
const FindingMarks = memo(function FindingMarks({
  rowKey: { value, maxLength, checks },
  language,
  sourceLanguage,
  text,
}: Omit<ContentProps, 'draft'> & { text: string }) {
  const source = { language: sourceLanguage, text: value ?? '' };
  const findings = checkText({ source, target: { language, text }, maxLength: maxLength ?? undefined });
  const isIgnored = (code: CheckCode) => checks?.[language]?.some((known) => known.code === code && known.ignored);
  const shown = findings.filter(({ code }) => !isIgnored(code));
  return shown.map(({ code, detail }) => (
    <span key={code} className="mark" data-state="finding" title={findingText({ code, detail })}>
      {t(`checks.${code}`)}
    </span>
  ));
});
