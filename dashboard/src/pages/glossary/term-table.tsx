import { Badge, Group, Menu, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { ActionsMenu } from '../../components/actions-menu';
import { Confirm, Dialog } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { TableWithActions } from '../../components/table-with-actions';
import { languageName } from '../../languages';
import { useMe, useOwnLanguages } from '../../session';
import { TERMS_KEY } from './queries';
import { type Term, TermForm } from './term-form';

export function TermTable({ terms, canWrite }: { terms: readonly Term[]; canWrite: boolean }) {
  const { t } = useTranslation();
  const { projectIds } = useMe();
  const isWritten = (term: Term): boolean =>
    canWrite && (projectIds === null || (term.projectIds?.every((id) => projectIds.includes(id)) ?? false));
  return (
    <TableWithActions columns={[t('glossary.term'), t('glossary.translations'), t('glossary.definition')]}>
      {terms.map((term) => (
        <Table.Tr key={term.id}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Name term={term} />
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Translations translations={term.translations} />
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" lineClamp={3}>
              {term.definition}
            </Text>
          </Table.Td>
          <Table.Td>{isWritten(term) && <TermMenu term={term} />}</Table.Td>
        </Table.Tr>
      ))}
    </TableWithActions>
  );
}

function Name({ term: { term, language, partOfSpeech, doNotTranslate, forbidden, caseSensitive } }: { term: Term }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Text size="sm" fw={600} lang={language} dir="auto">
        {term}
      </Text>
      <Text size="xs" c="dimmed">
        {languageName(language, i18n.language)}
        {partOfSpeech !== null && ` · ${t(`glossary.parts.${partOfSpeech}`)}`}
      </Text>
      <Group gap={4}>
        {forbidden && <Badge variant="default">{t('glossary.forbidden')}</Badge>}
        {doNotTranslate && <Badge variant="default">{t('glossary.doNotTranslate')}</Badge>}
        {caseSensitive && <Badge variant="default">{t('glossary.caseSensitive')}</Badge>}
      </Group>
    </>
  );
}

function Translations({ translations }: Pick<Term, 'translations'>) {
  const { i18n } = useTranslation();
  return Object.entries(translations).map(([language, texts]) => (
    <Text key={language} size="sm">
      <Text span size="xs" c="dimmed">
        {languageName(language, i18n.language)}
      </Text>{' '}
      <bdi lang={language}>{texts.join(', ')}</bdi>
    </Text>
  ));
}

/** Changes or deletes a term. */
function TermMenu({ term }: { term: Term }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [opened, setOpened] = useState<'change' | 'delete'>();
  const isOwn = useOwnLanguages();
  const { languages } = useMe();
  const canDelete =
    languages === null || (!term.doNotTranslate && !term.forbidden && Object.keys(term.translations).every(isOwn));
  const params = { path: { id: term.id } };
  const close = () => setOpened(undefined);
  const onDone = async () => {
    close();
    await client.invalidateQueries({ queryKey: TERMS_KEY });
  };
  return (
    <>
      <ActionsMenu of={term.term}>
        <Menu.Item onClick={() => setOpened('change')}>{t('glossary.change')}</Menu.Item>
        {canDelete && <Menu.Item onClick={() => setOpened('delete')}>{t('glossary.delete')}</Menu.Item>}
      </ActionsMenu>
      <Dialog opened={opened === 'change'} onClose={close} title={t('glossary.change')}>
        <TermForm
          term={term}
          submit={t('save')}
          send={async (_, body) => void bodyOf(await api.PATCH('/api/v1/glossary/{id}', { params, body }))}
          onCancel={close}
          onDone={() => void onDone()}
        />
      </Dialog>
      <Confirm
        opened={opened === 'delete'}
        onClose={close}
        action={t('glossary.delete')}
        send={async () => bodyOf(await api.DELETE('/api/v1/glossary/{id}', { params }))}
        onDone={async () => {
          await sayWhenShown(t('glossary.deleted', { term: term.term }), onDone());
        }}
        color="red"
      >
        <Text style={{ overflowWrap: 'anywhere' }}>{t('glossary.deleteQuestion', { term: term.term })}</Text>
      </Confirm>
    </>
  );
}
