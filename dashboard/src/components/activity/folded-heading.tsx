import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../languages';
import { usePersonName } from '../person-name';
import { itemsTogether, type Row } from './fold-edits';
import { SummaryLines } from './summary-lines';

/** Texts that a folded row shows. */
const MAX_ITEMS = 3;

/** Edits of one author in short: how many, their keys and languages, the first texts, who and when. */
export function FoldedHeading({
  folded,
  projectId,
  isOpen,
  onToggle,
}: {
  folded: Row;
  projectId: string;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { t, i18n } = useTranslation();
  const personName = usePersonName();
  const items = itemsTogether(folded);
  const [newest] = folded;
  const author = newest.person ? personName(newest.person.name) : newest.apiKey?.name;
  const languages = [...new Set(folded.flatMap((change) => change.languages))];
  const keys = new Set(items.map(({ keyId }) => keyId)).size;
  const isWhole = folded.every(({ summary }) => summary?.hasMore === false);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div>
      <UnstyledButton className="fold" aria-expanded={isOpen} onClick={onToggle}>
        {t('changes.edits', { count: folded.length })}
      </UnstyledButton>
      <Text size="sm">
        {[
          isWhole ? t('projects.keys', { count: keys }) : t('changes.moreKeys', { count: keys }),
          ...languages.map((tag) => languageName(tag, i18n.language)),
        ].join(' · ')}
      </Text>
      {!isOpen && <SummaryLines projectId={projectId} items={items.slice(0, MAX_ITEMS)} />}
      <Text size="xs" c="dimmed" className="change-author">
        {time.formatRange(new Date(folded.at(-1)?.at ?? newest.at), new Date(newest.at))} · {author}
      </Text>
    </div>
  );
}
