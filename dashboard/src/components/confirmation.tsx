import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Says that a change confirmed a text, or undid a confirmation. @param confirmed undefined for other changes */
export function Confirmation({ confirmed }: { confirmed?: boolean }) {
  const { t } = useTranslation();
  if (confirmed === undefined) return null;
  return (
    <Text span size="sm" c="dimmed">
      {t(confirmed ? 'changes.confirmed' : 'changes.outdatedAgain')}
    </Text>
  );
}
