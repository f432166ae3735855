import { Card, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { ChangesBetween } from './changes-between';
import { OpenFindings } from './open-findings';
import type { Options } from './publish-options';
import type { Channel } from './releases-data';

/** Shows what a release would bring to a channel: the changes since the release that it serves, and what the checks find. */
export function PublishPreview({
  project,
  served,
  options,
}: {
  project: Schemas['ProjectDetails'];
  /** Null: the channel is new. */
  served: Channel['release'] | null;
  /** Undefined: the options of the last release are not read yet. */
  options: Options | undefined;
}) {
  const { t } = useTranslation();
  const { id, revision } = project;
  return (
    <Stack gap="lg">
      <Card withBorder component="section" aria-label={t('releases.whatIsNew')}>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('releases.whatIsNew')}
          </Title>
          {served === null && <Text>{t('releases.firstRelease', { revision })}</Text>}
          {served?.revision === revision && <Text>{t('releases.nothingNew', { revision })}</Text>}
          {served !== null && served.revision < revision && (
            <>
              <Text>
                {t('releases.changesSince', { count: revision - served.revision, now: served.revision, revision })}
              </Text>
              <ChangesBetween projectId={id} after={served.revision} upTo={revision} />
            </>
          )}
        </Stack>
      </Card>
      {options && <OpenFindings projectId={id} languages={options.languages} failOn={options.failOn} />}
    </Stack>
  );
}
