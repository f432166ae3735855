import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
    <Alert color="red" variant="outline" title={t('key.conflict')} role="alert">
      {members.map((member) => (
        <Stack key={member} gap={2} mb="xs" style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {t(LABEL_NAMES[member])}
          </Text>
          <Text size="sm" data-testid={`their-${member}`}>
            {t('key.theirs')}: {textOf(theirs[member])}
          </Text>
          <Text size="sm">
            {t('key.mine')}: {textOf(mine[member])}
          </Text>
        </Stack>
      ))}
      {children}
    </Alert>
  );
}
