import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findingText } from '../answer';
import type { Finding } from './messages';

/** A finding of a text; an ignored one is not reported any more. */
export type ShownFinding = Finding & { ignored?: boolean };

/** Shows the findings of a text, each with what can be done about it. Screen readers announce changes. */
export function Findings<T extends ShownFinding>({
  findings,
  action,
}: {
  findings: readonly T[];
  action?: (finding: T) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <List size="xs" spacing={2} listStyleType="none">
        {findings.map((finding) => (
          <List.Item key={finding.code} className={finding.ignored ? 'finding-ignored' : 'findings'}>
            <Text span size="xs" fw={600}>
              {t(`checks.${finding.code}`)}
            </Text>
            <Text span size="xs" me="xs">
              {': '}
              {findingText(finding)}
            </Text>
            {action?.(finding)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
