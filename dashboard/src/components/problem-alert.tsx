import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeProblem } from './show-problem';

/** A request that failed, in the place of what it would have shown. */
export function ProblemAlert({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const { title, detail, requestId } = describeProblem(error);
  return (
    <Alert color="red" variant="outline" title={title} role="alert">
      <Text size="sm">{detail}</Text>
      {requestId !== undefined && (
        <Text size="xs" c="dimmed">
          {t('problem.request', { id: requestId })}
        </Text>
      )}
      {retry && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          {t('problem.retry')}
        </Button>
      )}
    </Alert>
  );
}
