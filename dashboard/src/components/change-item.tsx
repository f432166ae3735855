import './changes.css';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { languageName } from '../languages';
import { Confirmation } from './confirmation';
import { TextDiff } from './text-diff';

export type ChangeItem = Schemas['ChangeItem'];
type KeyVersion = Schemas['KeyVersion'];
type TextVersion = Schemas['TextVersion'];

/** Shows how a change altered a text, or a key itself. */
export function ChangeItemView({ item, action }: { item: ChangeItem; action?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { language, before, after, confirmed } = item;
  return (
    <div className="change-item">
      <Text size="sm" c="dimmed" className="change-item-place">
        {language === null ? t('keys.key') : languageName(language, i18n.language)}
      </Text>
      <div className="change-item-change">
        {language === null ? (
          <KeyChange before={before as KeyVersion | null} after={after as KeyVersion | null} />
        ) : (
          <TextChange language={language} before={before as TextVersion | null} after={after as TextVersion | null} />
        )}
        <Confirmation confirmed={confirmed} />
      </div>
      {action}
    </div>
  );
}

function TextChange({
  language,
  before,
  after,
}: {
  language: string;
  before: TextVersion | null;
  after: TextVersion | null;
}) {
  const { t } = useTranslation();
  const isOtherState = before !== null && after !== null && before.state !== after.state;
  return (
    <Stack gap={6} align="start">
      <TextDiff before={before?.text ?? null} after={after?.text ?? null} language={language} />
      {isOtherState && (
        <Text size="sm" c="dimmed">
          {t('states.label')}: {t(`states.${before.state}`)} → {t(`states.${after.state}`)}
        </Text>
      )}
    </Stack>
  );
}

function KeyChange({ before, after }: { before: KeyVersion | null; after: KeyVersion | null }) {
  const { t } = useTranslation();
  const differs = (member: keyof KeyVersion) => JSON.stringify(before?.[member]) !== JSON.stringify(after?.[member]);
  const fields: [keyof KeyVersion, string, ReactNode][] = [
    ['name', t('keys.name'), <TextDiff key="name" before={before?.name ?? null} after={after?.name ?? null} />],
    [
      'description',
      t('keys.description'),
      <TextDiff key="description" before={before?.description ?? null} after={after?.description ?? null} />,
    ],
    ['tags', t('key.tags'), <Tags key="tags" before={before?.tags ?? []} after={after?.tags ?? []} />],
    [
      'maxLength',
      t('key.maxLength'),
      <TextDiff key="maxLength" before={numeral(before?.maxLength)} after={numeral(after?.maxLength)} />,
    ],
  ];
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  const shown = fields.filter(
    ([member]) => differs(member) && !(isEmpty(before?.[member]) && isEmpty(after?.[member])),
  );
  return (
    <Stack gap={6} align="start">
      {before === null && <Badge variant="default">{t('changes.created')}</Badge>}
      {after === null && <Badge variant="default">{t('changes.deleted')}</Badge>}
      <dl className="change-fields">
        {shown.map(([member, label, change]) => (
          <Fragment key={member}>
            <dt>{label}</dt>
            <dd>{change}</dd>
          </Fragment>
        ))}
      </dl>
    </Stack>
  );
}

const numeral = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function Tags({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  return (
    <Group gap={8}>
      {[...new Set([...before, ...after])].sort().map((tag) => (
        <TextDiff key={tag} before={before.includes(tag) ? tag : null} after={after.includes(tag) ? tag : null} />
      ))}
    </Group>
  );
}
