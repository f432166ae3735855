import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { Confirmation } from '../confirmation';
import { usePersonName } from '../person-name';
import { ProblemAlert } from '../problem-alert';
import { TextDiff } from '../text-diff';
import { Time } from '../time';
import { lifeQuery } from './life-query';
import type { SectionProps } from './section';
import { usePanelQuery } from './use-panel-query';
import { LoadingPart } from '../page';

/** The changes of a text that are shown. */
const SHOWN = 10;

const textOf = (version: Schemas['ChangeItem']['before']): string | null =>
  version !== null && 'text' in version ? version.text : null;

/** The latest versions of the text: who wrote it, when, and what. */
export function HistorySection({ project, textKey: { id }, language }: SectionProps) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const life = usePanelQuery(lifeQuery(id));
  if (life.error) return <ProblemAlert error={life.error} retry={() => void life.refetch()} />;
  if (!life.data) return <LoadingPart />;
  const versions = life.data.flatMap(({ items, ...change }) => {
    const item = items.find((other) => other.language === language);
    return item ? [{ ...change, item }] : [];
  });
  return (
    <>
      {versions.length === 0 && <Text size="sm">{t('panel.noHistory')}</Text>}
      {versions.slice(0, SHOWN).map(({ revision, at, person, apiKey, item }) => (
        <div key={revision} className="panel-item">
          <Text size="xs" c="dimmed">
            <Time value={at} /> · {person ? personName(person.name) : apiKey?.name}
          </Text>
          <TextDiff before={textOf(item.before)} after={textOf(item.after)} language={language} />{' '}
          <Confirmation confirmed={item.confirmed} />
        </div>
      ))}
      <Anchor component={Link} to={`/projects/${project.id}/keys/${id}`} size="sm">
        {t('panel.allChanges')}
      </Anchor>
    </>
  );
}
