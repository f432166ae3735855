import { ActionIcon } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf } from '../api/client';
import { BellIcon } from './icons';

/** Milliseconds after which the numbers are read again, if nothing else says that they have changed. */
const REPEAT_MS = 60_000;

const NONE = { mentions: 0, replies: 0, assignments: 0, invitations: 0 };

/** The numbers of unread items of the person. */
const unreadQuery = queryOptions({
  queryKey: ['inbox', 'unread'],
  queryFn: async ({ signal }) => {
    const params = { query: { limit: 1, unread: true } };
    return bodyOf(await api.GET('/api/v1/inbox', { params, signal })).unread;
  },
  refetchInterval: REPEAT_MS,
});

/** Leads to the inbox, and tells how much is unread. */
export function InboxLink() {
  const { t } = useTranslation();
  const { data: { mentions, replies, assignments, invitations } = NONE } = useQuery(unreadQuery);
  const count = mentions + replies + assignments + invitations;
  const label = count === 0 ? t('inbox.title') : t('inbox.unread', { count });
  return (
    <ActionIcon component={Link} to="/inbox" variant="default" size={30} aria-label={label} className="inbox-link">
      <BellIcon />
      {count > 0 && (
        <span className="inbox-count" aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </ActionIcon>
  );
}
