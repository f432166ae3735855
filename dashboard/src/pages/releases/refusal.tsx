import { Alert, Anchor, List, ScrollArea, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { isProblem } from '../../api/problem';
import { CHECK_CODES, type CheckCode } from '../../components/texts/messages';
import { languageName } from '../../languages';
import { keysWithFinding } from './keys-with-finding';

type Finding = Schemas['FieldError'];

/** Returns the findings that refuse a release, to be shown; undefined: it was refused for something else. */
export function explainRefusal(error: unknown, { id }: { id: string }): ReactNode {
  if (!isProblem(error, 400) || error.problem?.code !== 'checks_failed') return undefined;
  return <RefusedFor projectId={id} findings={error.problem.errors ?? []} />;
}

function RefusedFor({ projectId, findings }: { projectId: string; findings: readonly Finding[] }) {
  const { t, i18n } = useTranslation();
  return (
    <Alert color="red" variant="outline" role="alert" title={t('releases.refused')}>
      <Text size="sm" mb="xs">
        {t('releases.refusedHint')}
      </Text>
      <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
        <List size="sm" spacing={4} listStyleType="none">
          {findings.map(({ key = '', language = '', detail }) => {
            const { code, text } = checkOf(detail);
            return (
              <List.Item key={`${key}/${language}/${code}`}>
                <Anchor
                  component={Link}
                  to={keysWithFinding(projectId, { language, code, name: key })}
                  className="key-name"
                  underline="always"
                >
                  {key}
                </Anchor>{' '}
                {languageName(language, i18n.language)}: {t(`checks.${code}`)}
                <Text size="xs" c="dimmed" lang="en">
                  {text}
                </Text>
              </List.Item>
            );
          })}
        </List>
      </ScrollArea.Autosize>
    </Alert>
  );
}

/** Returns the check and the text of a finding, which the API writes in one: `too_long: the text has 10 characters`. */
function checkOf(detail: string): { code: CheckCode | 'any'; text: string } {
  const code = CHECK_CODES.find((one) => detail.startsWith(`${one}: `));
  return code === undefined ? { code: 'any', text: detail } : { code, text: detail.slice(code.length + 2) };
}
