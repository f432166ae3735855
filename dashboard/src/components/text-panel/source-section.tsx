import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TranslationText } from '../texts/translation-text';
import type { SectionProps } from './section';

/** The whole source text with its placeholders marked. */
export function SourceSection({ project: { sourceLanguage }, textKey: { value } }: SectionProps) {
  const { t } = useTranslation();
  if (value === null || value === '')
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t('keys.noSource')}
      </Text>
    );
  return <TranslationText text={value} language={sourceLanguage} />;
}
