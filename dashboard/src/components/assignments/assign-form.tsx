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

export type AssignedProject = Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage' | 'targetLanguages'>;
type Member = Schemas['Member'];

/** The member and the languages of an assignment. */
export interface Assigned {
  member: Member;
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

/** Assigns something to a member in some languages. */
export function AssignForm(props: AssignFormProps) {
  const { t } = useTranslation();
  const members = useQuery(membersQuery);
  return (
    <Loaded query={members}>
      {(all) => {
        const writing = all.filter((member) => writtenLanguages(props.project, member).length > 0);
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
  const [chosen, setChosen] = useState([...preset]);
  const member = members.find(({ id }) => id === memberId);
  const possible = member ? writtenLanguages(project, member) : languagesOf(project);
  const languages = chosen.filter((tag) => possible.includes(tag));
  return (
    <Form
      submit={t('assignments.assign')}
      send={async () => {
        if (!member) return '';
        await send({ member, languages });
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
            label={t('assignments.member')}
            description={t('assignments.memberHint')}
            error={errors.get('/memberId')}
            data={members.map(({ id, person }) => ({ value: id, label: `${person.name} (${person.email})` }))}
            value={memberId}
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

/** Returns the languages of a project in which a member writes. */
function writtenLanguages(project: AssignedProject, { role, projectIds, languages }: Member): string[] {
  if (role === 'viewer' || projectIds?.includes(project.id) === false) return [];
  return languagesOf(project).filter((tag) => languages?.includes(tag) ?? true);
}
