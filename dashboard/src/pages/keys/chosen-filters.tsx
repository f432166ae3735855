import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { statisticsQuery } from '../../api/queries';
import { assigneeQuery, ownKeysQuery } from '../../components/assignments/assignments-query';
import { RemovableChip, ToggleChip } from '../../components/chip';
import { usePersonName } from '../../components/person-name';
import { languageName } from '../../languages';
import { useMe } from '../../session';
import type { FilterProps } from './filter-fields';

/** The filters that most people work with, for the language of the first column, each with the number of its keys. */
export function QuickFilters({ project, address }: FilterProps) {
  const { t } = useTranslation();
  const { query, columns, set } = address;
  const { data: statistics } = useQuery(statisticsQuery(project.id));
  const [language] = columns;
  if (language === undefined) return <AssignedToMe project={project} address={address} />;
  const counts = statistics?.languages[language];
  const none = { needsWork: undefined, untranslated: undefined, state: undefined, outdated: undefined };
  const chips = [
    { name: 'needsWork', value: language, count: undefined, isOn: query.needsWork === language },
    { name: 'untranslated', value: language, count: counts?.untranslated, isOn: query.untranslated === language },
    { name: 'outdated', value: 'true', count: counts?.outdated, isOn: query.outdated === true },
    { name: 'state', value: 'draft', count: counts?.draft, isOn: query.state === 'draft' },
  ];
  const shown = chips.filter(({ count, isOn }) => isOn || count !== 0);
  const isDiscussed = query.openComments === true;
  return [
    ...shown.map(({ name, value, count, isOn }) => (
      <ToggleChip
        key={name}
        label={t(`filters.${name}`)}
        // The filters of states apply to all columns, the number to one language.
        count={name === 'untranslated' || columns.length === 1 ? count : undefined}
        isOn={isOn}
        onToggle={() => set({ ...none, [name]: isOn ? undefined : value })}
      />
    )),
    <ToggleChip
      key="openComments"
      label={t('filters.openComments')}
      isOn={isDiscussed}
      onToggle={() => set({ openComments: isDiscussed ? undefined : 'true' })}
    />,
    <AssignedToMe key="assignedToMe" project={project} address={address} />,
  ];
}

/** The keys that are assigned to the person in one of the columns. An API key is no person, and a person without any needs no filter. */
function AssignedToMe({ project, address: { query, columns, set } }: FilterProps) {
  const { t } = useTranslation();
  const isPerson = useMe().person !== null;
  const { data: count } = useQuery({ ...ownKeysQuery(project.id, columns, query.task), enabled: isPerson });
  const isOn = query.assignee === 'me';
  if (!isPerson || (!isOn && !count)) return null;
  return (
    <ToggleChip
      label={t('filters.assignedToMe')}
      count={count}
      isOn={isOn}
      onToggle={() => set({ assignee: isOn ? undefined : 'me', task: undefined })}
    />
  );
}

/** The other filters that are chosen, each with its own name. */
export function ChosenFilters({ project, address }: FilterProps) {
  const { t, i18n } = useTranslation();
  const { query, columns, tags, set } = address;
  const { namespace, untranslated, needsWork, state, check, assignee, task } = query;
  const isPerson = useMe().person !== null;
  return (
    <>
      {namespace !== undefined && (
        <RemovableChip name={t('keys.namespace')} onRemove={() => set({ namespace: undefined })}>
          {namespace || t('keys.noNamespace')}
        </RemovableChip>
      )}
      {untranslated !== undefined && untranslated !== columns[0] && (
        <RemovableChip name={t('keys.untranslatedIn')} onRemove={() => set({ untranslated: undefined })}>
          {languageName(untranslated, i18n.language)}
        </RemovableChip>
      )}
      {needsWork !== undefined && needsWork !== columns[0] && (
        <RemovableChip name={t('filters.needsWork')} onRemove={() => set({ needsWork: undefined })}>
          {languageName(needsWork, i18n.language)}
        </RemovableChip>
      )}
      {state !== undefined && state !== 'draft' && (
        <RemovableChip name={t('keys.status')} onRemove={() => set({ state: undefined })}>
          {t(`states.${state}`)}
        </RemovableChip>
      )}
      {check !== undefined && (
        <RemovableChip name={t('checks.label')} onRemove={() => set({ check: undefined })}>
          {t(`checks.${check}`)}
        </RemovableChip>
      )}
      {assignee !== undefined && !(isPerson && assignee === 'me') && (
        <RemovableChip name={t('filters.assignee')} onRemove={() => set({ assignee: undefined, task: undefined })}>
          <AssigneeName projectId={project.id} assignee={assignee} />
        </RemovableChip>
      )}
      {task !== undefined && (
        <RemovableChip name={t('assignments.task')} onRemove={() => set({ task: undefined })}>
          {t(`assignments.tasks.${task}`)}
        </RemovableChip>
      )}
      {tags.map((tag) => (
        <RemovableChip
          key={tag}
          name={t('keys.tag')}
          onRemove={() => set({ tag: tags.filter((other) => other !== tag).join(',') || undefined })}
        >
          {tag}
        </RemovableChip>
      ))}
    </>
  );
}

function AssigneeName({ projectId, assignee }: { projectId: string; assignee: string }) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const { data: name } = useQuery({ ...assigneeQuery(projectId, assignee), enabled: assignee !== 'me' });
  return <bdi>{name ? personName(name) : t('assignments.unknownMember')}</bdi>;
}
