import './inbox.css';
import { Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { leftQuery } from '../../components/assignments/assignments-query';
import { CommentText } from '../../components/comments/comment-text';
import { Empty, Loading, Page } from '../../components/page';
import { usePersonName } from '../../components/person-name';
import { ProblemAlert } from '../../components/problem-alert';
import { Time } from '../../components/time';
import { languageName } from '../../languages';
import { InvitationItem } from './invitation-item';

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

/** Comments that mention the person, replies in the discussions of the person, what is assigned to the person, and invitations. */
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
              onOpen={() => {
                const only = { keyId: item.comment?.keyId, assignmentId: item.assignment?.id };
                if (!item.read) read.mutate({ until: item.id, ...only });
              }}
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

interface ItemProps {
  item: Schemas['InboxItem'];
  /** Is called when the person goes to what the item is about. */
  onOpen: () => void;
}

function Item({ item, onOpen }: ItemProps) {
  const { comment, assignment, invitation } = item;
  return (
    <li className="inbox-item" data-read={item.read}>
      {comment && <CommentItem item={item} comment={comment} onOpen={onOpen} />}
      {assignment && <AssignmentItem item={item} assignment={assignment} onOpen={onOpen} />}
      {invitation && <InvitationItem invitation={invitation} isNew={!item.read} />}
    </li>
  );
}

function CommentItem({ item, comment, onOpen }: ItemProps & { comment: Schemas['Comment'] }) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const author = comment.person ? personName(comment.person.name) : (comment.apiKey?.name ?? '');
  return (
    <>
      <Text size="sm">
        {!item.read && <span className="inbox-new">{t('inbox.new')}</span>}
        <bdi className="inbox-author">{author}</bdi> {t(`inbox.${item.kind}`)} ·{' '}
        <Link
          to={`/projects/${item.projectId ?? ''}/keys/${comment.keyId}#comments`}
          className="key-name"
          onClick={onOpen}
        >
          {item.keyName}
        </Link>{' '}
        · <Place name={item.projectName} at={comment.createdAt} />
      </Text>
      <CommentText comment={comment} />
    </>
  );
}

/** An assignment, which leads to the keys that are left. */
function AssignmentItem({ item, assignment, onOpen }: ItemProps & { assignment: Schemas['InboxAssignment'] }) {
  const { t, i18n } = useTranslation();
  const personName = usePersonName();
  const { language, task, keys, assignedBy, assignedAt } = assignment;
  return (
    <Text size="sm">
      {!item.read && <span className="inbox-new">{t('inbox.new')}</span>}
      {assignedBy ? (
        <>
          <bdi className="inbox-author">{personName(assignedBy.name)}</bdi> {t(`inbox.assignments.${task}`)}
        </>
      ) : (
        t(`inbox.assigned.${task}`)
      )}{' '}
      ·{' '}
      <Anchor
        component={Link}
        to={`/projects/${item.projectId ?? ''}/keys?${leftQuery('me', task, language)}`}
        size="sm"
        underline="always"
        onClick={onOpen}
      >
        {languageName(language, i18n.language)}: {keys === null ? t('inbox.allKeys') : t('inbox.keys', { count: keys })}
      </Anchor>{' '}
      · <Place name={item.projectName} at={assignedAt} />
    </Text>
  );
}

function Place({ name, at }: { name?: string; at: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {name} · <Time value={at} />
    </Text>
  );
}
