import './inbox.css';
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { CommentText } from '../../components/comments/comment-text';
import { Empty, Loading, Page } from '../../components/page';
import { usePersonName } from '../../components/person-name';
import { ProblemAlert } from '../../components/problem-alert';
import { Time } from '../../components/time';

const PAGE_SIZE = 50;

const inboxQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['inbox', 'list', unread],
    queryFn: async ({ pageParam, signal }) => {
      const params = { query: { limit: PAGE_SIZE, unread, cursor: pageParam } };
      return bodyOf(await api.GET('/api/v1/inbox', { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** The comments that mention the person, and replies in the discussions of the person. */
export function InboxPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isUnread, setUnread] = useState(false);
  const inbox = useInfiniteQuery(inboxQuery(isUnread));
  const read = useMutation({
    mutationFn: async (body: Schemas['ReadInbox']) => bodyOf(await api.PUT('/api/v1/inbox/read', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  });
  const items = inbox.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0];
  return (
    <Page title={t('inbox.title')} hint={t('inbox.hint')}>
      <Stack>
        <Group justify="space-between">
          <Switch
            label={t('inbox.onlyUnread')}
            checked={isUnread}
            onChange={(event) => setUnread(event.currentTarget.checked)}
          />
          {newest && items.some((item) => !item.read) && (
            <Button
              size="xs"
              variant="default"
              loading={read.isPending}
              onClick={() => read.mutate({ until: newest.id })}
            >
              {t('inbox.readAll')}
            </Button>
          )}
        </Group>
        {inbox.error && <ProblemAlert error={inbox.error} retry={() => void inbox.refetch()} />}
        {inbox.isPending && <Loading />}
        {inbox.data && items.length === 0 && <Empty title={t(isUnread ? 'inbox.noneUnread' : 'inbox.none')} />}
        <ul className="inbox">
          {items.map((item) => (
            <Item
              key={item.id}
              item={item}
              onOpen={() => !item.read && read.mutate({ until: item.id, keyId: item.comment.keyId })}
            />
          ))}
        </ul>
        {inbox.hasNextPage && (
          <Button variant="default" loading={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </Stack>
    </Page>
  );
}

function Item({ item, onOpen }: { item: Schemas['InboxItem']; onOpen: () => void }) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const { kind, read, projectId, projectName, keyName, comment } = item;
  const author = comment.person ? personName(comment.person.name) : (comment.apiKey?.name ?? '');
  return (
    <li className="inbox-item" data-read={read}>
      <Text size="sm">
        {!read && <span className="inbox-new">{t('inbox.new')}</span>}
        <bdi className="inbox-author">{author}</bdi> {t(`inbox.${kind}`)} ·{' '}
        <Link to={`/projects/${projectId}/keys/${comment.keyId}#comments`} className="key-name" onClick={onOpen}>
          {keyName}
        </Link>{' '}
        ·{' '}
        <Text span size="sm" c="dimmed">
          {projectName} · <Time value={comment.createdAt} />
        </Text>
      </Text>
      <CommentText comment={comment} />
    </li>
  );
}
