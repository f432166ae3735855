import {
  Alert,
  Button,
  Card,
  Group,
  NumberInput,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../components/problem-alert';
import { showDone } from '../../components/show-problem';
import { useScope } from '../../session';
import { conflictsOf, isSame, type Labels, LABELS, labelsOf, type ReadKey, saveLabels } from './key-query';

/** The name, the description, the tags and the length limit of a key. */
export function Details({ shown }: { shown: ReadKey }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canWrite = useScope('keys:write');
  const [edits, setEdits] = useState<Partial<Labels>>({});
  // The key when the person began to edit: what others change meanwhile is not overwritten.
  const [base, setBase] = useState<ReadKey>();
  const from = base ?? shown;
  const labels = { ...labelsOf(shown.key), ...edits };
  const changed = LABELS.filter((member) => edits[member] !== undefined && !isSame(edits[member], from.key[member]));
  const save = useMutation({
    meta: { shownByPage: true },
    mutationFn: ({ mine, on }: { mine: Partial<Labels>; on: ReadKey }) => saveLabels(mine, on),
    onSuccess: async (conflict) => {
      if (conflict) return;
      forget();
      showDone(t('key.saved'));
      await client.invalidateQueries();
    },
  });
  const forget = () => {
    setEdits({});
    setBase(undefined);
    save.reset();
  };
  const set = (change: Partial<Labels>) => {
    setBase((begun) => begun ?? shown);
    setEdits((current) => ({ ...current, ...change }));
  };
  const mine = Object.fromEntries(changed.map((member) => [member, edits[member]])) as Partial<Labels>;
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ mine, on: from });
  };
  const conflict = save.data;
  return (
    <Card withBorder className="key-details">
      <form onSubmit={send}>
        <Stack>
          <Title order={2} size="h4">
            {t('key.details')}
          </Title>
          <TextInput
            label={t('keys.name')}
            value={labels.name}
            readOnly={!canWrite}
            onChange={(event) => set({ name: event.currentTarget.value })}
            classNames={{ input: 'key-name' }}
          />
          <Textarea
            label={t('keys.description')}
            description={t('key.descriptionHint')}
            value={labels.description ?? ''}
            readOnly={!canWrite}
            onChange={(event) => set({ description: event.currentTarget.value || null })}
            autosize
            minRows={2}
            maxRows={8}
          />
          <TagsInput
            label={t('key.tags')}
            description={t('key.tagsHint')}
            value={labels.tags}
            readOnly={!canWrite}
            onChange={(tags) => set({ tags: [...tags].sort() })}
            maxTags={50}
          />
          <NumberInput
            label={t('key.maxLength')}
            description={t('key.maxLengthHint')}
            value={labels.maxLength ?? ''}
            readOnly={!canWrite}
            onChange={(value) => set({ maxLength: value === '' ? null : Number(value) })}
            min={1}
            max={65_536}
            allowDecimal={false}
            allowNegative={false}
            hideControls
          />
          {save.error && <ProblemAlert error={save.error} />}
          {conflict && (
            <Conflict
              members={conflictsOf(edits, from.key, conflict.key)}
              theirs={labelsOf(conflict.key)}
              mine={labels}
              isSaving={save.isPending}
              onKeepMine={() => {
                setBase(conflict);
                save.mutate({ mine, on: conflict });
              }}
              onTakeTheirs={() => {
                forget();
                void client.invalidateQueries({ queryKey: ['key', shown.key.id] });
              }}
            />
          )}
          {canWrite && !conflict && (
            <Group justify="end">
              {changed.length > 0 && (
                <Button variant="default" onClick={forget}>
                  {t('cancel')}
                </Button>
              )}
              <Button
                type="submit"
                loading={save.isPending}
                disabled={changed.length === 0 || labels.name.trim() === ''}
              >
                {t('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}

/** Shows the version that somebody else has saved meanwhile, beside the person's own. */
function Conflict({
  members,
  theirs,
  mine,
  isSaving,
  onKeepMine,
  onTakeTheirs,
}: {
  members: readonly (keyof Labels)[];
  theirs: Labels;
  mine: Labels;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { t } = useTranslation();
  const labelOf = { name: 'keys.name', description: 'keys.description', tags: 'key.tags', maxLength: 'key.maxLength' };
  const textOf = (value: Labels[keyof Labels]) =>
    (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || t('key.none');
  return (
    <Alert color="red" variant="outline" title={t('key.conflict')} role="alert">
      {members.map((member) => (
        <Stack key={member} gap={2} mb="xs">
          <Text size="sm" fw={600}>
            {t(labelOf[member])}
          </Text>
          <Text size="sm" data-testid={`their-${member}`}>
            {t('key.theirs')}: {textOf(theirs[member])}
          </Text>
          <Text size="sm">
            {t('key.mine')}: {textOf(mine[member])}
          </Text>
        </Stack>
      ))}
      <Group gap="xs" mt="sm">
        <Button size="xs" loading={isSaving} onClick={onKeepMine}>
          {t('key.keepMine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          {t('key.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
