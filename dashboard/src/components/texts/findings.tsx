import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Finding } from './messages';

/** Shows the findings of a text. Screen readers announce changes. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <List size="xs" spacing={2} className="findings" listStyleType="none">
        {findings.map(({ code, detail }) => (
          <List.Item key={code}>
            <Text span size="xs" fw={600}>
              {t(`checks.${code}`)}
            </Text>
            <Text span size="xs" lang="en">
              {': '}
              {detail}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
