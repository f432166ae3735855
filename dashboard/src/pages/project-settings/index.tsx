import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { projectQuery, projectsQuery } from '../../api/queries';
import { ConfirmByName } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { sayWhenShown } from '../../components/say-when-shown';
import { useScope } from '../../session';
import { Details } from './details';

export function ProjectSettingsPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  const canWrite = useScope('projects:write');
  return (
    <Page title={t('settings.title')}>
      <Loaded query={project}>
        {(data) =>
          canWrite ? (
            <>
              <Details key={data.id} project={data} />
              <DeleteProject project={data} />
            </>
          ) : (
            <Alert color="gray">{t('settings.readOnly')}</Alert>
          )
        }
      </Loaded>
    </Page>
  );
}

function DeleteProject({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Card withBorder maw={640}>
      <Stack gap="sm" align="start">
        <Title order={2} size="h4">
          {t('settings.delete')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('settings.deleteHint', { count: project.stringCount })}
        </Text>
        <Button color="red" variant="outline" onClick={open}>
          {t('settings.delete')}
        </Button>
      </Stack>
      <ConfirmByName
        name={project.name}
        opened={isOpen}
        onClose={close}
        action={t('settings.delete')}
        send={async () => bodyOf(await api.DELETE('/api/v1/projects/{id}', { params: { path: { id: project.id } } }))}
        onDone={async () => {
          await navigate('/projects');
          client.removeQueries({ queryKey: ['project', project.id] });
          await sayWhenShown(
            t('settings.deleted', { name: project.name }),
            client.invalidateQueries({ queryKey: projectsQuery.queryKey }),
          );
        }}
      >
        <Text size="sm">{t('settings.deleteHint', { count: project.stringCount })}</Text>
      </ConfirmByName>
    </Card>
  );
}
