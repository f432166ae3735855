import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { Form } from '../../components/dialog';
import { useChanged } from '../../components/use-changed';

type Event = Schemas['WebhookEvent'];

const EVENTS = Object.keys({
  'project.changed': true,
  'translations.reviewed': true,
  'checks.failed': true,
  'release.published': true,
  'comment.created': true,
} satisfies Record<Event, true>) as Event[];

interface Values {
  url: string;
  events: Event[];
}

/** Creates or changes a webhook. */
export function WebhookForm({
  webhook,
  submit,
  send,
  onCancel,
  onDone,
}: {
  webhook?: Schemas['Webhook'];
  submit: string;
  send: (values: Values, changed: Partial<Values>) => Promise<void>;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const [url, setUrl] = useInputState(webhook?.url ?? '');
  const [events, setEvents] = useState<string[]>(webhook?.events ?? EVENTS);
  const values = { url: url.trim(), events: events as Event[] };
  const changed = useChanged(values);
  const isSendable = webhook === undefined || Object.keys(changed).length > 0;
  return (
    <Form
      submit={submit}
      send={() => send(values, changed)}
      onDone={onDone}
      onCancel={onCancel}
      isComplete={isSendable && url.trim() !== '' && events.length > 0}
    >
      <TextInput
        type="url"
        label={t('webhooks.url')}
        description={t('webhooks.urlHint')}
        placeholder="https://example.com/hooks/glossa"
        value={url}
        onChange={setUrl}
        maxLength={2_048}
        data-autofocus
      />
      <Checkbox.Group label={t('webhooks.events')} value={events} onChange={setEvents}>
        <Stack gap={6} mt="xs">
          {EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}
