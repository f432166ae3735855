import { SegmentedControl } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { CheckIcon, ClockIcon, DraftIcon } from '../icons';

export const STATES = ['draft', 'translated', 'reviewed'] as const;
export type State = (typeof STATES)[number];

const ICONS = { draft: DraftIcon, reviewed: CheckIcon, outdated: ClockIcon };

/** The state of a text as an icon, with its word beside it while the pointer or the focus is on the text. */
function StateMark({ state }: { state: keyof typeof ICONS }) {
  const Icon = ICONS[state];
  const word = i18next.t(`states.${state}`);
  return (
    <span className="state-mark" data-state={state} title={word}>
      <Icon />
      <span className="state-word">{word}</span>
    </span>
  );
}

/** The state of a text, where it is not merely translated, and whether its source changed since. */
export function StateMarks({ state, isOutdated }: { state?: State; isOutdated: boolean }) {
  return (
    <>
      {state !== undefined && state !== 'translated' && <StateMark state={state} />}
      {isOutdated && <StateMark state="outdated" />}
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
  return (
    <SegmentedControl
      size="xs"
      className="state-control"
      aria-label={t('states.label')}
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}
