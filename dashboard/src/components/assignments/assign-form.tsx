import { Alert, Anchor, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { membersQuery } from '../../api/queries';
import { Form } from '../dialog';
import { Loaded } from '../loaded';
import { ProjectLanguagesSelect } from '../project-language-select';
import { type Task, TASKS } from './assignments-query';

export type AssignedProject = Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage' | 'targetLanguages'>;
type Member = Schemas['Member'];

/** The member, the task and the languages of an assignment. */
export interface Assigned {
  member: Member;
  task: Task;
  languages: string[];
}

interface AssignFormProps {
  project: AssignedProject;
  /** The languages that are chosen first. */
  preset: readonly string[];
  /** The text that says which languages, or keys, are assigned. */
  hint: string;
  send: (assigned: Assigned) => Promise<unknown>;
  /** Is called with the name of the member. */
  onDone: (name: string) => void;
  onCancel: () => void;
}

/** Assigns something to a member in some languages, to translate or to review it. */
export function AssignForm(props: AssignFormProps) {
  const { t } = useTranslation();
  const members = useQuery(membersQuery);
  return (
    <Loaded query={members}>
      {(all) => {
        const writing = all.filter((member) => possibleLanguages(props.project, member, 'translate').length > 0);
        if (writing.length > 0) return <Fields {...props} members={writing} />;
        return (
          <Alert color="gray">
            {t('assignments.noMembers')}{' '}
            <Anchor component={Link} to="/settings/members" size="sm">
              {t('nav.members')}
            </Anchor>
          </Alert>
        );
      }}
    </Loaded>
  );
}

function Fields({
  project,
  preset,
  hint,
  send,
  onDone,
  onCancel,
  members,
}: AssignFormProps & { members: readonly Member[] }) {
  const { t } = useTranslation();
  const [memberId, setMemberId] = useState<string | null>(null);
  const [task, setTask] = useState<Task>('translate');
  const [chosen, setChosen] = useState([...preset]);
  const able = members.filter((each) => possibleLanguages(project, each, task).length > 0);
  const member = able.find(({ id }) => id === memberId);
  const possible = member ? possibleLanguages(project, member, task) : languagesOf(project);
  const languages = chosen.filter((tag) => possible.includes(tag));
  return (
    <Form
      submit={t('assignments.assign')}
      send={async () => {
        if (!member) return '';
        await send({ member, task, languages });
        return member.person.name;
      }}
      onDone={onDone}
      onCancel={onCancel}
      isComplete={member !== undefined && languages.length > 0}
    >
      {(errors) => (
        <>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
          <Select
            label={t('assignments.task')}
            error={errors.get('/task')}
            data={TASKS.map((value) => ({ value, label: t(`assignments.tasks.${value}`) }))}
            value={task}
            onChange={(value) => setTask(value ?? 'translate')}
            allowDeselect={false}
          />
          <Select
            label={t('assignments.member')}
            description={t(`assignments.memberHint.${task}`)}
            error={errors.get('/memberId')}
            data={able.map(({ id, person }) => ({ value: id, label: `${person.name} (${person.email})` }))}
            value={member?.id ?? null}
            onChange={setMemberId}
            searchable
            data-autofocus
          />
          <ProjectLanguagesSelect
            label={t('assignments.languages')}
            tags={possible}
            value={languages}
            onChange={setChosen}
          />
        </>
      )}
    </Form>
  );
}

const languagesOf = ({ sourceLanguage, targetLanguages }: AssignedProject): string[] => [
  ...targetLanguages,
  sourceLanguage,
];

/** The roles of members who can do a task. */
const ROLES: Readonly<Record<Task, readonly Member['role'][]>> = {
  translate: ['translator', 'reviewer', 'developer', 'manager', 'owner'],
  review: ['reviewer', 'manager', 'owner'],
};

/** Returns the languages of a project in which a member can do a task. */
function possibleLanguages(project: AssignedProject, { role, projectIds, languages }: Member, task: Task): string[] {
  if (!ROLES[task].includes(role) || projectIds?.includes(project.id) === false) return [];
  return languagesOf(project).filter((tag) => languages?.includes(tag) ?? true);
}
