import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldConflict } from '../field-conflict';
import type { Labels } from './labels';

export const LABEL_NAMES = {
  name: 'keys.name',
  description: 'keys.description',
  tags: 'key.tags',
  maxLength: 'key.maxLength',
};

/** Returns a function that says the value of a field. */
export function useLabelText(): (value: Labels[keyof Labels] | undefined) => string {
  const { t } = useTranslation();
  return (value) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || t('key.none');
}

/** Shows the fields that somebody else has saved meanwhile, beside the person's own, and what can be done. */
export function LabelConflict({
  members,
  theirs,
  mine,
  children,
}: {
  members: readonly (keyof Labels)[];
  theirs: Labels;
  mine: Partial<Labels>;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const textOf = useLabelText();
  return (
    <FieldConflict
      title={t('key.conflict')}
      fields={members.map((member) => ({
        name: t(LABEL_NAMES[member]),
        theirs: textOf(theirs[member]),
        mine: textOf(mine[member]),
        testId: `their-${member}`,
      }))}
    >
      {children}
    </FieldConflict>
  );
}
