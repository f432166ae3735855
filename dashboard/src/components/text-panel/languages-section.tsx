import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../languages';
import { ProblemAlert } from '../problem-alert';
import { readKey } from '../texts/save-text';
import { TranslationText } from '../texts/translation-text';
import type { SectionProps } from './section';
import { usePanelQuery } from './use-panel-query';
import { LoadingPart } from '../page';

/** The texts of the key in the other target languages. */
export function LanguagesSection({ project, textKey: { id, translations }, language }: SectionProps) {
  const { t, i18n } = useTranslation();
  const { sourceLanguage } = project;
  const read = usePanelQuery({
    queryKey: ['key', id],
    queryFn: ({ signal }) => readKey(id, signal),
    staleTime: 30_000,
  });
  if (read.error) return <ProblemAlert error={read.error} retry={() => void read.refetch()} />;
  const texts = Object.entries({ ...read.data?.key.translations, ...translations }).filter(
    ([other]) => other !== language && other !== sourceLanguage,
  );
  return (
    <>
      {texts.map(([other, text]) => (
        <div key={other} className="panel-item">
          <Text size="xs" c="dimmed">
            {languageName(other, i18n.language)}
          </Text>
          <TranslationText text={text} language={other} />
        </div>
      ))}
      {texts.length === 0 && !read.data && <LoadingPart />}
      {texts.length === 0 && read.data && (
        <Text size="sm" c="dimmed">
          {t('panel.noOtherTexts')}
        </Text>
      )}
    </>
  );
}
