import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../problem-alert';
import { TextDiff } from '../text-diff';
import { isOutdated, useKeyContext } from './context-query';
import type { SectionProps } from './section';
import { LoadingPart } from '../page';

export const isChanged = ({ textKey, language }: SectionProps): boolean => isOutdated(textKey, language);

/** How the source text has changed since the text was written or confirmed. */
export function ChangedSection(props: SectionProps) {
  const { t } = useTranslation();
  const { sourceLanguage } = props.project;
  const { data, error, refetch } = useKeyContext(props);
  if (error) return <ProblemAlert error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingPart />;
  if (data.source === null) return <Text size="sm">{t('panel.changedLongAgo')}</Text>;
  return (
    <div data-testid="source-change">
      <TextDiff before={data.source} after={props.textKey.value ?? ''} language={sourceLanguage} />
    </div>
  );
}
