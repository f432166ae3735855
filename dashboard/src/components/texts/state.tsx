import { SegmentedControl } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

export const STATES = ['draft', 'translated', 'reviewed'] as const;
export type State = (typeof STATES)[number];

/** The state of a text, where it is not merely translated, and whether its source changed since. */
export function StateMarks({ state, isOutdated }: { state?: State; isOutdated: boolean }) {
  return (
    <>
      {state !== undefined && state !== 'translated' && (
        <span className="mark" data-state={state}>
          {i18next.t(`states.${state}`)}
        </span>
      )}
      {isOutdated && (
        <span className="mark" data-state="outdated">
          {i18next.t('states.outdated')}
        </span>
      )}
    </>
  );
}

/** Chooses the state of a text. */
export function StateControl({
  value,
  onChange,
  canReview,
}: {
  value: State;
  onChange: (state: State) => void;
  canReview: boolean;
}) {
  const { t } = useTranslation();
  const data = STATES.map((state) => ({
    value: state,
    label: t(`states.${state}`),
    disabled: state === 'reviewed' && !canReview,
  }));
  return <SegmentedControl size="xs" aria-label={t('states.label')} data={data} value={value} onChange={onChange} />;
}
