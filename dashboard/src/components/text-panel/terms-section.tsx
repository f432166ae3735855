import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../problem-alert';
import { useKeyContext } from './context-query';
import type { SectionProps } from './section';
import { LoadingPart } from '../page';

/** The terms of the glossary in the source text, with their translations. */
export function TermsSection(props: SectionProps) {
  const { t } = useTranslation();
  const { project, language } = props;
  const { data, error, refetch } = useKeyContext(props);
  if (error) return <ProblemAlert error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingPart />;
  if (data.terms.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('panel.noTerms')}
      </Text>
    );
  return (
    <ul className="panel-list">
      {data.terms.map(({ id, term, translations, definition, doNotTranslate, forbidden }) => (
        <li key={id} data-testid="term">
          <Text size="sm" fw={600} component="span" lang={project.sourceLanguage} dir="auto">
            {term}
          </Text>
          {translations.length > 0 && (
            <Text size="sm" component="span" lang={language} dir="auto">
              {': '}
              {translations.join(', ')}
            </Text>
          )}
          {forbidden && (
            <Text size="xs" c="red">
              {t('panel.forbidden')}
            </Text>
          )}
          {doNotTranslate && translations.length === 0 && <Text size="xs">{t('panel.doNotTranslate')}</Text>}
          {definition !== null && (
            <Text size="xs" c="dimmed">
              {definition}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
