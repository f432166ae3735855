import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { languageName } from '../../languages';
import { Confirmation } from '../confirmation';
import { TextDiff } from '../text-diff';

type SummaryItem = Schemas['SummaryItem'];

/** The fields of a key that no text shows. */
const FIELDS = { description: 'keys.description', tags: 'key.tags', maxLength: 'key.maxLength' } as const;

/** Shows the effect of changes, a line for each text: the key, the language, and the text before and after. */
export function SummaryLines({ projectId, items }: { projectId: string; items: readonly SummaryItem[] }) {
  return (
    <ul className="summary-lines">
      {items.filter(isTold(items)).map((item) => (
        <li key={`${item.keyId} ${item.language ?? ''}`}>
          <Anchor component={Link} to={`/projects/${projectId}/keys/${item.keyId}`} className="key-name" size="sm">
            {item.name}
          </Anchor>{' '}
          {item.language === null ? <KeyLine item={item} /> : <TextLine item={item} language={item.language} />}
        </li>
      ))}
    </ul>
  );
}

/** The texts of a new or deleted key tell that it is new or deleted. */
const isTold = (items: readonly SummaryItem[]) => (item: SummaryItem) =>
  item.language !== null ||
  (item.before !== null && item.after !== null) ||
  items.every(({ keyId, language }) => keyId !== item.keyId || language === null);

function TextLine({ item, language }: { item: SummaryItem; language: string }) {
  const { t, i18n } = useTranslation();
  const { before, after, state, changed, confirmed } = item;
  const isOtherState = state !== null && before !== null && changed.includes('state');
  return (
    <>
      <span className="summary-place">{languageName(language, i18n.language)}</span>{' '}
      <TextDiff before={before} after={after} language={language} /> <Confirmation confirmed={confirmed} />
      {isOtherState && (
        <span className="summary-place">
          {' '}
          {t('states.label')}: {t(`states.${state}`)}
        </span>
      )}
    </>
  );
}

function KeyLine({ item: { before, after, changed } }: { item: SummaryItem }) {
  const { t } = useTranslation();
  if (before === null) return <span className="summary-place">{t('changes.created')}</span>;
  if (after === null) return <span className="summary-place">{t('changes.deleted')}</span>;
  const fields = Object.entries(FIELDS).filter(([field]) => changed.includes(field as keyof typeof FIELDS));
  return (
    <>
      {changed.includes('name') && <TextDiff before={before} after={after} />}{' '}
      <span className="summary-place">{fields.map(([, label]) => t(label)).join(', ')}</span>
    </>
  );
}
