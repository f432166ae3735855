import { Alert, Anchor, Autocomplete, Card, SimpleGrid } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { projectQuery } from '../../api/queries';
import { Form } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { sayWhenShown } from '../../components/say-when-shown';
import { useScope } from '../../session';
import { type Options, optionsOf, toBody } from './publish-options';
import { PublishFields } from './publish-fields';
import { PublishPreview } from './publish-preview';
import { type Channel, channelsQuery, refreshReleases, releaseQuery } from './releases-data';
import { explainRefusal } from './refusal';

/** Publishes the texts of a project to a channel, and shows before what that brings. */
export function PublishPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const canManage = useScope('releases:manage');
  const project = useQuery(projectQuery(id));
  const channels = useQuery(channelsQuery(id));
  return (
    <Page title={t('releases.publishTitle')} hint={t('releases.publishHint')}>
      <Anchor component={Link} to={`/projects/${id}/releases`} size="sm">
        {t('releases.back')}
      </Anchor>
      {canManage ? (
        <Loaded query={project}>
          {(found) => (
            <Loaded query={channels}>{(list) => <Publish key={found.id} project={found} channels={list} />}</Loaded>
          )}
        </Loaded>
      ) : (
        <Alert color="gray">{t('releases.notAllowed')}</Alert>
      )}
    </Page>
  );
}

function Publish({ project, channels }: { project: Schemas['ProjectDetails']; channels: readonly Channel[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [address] = useSearchParams();
  const [name, setName] = useState(address.get('channel') ?? channels[0]?.name ?? 'production');
  const [chosen, setChosen] = useState<Partial<Options>>({});
  const channel = name.trim();
  const served = channels.find((other) => other.name === channel)?.release ?? null;
  // A channel is published again as it was before, unless something else is chosen.
  const last = useQuery({ ...releaseQuery(project.id, served?.id ?? ''), enabled: served !== null });
  const isKnown = served === null || last.data !== undefined;
  const options = isKnown ? { ...optionsOf(project, served === null ? undefined : last.data), ...chosen } : undefined;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <PublishPreview project={project} served={served} options={options} />
      <Card withBorder style={{ alignSelf: 'start' }}>
        <Form
          submit={t('releases.publish')}
          send={async () => {
            const params = { path: { id: project.id } };
            const body = { channel, ...(options && toBody(project, options)) };
            return bodyOf(await api.POST('/api/v1/projects/{id}/releases', { params, body })).release;
          }}
          onDone={async ({ id, revision, channel }) => {
            await navigate(`/projects/${project.id}/releases/${id}`);
            await sayWhenShown(
              t('releases.published', { revision, name: channel }),
              refreshReleases(client, project.id),
            );
          }}
          explain={(error) => explainRefusal(error, project)}
          isComplete={channel !== '' && options !== undefined && options.languages.length > 0}
        >
          {(errors) => (
            <>
              <Autocomplete
                label={t('releases.channel')}
                description={t('releases.channelHint')}
                data={channels.map((other) => other.name)}
                value={name}
                onChange={setName}
                error={errors.get('/channel')}
              />
              <Loaded query={{ ...last, isPending: !isKnown && last.isPending, data: options }}>
                {(shown) => (
                  <PublishFields
                    project={project}
                    options={shown}
                    onChange={(values) => setChosen((current) => ({ ...current, ...values }))}
                    errors={errors}
                  />
                )}
              </Loaded>
            </>
          )}
        </Form>
      </Card>
    </SimpleGrid>
  );
}
