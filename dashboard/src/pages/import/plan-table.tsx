import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, languageName } from '../../languages';
import type { Result } from './import-file';

type Pair = NonNullable<Result['details']>['pairs'][number];
type Finding = NonNullable<Result['details']>['findings'][number];

const MAX_HEIGHT = 480;

/** A table of pairs of a key and a language, with the texts before and after. Only the rows in view are in the page. */
export function PlanTable({ pairs, findings }: { pairs: readonly Pair[]; findings: readonly Finding[] }) {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- the component is not compiled
  const rows = useVirtualizer({
    count: pairs.length,
    getScrollElement: () => box.current,
    estimateSize: () => 44,
    overscan: 8,
  });
  const findingsOf = useMemo(() => {
    const found = new Map<string, Finding[]>();
    for (const finding of findings) {
      const id = JSON.stringify([finding.key, finding.language]);
      found.set(id, [...(found.get(id) ?? []), finding]);
    }
    return ({ key, language }: Pair) => found.get(JSON.stringify([key, language])) ?? [];
  }, [findings]);
  const reasons: Record<Pair['reason'], string> = {
    new: t('import.reasons.new'),
    changed: t('import.reasons.changed'),
    cleared: t('import.reasons.cleared'),
    unchanged: t('import.reasons.unchanged'),
    state: t('import.reasons.state'),
    kept: t('import.reasons.kept'),
    empty: t('import.reasons.empty'),
    null: t('import.reasons.null'),
  };
  const text = (value: string | null, language: string) => (
    <div lang={language} dir={directionOf(language)}>
      {value}
    </div>
  );
  return (
    <div ref={box} className="plan" style={{ maxHeight: MAX_HEIGHT }} tabIndex={0}>
      <div role="table" aria-label={t('import.show')} aria-rowcount={pairs.length + 1}>
        <div role="row" aria-rowindex={1} className="plan-row plan-head">
          {[t('import.what'), t('keys.key'), t('import.language'), t('import.before'), t('import.after')].map(
            (head) => (
              <div key={head} role="columnheader" className="plan-cell">
                {head}
              </div>
            ),
          )}
        </div>
        <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const pair = pairs[index];
            if (!pair) return null;
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                ref={rows.measureElement}
                data-index={index}
                className="plan-row"
                style={{ position: 'absolute', top: 0, width: '100%', transform: `translateY(${start}px)` }}
              >
                <Text role="cell" size="sm" className="plan-cell">
                  {reasons[pair.reason]}
                </Text>
                <div role="cell" className="plan-cell key-name">
                  {pair.key}
                </div>
                <div role="cell" className="plan-cell">
                  {languageName(pair.language, i18n.language)}
                </div>
                <div role="cell" className="plan-cell">
                  {text(pair.before, pair.language)}
                </div>
                <div role="cell" className="plan-cell">
                  {text(pair.after, pair.language)}
                  {findingsOf(pair).map(({ code, detail }) => (
                    <Text key={code + detail} size="xs" c="red" lang="en">
                      {detail}
                    </Text>
                  ))}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
