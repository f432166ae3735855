import { Button, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { languageName } from '../../languages';
import { FindingsLink, WorkLink } from './work-link';

/** So many namespaces are added to the table at a time. */
const STEP = 25;

interface NamespaceTableProps {
  project: Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage'>;
  statistics: Schemas['Statistics'];
  /** By namespace and language. Undefined: they are not known. */
  findings: Record<string, Record<string, number>> | undefined;
}

/** The keys and words of each namespace, and what is untranslated there in each language. */
export function NamespaceTable({ project: { id, sourceLanguage }, statistics, findings }: NamespaceTableProps) {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState(STEP);
  const namespaces = Object.entries(statistics.namespaces ?? {});
  const languages = Object.keys(statistics.languages).filter((tag) => tag !== sourceLanguage);
  if (namespaces.length < 2) return null;
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {t('overview.namespaces')}
      </Title>
      <Table.ScrollContainer
        minWidth={360 + languages.length * 100}
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      >
        <Table verticalSpacing={6} horizontalSpacing={8} className="numbers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('keys.namespace')}</Table.Th>
              <Table.Th>{t('nav.keys')}</Table.Th>
              <Table.Th>{t('overview.wordCount')}</Table.Th>
              <Table.Th>{t('checks.label')}</Table.Th>
              {languages.map((tag) => (
                <Table.Th key={tag}>
                  {t('overview.untranslatedIn', { name: languageName(tag, i18n.language) })}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {namespaces.slice(0, shown).map(([name, numbers]) => {
              const filter = `namespace=${encodeURIComponent(name)}`;
              return (
                <Table.Tr key={name}>
                  <Table.Th scope="row">
                    <WorkLink projectId={id} query={filter}>
                      {name || t('keys.noNamespace')}
                    </WorkLink>
                  </Table.Th>
                  <Table.Td>
                    <WorkLink projectId={id} query={filter} count={numbers.keys} />
                  </Table.Td>
                  <Table.Td>
                    <WorkLink projectId={id} query={filter} count={numbers.words} />
                  </Table.Td>
                  <Table.Td>
                    <FindingsLink
                      projectId={id}
                      query={`${filter}&languages=${languages.join()}&check=any`}
                      counts={findings && (findings[name] ?? {})}
                    />
                  </Table.Td>
                  {languages.map((tag) => {
                    const { untranslated = 0, words = 0 } = numbers.languages[tag] ?? {};
                    return (
                      <Table.Td key={tag}>
                        <WorkLink
                          projectId={id}
                          query={`${filter}&languages=${tag}&untranslated=${tag}`}
                          count={untranslated}
                        />
                        {untranslated > 0 && (
                          <Text size="xs" c="dimmed">
                            {t('overview.words', { count: numbers.words - words })}
                          </Text>
                        )}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {shown < namespaces.length && (
        <Button size="xs" variant="default" onClick={() => setShown(shown + STEP)}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}
