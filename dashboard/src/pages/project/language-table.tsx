import { Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { languageName } from '../../languages';
import { FindingsLink, WorkLink } from './work-link';

interface LanguageTableProps {
  project: Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage'>;
  statistics: Schemas['Statistics'];
  /** By language and code. Undefined: they are not known. */
  findings: Schemas['FindingList']['counts'] | undefined;
}

/** The numbers of each language, each a link to the texts that it counts. */
export function LanguageTable({ project: { id, sourceLanguage }, statistics, findings }: LanguageTableProps) {
  const { t, i18n } = useTranslation();
  const languages = Object.entries(statistics.languages).filter(([tag]) => tag !== sourceLanguage);
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  if (languages.length === 0) return <Text size="sm">{t('projects.noLanguages')}</Text>;
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {t('overview.languages')}
      </Title>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing={6} horizontalSpacing={8} className="numbers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('overview.language')}</Table.Th>
              <Table.Th>{t('overview.done')}</Table.Th>
              <Table.Th>{t('filters.untranslated')}</Table.Th>
              <Table.Th>{t('overview.wordsLeft')}</Table.Th>
              <Table.Th>{t('filters.outdated')}</Table.Th>
              <Table.Th>{t('checks.label')}</Table.Th>
              <Table.Th>{t('filters.state')}</Table.Th>
              <Table.Th>{t('states.reviewed')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {languages.map(([tag, numbers]) => {
              const link = (count: number, filter: string) => (
                <WorkLink projectId={id} query={`languages=${tag}&${filter}`} count={count} />
              );
              return (
                <Table.Tr key={tag}>
                  <Table.Th scope="row">
                    <WorkLink projectId={id} query={`languages=${tag}`}>
                      {languageName(tag, i18n.language)}
                    </WorkLink>
                  </Table.Th>
                  <Table.Td>
                    {format.format(numbers.percent / 100)}
                    <span className="progress-line" aria-hidden="true">
                      <span style={{ width: `${numbers.percent}%` }} />
                    </span>
                  </Table.Td>
                  <Table.Td>{link(numbers.untranslated, `untranslated=${tag}`)}</Table.Td>
                  <Table.Td>{link(statistics.words - numbers.words, `untranslated=${tag}`)}</Table.Td>
                  <Table.Td>{link(numbers.outdated, 'outdated=true')}</Table.Td>
                  <Table.Td>
                    <FindingsLink
                      projectId={id}
                      query={`languages=${tag}&check=any`}
                      counts={findings && (findings[tag] ?? {})}
                    />
                  </Table.Td>
                  <Table.Td>{link(numbers.draft, 'state=draft')}</Table.Td>
                  <Table.Td>{link(numbers.reviewed, 'state=reviewed')}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
