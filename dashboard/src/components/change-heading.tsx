import './changes.css';
import { Anchor, Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../api/client';
import { ChangeCounts } from './change-counts';
import { usePersonName } from './person-name';
import { Time } from './time';

type Change = Schemas['Change'];

/** Shows the kind of a change, its counts, its author and its time. */
export function ChangeHeading({
  change,
  projectId,
  isLink = true,
  hasCounts = true,
  children,
}: {
  change: Change;
  projectId: string;
  isLink?: boolean;
  hasCounts?: boolean;
  /** Lines about the effect of the change. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const { revision, at, action, apiKey, person, counts } = change;
  const title = t(`changes.actions.${action.replace('.', '_')}`);
  return (
    <div>
      <Group gap="xs">
        {isLink ? (
          <Anchor component={Link} to={`/projects/${projectId}/history/${revision}`} fw={600} className="change-title">
            {title}
          </Anchor>
        ) : (
          <Text fw={600}>{title}</Text>
        )}
        <Relations change={change} projectId={projectId} />
      </Group>
      {hasCounts && (
        <Text size="sm">
          <ChangeCounts counts={counts} />
        </Text>
      )}
      {children}
      <Text size="xs" c="dimmed" className="change-author">
        {t('changes.revision', { revision })} · <Time value={at} /> · {person ? personName(person.name) : apiKey?.name}
      </Text>
    </div>
  );
}

/** The file of an import, and the changes that this one undid, restored or was undone by. */
function Relations({ change, projectId }: { change: Change; projectId: string }) {
  const { t } = useTranslation();
  const link = (revision: number, text: string) => (
    <Anchor component={Link} to={`/projects/${projectId}/history/${revision}`} size="sm">
      {text}
    </Anchor>
  );
  const { import: file, undoes, undoesKeyId, undoneBy, restores } = change;
  return (
    <>
      {file && (
        <Text size="sm" className="key-name">
          {file.fileName ?? file.format}
        </Text>
      )}
      {undoes !== undefined &&
        link(undoes, t(undoesKeyId === undefined ? 'changes.undoes' : 'changes.undoesOfKey', { revision: undoes }))}
      {restores !== undefined && (
        <Badge variant="default" tt="none">
          {t('changes.restores', { revision: restores })}
        </Badge>
      )}
      {undoneBy !== undefined && link(undoneBy, t('changes.undoneBy', { revision: undoneBy }))}
    </>
  );
}
