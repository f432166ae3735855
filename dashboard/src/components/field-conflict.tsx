import { Alert, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows the fields that somebody else has saved meanwhile, beside the person's own, and what can be done. */
export function FieldConflict({
  title,
  fields,
  children,
}: {
  title: string;
  /** Their names and values. */
  fields: readonly { name: string; theirs: string; mine: string; testId?: string }[];
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  // On a small window, it may be beyond the edge.
  useEffect(() => {
    // Browsers may return a promise, which is no function that ends an effect.
    void alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert ref={alert} color="red" variant="outline" title={title} role="alert">
      {fields.map(({ name, theirs, mine, testId }) => (
        <Stack key={name} gap={2} mb="xs" style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="sm" data-testid={testId}>
            {t('key.theirs')}: {theirs || t('key.none')}
          </Text>
          <Text size="sm">
            {t('key.mine')}: {mine || t('key.none')}
          </Text>
        </Stack>
      ))}
      {children}
    </Alert>
  );
}
