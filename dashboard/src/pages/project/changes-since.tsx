import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf } from '../../api/client';
import { Activity } from '../../components/activity';
import { Loaded } from '../../components/loaded';

const MAX_CHANGES = 20;

const seenName = (projectId: string): string => `glossa.seen/${projectId}`;

/** Returns the revision that this browser showed last of a project; undefined for none. */
function seenRevision(projectId: string): number | undefined {
  const revision = Number(localStorage.getItem(seenName(projectId)) ?? undefined);
  return Number.isSafeInteger(revision) ? revision : undefined;
}

/** The changes of a project since the person last looked here; at the first time the latest ones. */
export function ChangesSince({ projectId, revision }: { projectId: string; revision: number }) {
  const { t } = useTranslation();
  const [seen] = useState(() => seenRevision(projectId));
  useEffect(() => localStorage.setItem(seenName(projectId), String(revision)), [projectId, revision]);
  const changes = useQuery({
    queryKey: ['changes', projectId, 'since', seen],
    queryFn: async ({ signal }) => {
      const query = {
        include: 'summary' as const,
        limit: MAX_CHANGES,
        ...(seen !== undefined && { since: String(seen) }),
      };
      const params = { path: { id: projectId }, query };
      const { changes: listed } = bodyOf(await api.GET('/api/v1/projects/{id}/changes', { params, signal }));
      return listed.filter((change) => seen === undefined || change.revision > seen);
    },
  });
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t(seen === undefined ? 'overview.latest' : 'overview.since')}
      </Title>
      <Loaded query={changes}>
        {(list) => (
          <Stack gap="sm">
            {list.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('overview.nothingNew')}
              </Text>
            ) : (
              <Activity projectId={projectId} changes={list} />
            )}
            <Anchor component={Link} to={`/projects/${projectId}/history`} size="sm">
              {t('history.back')}
            </Anchor>
          </Stack>
        )}
      </Loaded>
    </section>
  );
}
