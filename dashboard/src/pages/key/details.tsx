import { Button, Card, Group, NumberInput, Stack, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelConflict } from '../../components/labels/label-conflict';
import { conflictsOf, isSame, type Labels, labelsOf, saveLabels } from '../../components/labels/labels';
import { ProblemAlert } from '../../components/problem-alert';
import { sayWhenShown } from '../../components/say-when-shown';
import { placeOf, useMe, useScope } from '../../session';
import { changedDetails, type Editing, keepDetails, keptDetails, NO_EDITS, useKeptDetails } from './details-drafts';
import type { ReadKey } from './key-query';

/** Returns what the person has typed since it was sent, on the fields that were saved. */
function withoutSaved({ edits, base }: Editing, sent: Partial<Labels>): Editing {
  const typed = Object.entries(edits).filter(([member, value]) => !isSame(value, sent[member as keyof Labels]));
  return typed.length === 0 ? NO_EDITS : { edits: Object.fromEntries(typed), base: base && { ...base, ...sent } };
}

/** The name, the description, the tags and the length limit of a key. What was typed stays while the person looks at other pages. */
export function Details({ shown }: { shown: ReadKey }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canWrite = useScope('keys:write');
  const place = `${placeOf(useMe())}/${shown.key.id}`;
  const { edits, base } = useKeptDetails(place);
  const setEditing = (next: Editing) => keepDetails(place, next);
  const from = base ?? labelsOf(shown.key);
  const labels = { ...labelsOf(shown.key), ...edits };
  const mine = changedDetails({ edits, base: from });
  const isChanged = Object.keys(mine).length > 0;
  const save = useMutation({
    meta: { shownByPage: true },
    mutationFn: ({ on, sent }: { on: Labels; sent: Partial<Labels> }) => saveLabels(shown.key.id, sent, on),
    onSuccess: async (conflict, { sent }) => {
      if (conflict) return;
      await sayWhenShown(t('key.saved'), client.invalidateQueries());
      setEditing(withoutSaved(keptDetails(place), sent));
    },
  });
  const saveOn = (on: Labels) => save.mutate({ on, sent: mine });
  const forget = () => {
    setEditing(NO_EDITS);
    save.reset();
  };
  const set = (change: Partial<Labels>) =>
    setEditing({ edits: { ...keptDetails(place).edits, ...change }, base: from });
  const send = (event: FormEvent) => {
    event.preventDefault();
    saveOn(from);
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
            <LabelConflict members={conflictsOf(edits, from, conflict)} theirs={conflict} mine={labels}>
              <Group gap="xs" mt="sm">
                <Button
                  size="xs"
                  loading={save.isPending}
                  onClick={() => {
                    setEditing({ edits, base: conflict });
                    saveOn(conflict);
                  }}
                >
                  {t('key.keepMine')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    // The fields show the texts of the others once these are read.
                    void client.invalidateQueries({ queryKey: ['key', shown.key.id] }).then(forget);
                  }}
                >
                  {t('key.takeTheirs')}
                </Button>
              </Group>
            </LabelConflict>
          )}
          {canWrite && !conflict && (
            <Group justify="end">
              {isChanged && (
                <Button variant="default" onClick={forget}>
                  {t('cancel')}
                </Button>
              )}
              <Button type="submit" loading={save.isPending} disabled={!isChanged || labels.name.trim() === ''}>
                {t('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}
