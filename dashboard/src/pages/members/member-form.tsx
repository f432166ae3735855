import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { allProjectsQuery } from '../../api/queries';
import { Form } from '../../components/dialog';
import { LanguagesSelect } from '../../components/language-select';
import { useChanged } from '../../components/use-changed';
import { useMe } from '../../session';

type Role = Schemas['Role'];

const ROLES: readonly Role[] = ['viewer', 'translator', 'reviewer', 'developer', 'manager', 'owner'];

interface Values {
  email: string;
  role: Role;
  projectIds: string[] | null;
  languages: string[] | null;
}

/** The role of a person, and the projects and languages that bound it. */
export function MemberForm<T>({
  member,
  asksEmail = false,
  submit,
  send,
  onDone,
  onCancel,
  children,
}: {
  /** What a member has; none: a person is invited. */
  member?: Omit<Values, 'email'>;
  asksEmail?: boolean;
  submit: string;
  send: (values: Values, changed: Partial<Values>) => Promise<T>;
  onDone: (result: T) => unknown;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const own = useMe();
  const { data: projects = [] } = useQuery(allProjectsQuery);
  const [email, setEmail] = useInputState('');
  const [role, setRole] = useState<Role>(member?.role ?? 'translator');
  const [projectIds, setProjectIds] = useState(member ? member.projectIds : own.projectIds);
  const [languages, setLanguages] = useState(member ? member.languages : own.languages);
  const values = { email, role, projectIds, languages };
  const changed = useChanged(values);
  // Only owners make owners. An API key makes the first one, if the service allows it.
  const roles = ROLES.filter((each) => each !== 'owner' || own.role === 'owner' || own.person === null);
  const isSendable = member === undefined || Object.keys(changed).length > 0;
  const isComplete = projectIds?.length !== 0 && languages?.length !== 0 && (!asksEmail || email.trim() !== '');
  return (
    <Form
      submit={submit}
      send={() => send(values, changed)}
      onDone={onDone}
      onCancel={onCancel}
      isComplete={isComplete && isSendable}
    >
      {(errors) => (
        <>
          {asksEmail && (
            <TextInput
              label={t('account.email')}
              error={errors.get('/email')}
              type="email"
              value={email}
              onChange={setEmail}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Select
            label={t('members.role')}
            description={t(`roleHints.${role}`)}
            error={errors.get('/role')}
            data={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
            value={role}
            onChange={(value) => value !== null && setRole(value)}
            allowDeselect={false}
          />
          <Switch
            label={t('members.limitLanguages')}
            checked={languages !== null}
            onChange={(event) => setLanguages(event.currentTarget.checked ? [] : null)}
          />
          {languages !== null && (
            <LanguagesSelect label={t('members.languages')} value={languages} onChange={setLanguages} />
          )}
          <Switch
            label={t('members.limitProjects')}
            checked={projectIds !== null}
            onChange={(event) => setProjectIds(event.currentTarget.checked ? [] : null)}
          />
          {projectIds !== null && (
            <MultiSelect
              label={t('apiKeys.projects')}
              error={errors.get('/projectIds')}
              data={projects.map(({ id, name }) => ({ value: id, label: name }))}
              value={projectIds}
              onChange={setProjectIds}
              searchable
            />
          )}
          {children}
        </>
      )}
    </Form>
  );
}
