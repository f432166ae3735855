import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { languageName } from '../../languages';
import { Editor } from './editor';
import { TranslationText } from './text';

type Key = Schemas['ListedKey'];

interface GridProps {
  keys: readonly Key[];
  /** The languages of the columns; the source language is the first. */
  languages: readonly string[];
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  canWrite: boolean;
  onSaved: (key: Key, language: string, text: string | undefined) => void;
  onNearEnd: () => void;
}

interface Place {
  row: number;
  column: number;
}

/** The texts of keys, a row each. Arrows move, Enter writes, Escape stops; only the visible rows are in the page. */
export function Grid({ keys, languages, texts, canWrite, onSaved, onNearEnd }: GridProps) {
  const { t, i18n } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [isEditing, setEditing] = useState(false);
  const wantsFocus = useRef(false);
  // eslint-disable-next-line react-hooks/incompatible-library -- the component is not compiled
  const rows = useVirtualizer({
    count: keys.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 58,
    overscan: 12,
    getItemKey: (index) => keys[index]?.id ?? index,
  });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= keys.length - 100) onNearEnd();
  }, [last, keys.length, onNearEnd]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${active.row}-${active.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
  });

  const textOf = (key: Key, language: string): string | undefined =>
    language === languages[0] ? (key.value ?? undefined) : texts.get(language)?.get(key.name);
  const moveTo = (row: number, column: number, edit = false) => {
    const next = {
      row: Math.min(Math.max(row, 0), keys.length - 1),
      column: Math.min(Math.max(column, 0), languages.length),
    };
    wantsFocus.current = !edit;
    setActive(next);
    setEditing(edit);
    rows.scrollToIndex(next.row, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing) return;
    const page = 10;
    const steps: Record<string, [number, number] | undefined> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [page, 0],
      PageUp: [-page, 0],
      Home: [-keys.length, 0],
      End: [keys.length, 0],
    };
    const step = steps[event.key];
    if (step) moveTo(active.row + step[0], active.column + step[1]);
    else if ((event.key === 'Enter' || event.key === 'F2') && active.column > 0 && canWrite)
      moveTo(active.row, active.column, true);
    else return;
    event.preventDefault();
  };
  const saved = (key: Key, place: Place, text: string | undefined, goOn: boolean) => {
    const language = languages[place.column - 1] ?? '';
    onSaved(key, language, text);
    const next = keys.findIndex((other, row) => row > place.row && textOf(other, language) === undefined);
    if (goOn && next >= 0) moveTo(next, place.column, true);
    else moveTo(place.row, place.column);
  };

  const columns = `minmax(180px, 1fr) repeat(${languages.length}, minmax(240px, 2fr))`;
  const width = 180 + languages.length * 240;
  return (
    <div
      ref={frame}
      className="grid"
      role="grid"
      aria-label={t('nav.keys')}
      aria-rowcount={keys.length + 1}
      aria-colcount={languages.length + 1}
      onKeyDown={onKeyDown}
    >
      <div
        className="grid-row grid-head"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: columns, minWidth: width }}
      >
        <div className="grid-cell" role="columnheader">
          {t('keys.key')}
        </div>
        {languages.map((language) => (
          <div key={language} className="grid-cell" role="columnheader">
            {languageName(language, i18n.language)}
          </div>
        ))}
      </div>
      <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative', minWidth: width }}>
        {visible.map(({ index, start, key: itemKey }) => {
          const key = keys[index];
          if (!key) return null;
          const cell = (column: number) => ({
            className: 'grid-cell',
            role: 'gridcell',
            'aria-colindex': column + 1,
            'data-cell': `${index}-${column}`,
            tabIndex: active.row === index && active.column === column ? 0 : -1,
            onClick: () => setActive({ row: index, column }),
          });
          return (
            <div
              key={itemKey}
              ref={rows.measureElement}
              data-index={index}
              className="grid-row"
              role="row"
              aria-rowindex={index + 2}
              style={{
                gridTemplateColumns: columns,
                position: 'absolute',
                insetInline: 0,
                transform: `translateY(${start}px)`,
              }}
            >
              <div {...cell(0)}>
                <span className="key-name">{key.name}</span>
                {key.description !== null && key.description !== '' && (
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    {key.description}
                  </Text>
                )}
              </div>
              {languages.map((language, place) => {
                const column = place + 1;
                const text = textOf(key, language);
                const isOpen = isEditing && active.row === index && active.column === column;
                return (
                  <div key={language} {...cell(column)} onDoubleClick={() => canWrite && moveTo(index, column, true)}>
                    {isOpen ? (
                      <Editor
                        keyId={key.id}
                        keyName={key.name}
                        language={language}
                        isSource={place === 0}
                        source={key.value ?? ''}
                        shown={text}
                        onSaved={(value, goOn) => saved(key, { row: index, column }, value, goOn)}
                        onCancel={() => moveTo(index, column)}
                      />
                    ) : text === undefined ? (
                      <Text size="sm" c="dimmed" fs="italic">
                        {place === 0 ? t('keys.noSource') : t('keys.untranslated')}
                      </Text>
                    ) : (
                      <TranslationText text={text} language={language} />
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
