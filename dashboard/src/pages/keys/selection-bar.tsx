import { Button, Group, Menu, Paper, TagsInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { Confirm, Dialog, Form } from '../../components/dialog';
import { showDone } from '../../components/show-problem';
import { type State, STATES } from '../../components/texts/state';
import { languageName } from '../../languages';
import { useScope } from '../../session';
import type { SelectedKey, Selection } from './use-selection';

/** The most changes in a request. */
const MAX_BATCH = 1_000;

type Batch = Schemas['KeyBatch'];

interface SelectionBarProps {
  projectId: string;
  /** The target languages that are columns. */
  columns: readonly string[];
  selection: Selection;
  onRename: (key: SelectedKey) => void;
  onChanged: () => void;
}

/** A bar with the actions on the selected keys, one or many. */
export function SelectionBar({ projectId, columns, selection, onRename, onChanged }: SelectionBarProps) {
  const { t, i18n } = useTranslation();
  const [dialog, setDialog] = useState<'tags' | 'delete'>();
  const canWriteTexts = useScope('translations:write');
  const canReview = useScope('translations:review');
  const canWriteKeys = useScope('keys:write');
  const canDelete = useScope('keys:delete');
  const keys = [...selection.keys.values()];
  const ids = keys.map(({ id }) => id);
  const [first] = keys;
  const close = () => setDialog(undefined);
  const send = async (requests: readonly Batch[]) => {
    const params = { path: { id: projectId } };
    try {
      for (const body of requests) bodyOf(await api.POST('/api/v1/projects/{id}/keys/batch', { params, body }));
    } finally {
      // The first of several requests may have been carried out.
      onChanged();
    }
  };
  const states = useMutation({ mutationFn: send });
  const setState = (language: string, state: State) => {
    const translated = keys.filter(({ languages }) => languages.includes(language));
    const update = translated.map(({ id }) => ({ id, states: { [language]: state } }));
    states.mutate(
      inBatches(update).map((items) => ({ update: items })),
      { onSuccess: () => showDone(t('keys.stateSet', { count: update.length })) },
    );
  };
  const count = keys.length;
  return (
    <Paper withBorder p="xs" role="region" aria-label={t('keys.selection')}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {t('keys.selected', { count })}
        </Text>
        {(canWriteTexts || canReview) && columns.length > 0 && (
          <Menu withinPortal={false} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button size="xs" variant="default" loading={states.isPending}>
                {t('keys.setState')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
              {columns.map((language) => (
                <Fragment key={language}>
                  <Menu.Label>{languageName(language, i18n.language)}</Menu.Label>
                  {STATES.map((state) => (
                    <Menu.Item
                      key={state}
                      disabled={state === 'reviewed' && !canReview}
                      onClick={() => setState(language, state)}
                    >
                      {t(`states.${state}`)}
                    </Menu.Item>
                  ))}
                </Fragment>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {canWriteKeys && (
          <Button size="xs" variant="default" onClick={() => setDialog('tags')}>
            {t('keys.tags')}
          </Button>
        )}
        {canWriteKeys && first && count === 1 && (
          <>
            <Button size="xs" variant="default" onClick={() => onRename(first)}>
              {t('keys.rename')}
            </Button>
            <Button size="xs" variant="default" component={Link} to={`/projects/${projectId}/keys/${first.id}`}>
              {t('keys.editKey')}
            </Button>
          </>
        )}
        {canDelete && (
          <Button size="xs" variant="default" onClick={() => setDialog('delete')}>
            {t('keys.delete')}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          {t('keys.unselect')}
        </Button>
      </Group>
      <Dialog opened={dialog === 'tags'} onClose={close} title={t('keys.tags')}>
        <TagsForm
          send={(change) => send(inBatches(ids).map((some) => ({ update: some.map((id) => ({ id, ...change })) })))}
          onClose={close}
        />
      </Dialog>
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        action={t('keys.delete')}
        color="red"
        send={() => send(inBatches(ids).map((some) => ({ delete: some })))}
        onDone={() => {
          close();
          selection.clear();
          showDone(t('keys.deleted', { count }));
        }}
      >
        <Text size="sm">{t('keys.deleteHint', { count })}</Text>
        {count <= 5 && keys.map(({ id, name }) => <code key={id}>{name}</code>)}
      </Confirm>
    </Paper>
  );
}

function TagsForm({
  send,
  onClose,
}: {
  send: (change: { addTags?: string[]; removeTags?: string[] }) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  return (
    <Form
      submit={t('save')}
      send={() =>
        send({ ...(added.length > 0 && { addTags: added }), ...(removed.length > 0 && { removeTags: removed }) })
      }
      onDone={onClose}
      onCancel={onClose}
      isComplete={added.length + removed.length > 0}
    >
      <TagsInput
        label={t('keys.addTags')}
        description={t('keys.tagsHint')}
        value={added}
        onChange={setAdded}
        data-autofocus
      />
      <TagsInput label={t('keys.removeTags')} value={removed} onChange={setRemoved} />
    </Form>
  );
}

const inBatches = <T,>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_BATCH) }, (_, index) =>
    items.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH),
  );
