import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { AssignForm, type AssignedProject } from '../../components/assignments/assign-form';
import {
  type Assignment,
  assignmentsKey,
  assignmentsQuery,
  leftQuery,
} from '../../components/assignments/assignments-query';
import { Confirm, Dialog } from '../../components/dialog';
import { LoadingPart } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { sayWhenShown } from '../../components/say-when-shown';
import { languageName } from '../../languages';
import { useMe, useScope } from '../../session';
import { WorkLink } from './work-link';

/** Lists the assignments of a project, and the keys that are left. Members who manage members assign languages here, and end assignments. */
export function Assigned({ project }: { project: AssignedProject }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const canAssign = useScope('members:manage');
  const assignments = useInfiniteQuery(assignmentsQuery(project.id));
  const [isAssigning, { open, close }] = useDisclosure();
  const [ending, setEnding] = useState<Assignment>();
  const list = assignments.data?.pages.flatMap((page) => page.assignments) ?? [];
  if (!canAssign && list.length === 0 && !assignments.error) return null;
  const onChanged = (message: string) => {
    void sayWhenShown(message, client.invalidateQueries({ queryKey: assignmentsKey(project.id) }));
  };
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5">
          {t('assignments.title')}
        </Title>
        {canAssign && (
          <Button size="xs" variant="default" onClick={open}>
            {t('assignments.assign')}
          </Button>
        )}
      </Group>
      {assignments.error && <ProblemAlert error={assignments.error} retry={() => void assignments.refetch()} />}
      {assignments.isPending && <LoadingPart />}
      {assignments.data && list.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('assignments.none')}
        </Text>
      )}
      {list.length > 0 && (
        <AssignmentTable project={project} assignments={list} onEnd={canAssign ? setEnding : undefined} />
      )}
      {assignments.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={assignments.isFetchingNextPage}
          onClick={() => void assignments.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      <Dialog opened={isAssigning} onClose={close} title={t('assignments.assign')}>
        <AssignForm
          project={project}
          preset={[]}
          hint={t('assignments.languagesHint')}
          send={async ({ member, task, languages }) => {
            const body = { memberId: member.id, task, languages };
            return bodyOf(
              await api.POST('/api/v1/projects/{id}/assignments', { params: { path: { id: project.id } }, body }),
            );
          }}
          onDone={(name) => {
            close();
            onChanged(t('assignments.assigned', { name }));
          }}
          onCancel={close}
        />
      </Dialog>
      {ending && (
        <Confirm
          opened
          onClose={() => setEnding(undefined)}
          action={t('assignments.end')}
          send={async () =>
            bodyOf(await api.DELETE('/api/v1/assignments/{id}', { params: { path: { id: ending.id } } }))
          }
          onDone={() => {
            setEnding(undefined);
            onChanged(t('assignments.ended'));
          }}
        >
          <Text size="sm">
            {t('assignments.endQuestion', {
              name: ending.member.person.name,
              language: languageName(ending.language, i18n.language),
              task: t(`assignments.tasks.${ending.task}`),
            })}
          </Text>
        </Confirm>
      )}
    </section>
  );
}

interface AssignmentTableProps {
  project: AssignedProject;
  assignments: readonly Assignment[];
  /** Undefined: the caller cannot end assignments. */
  onEnd: ((assignment: Assignment) => void) | undefined;
}

function AssignmentTable({ project, assignments, onEnd }: AssignmentTableProps) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={360} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing={6} horizontalSpacing={8} className="numbers">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('assignments.member')}</Table.Th>
            <Table.Th>{t('overview.language')}</Table.Th>
            <Table.Th>{t('assignments.task')}</Table.Th>
            <Table.Th>{t('assignments.left')}</Table.Th>
            <Table.Th>{t('nav.keys')}</Table.Th>
            {onEnd && (
              <Table.Th>
                <span className="visually-hidden">{t('actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {assignments.map((assignment) => (
            <AssignmentRow key={assignment.id} project={project} assignment={assignment} onEnd={onEnd} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function AssignmentRow({
  project: { id, targetLanguages },
  assignment,
  onEnd,
}: Omit<AssignmentTableProps, 'assignments'> & { assignment: Assignment }) {
  const { t, i18n } = useTranslation();
  const { person: own } = useMe();
  const { member, language, task, keys, left } = assignment;
  const isOwn = member.person.id === own?.id;
  const assignee = isOwn ? 'me' : member.id;
  const query = `assignee=${assignee}&task=${task}&languages=${language}`;
  const name = languageName(language, i18n.language);
  // The list of keys has columns of target languages only.
  const isListed = keys !== null && targetLanguages.includes(language);
  return (
    <Table.Tr>
      <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{member.person.name}</bdi>{' '}
        {isOwn && (
          <Badge size="sm" variant="default">
            {t('members.self')}
          </Badge>
        )}
      </Table.Th>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{t(`assignments.tasks.${task}`)}</Table.Td>
      <Table.Td>
        <WorkLink projectId={id} query={leftQuery(assignee, task, language)} count={left} />
      </Table.Td>
      <Table.Td>
        {isListed ? <WorkLink projectId={id} query={query} count={keys} /> : (keys ?? t('assignments.allKeys'))}
      </Table.Td>
      {onEnd && (
        <Table.Td ta="end">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('assignments.endOf', {
              name: member.person.name,
              language: name,
              task: t(`assignments.tasks.${task}`),
            })}
            onClick={() => onEnd(assignment)}
          >
            {t('assignments.end')}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
