import { Button, Group, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ProblemAlert } from '../problem-alert';
import { keepComment, keptComment, useKeptComment } from './kept-comments';
import { complete, mentionableQuery, offeredFor, toStored } from './mentions';

/** Writes a comment. What was typed stays after a refusal, and while another text is looked at. */
export function CommentForm({
  place,
  label,
  submit,
  initial = '',
  send,
  onCancel,
  isFocused,
}: {
  /** Names the person, the key, and the language, or the comment that is replied to or changed. */
  place: string;
  label: string;
  submit: string;
  initial?: string;
  send: (text: string) => Promise<unknown>;
  onCancel?: () => void;
  isFocused?: boolean;
}) {
  const { t } = useTranslation();
  const kept = useKeptComment(place);
  const text = kept ?? initial;
  const change = (next: string): void => keepComment(place, next === initial ? undefined : next);
  const { id: projectId = '' } = useParams();
  const client = useQueryClient();
  const persons = useQuery({ ...mentionableQuery(projectId), enabled: text.includes('@') });
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(kept?.length ?? 0);
  const offered = offeredFor(text.slice(0, caret), persons.data ?? []);
  const mention = (name: string): void => {
    const before = complete(text.slice(0, caret), name);
    change(before + text.slice(caret));
    setCaret(before.length);
    field.current?.focus();
  };
  const request = useMutation({
    meta: { shownByPage: true },
    mutationFn: async (sent: string) =>
      send(sent.includes('@') ? toStored(sent, await client.ensureQueryData(mentionableQuery(projectId))) : sent),
    // Text that was typed meanwhile stays. A new comment keeps the text behind the sent text.
    onSuccess: (_, sent) => {
      const typed = keptComment(place);
      if (typed === sent) keepComment(place, undefined);
      else if (initial === '' && typed?.startsWith(sent)) change(typed.slice(sent.length).trimStart());
    },
  });
  const isSendable = text.trim() !== '' && text !== initial && !request.isPending;
  const onKeyDown = (event: KeyboardEvent): void => {
    // The page has keys of its own.
    event.stopPropagation();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isSendable) return;
    event.preventDefault();
    request.mutate(text);
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSendable) request.mutate(text);
      }}
    >
      {request.error !== null && <ProblemAlert error={request.error} />}
      <Textarea
        aria-label={label}
        placeholder={label}
        value={text}
        ref={field}
        onChange={(event) => {
          setCaret(event.currentTarget.selectionEnd);
          change(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        maxLength={10_000}
        size="xs"
        autosize
        minRows={text === '' ? 1 : 3}
        maxRows={12}
        // A page that is opened again shows kept comments, and leaves the focus.
        autoFocus={isFocused && kept === undefined}
        dir="auto"
      />
      {offered.length > 0 && (
        <Group gap={4} mt={4} role="group" aria-label={t('comments.mention')}>
          {offered.map(({ id, name }) => (
            <Button key={id} size="compact-xs" variant="default" onClick={() => mention(name)}>
              @{name}
            </Button>
          ))}
        </Group>
      )}
      {(text !== '' || onCancel) && (
        <Group gap="xs" mt={4}>
          <Button type="submit" size="compact-xs" disabled={!isSendable} loading={request.isPending}>
            {submit}
          </Button>
          {onCancel && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                keepComment(place, undefined);
                onCancel();
              }}
            >
              {t('cancel')}
            </Button>
          )}
        </Group>
      )}
    </form>
  );
}
