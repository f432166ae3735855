import { ScrollArea, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Lines of a list of which the service answers the first. */
export function Lines({ lines, count }: { lines: readonly string[]; count: number }) {
  const { t } = useTranslation();
  return (
    <ScrollArea.Autosize mah={200} viewportProps={{ tabIndex: 0 }}>
      {lines.map((line, index) => (
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      {count > lines.length && (
        <Text size="sm" c="dimmed">
          {t('moreLines', { count: count - lines.length })}
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
