import { Button, Group, Menu, Paper, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AssignedProject } from '../../components/assignments/assign-form';
import { Dialog } from '../../components/dialog';
import { showProblem } from '../../components/show-problem';
import { STATES } from '../../components/texts/state';
import { languageName } from '../../languages';
import { useOwnLanguages, useScope } from '../../session';
import type { BulkChange } from './bulk';
import { type AskedChange, BulkDialog } from './bulk-dialog';
import { AssignKeys } from './assign-keys';
import { TagsForm } from './tags-form';
import { useBulk } from './use-bulk';
import type { SelectedKey, Selection } from './use-selection';

/** So many keys are changed without a question, because the change can be undone. */
const FEW_KEYS = 20;
/** The names of so many keys are shown before they are deleted. */
const NAMED_KEYS = 5;

interface SelectionBarProps {
  project: AssignedProject;
  /** The target languages that are columns. */
  columns: readonly string[];
  selection: Selection;
  onRename: (key: SelectedKey) => void;
  onChanged: () => void;
}

/** A bar with the actions on the selected keys, one or many. Each is one change, which can be undone. */
export function SelectionBar({ project, columns, selection, onRename, onChanged }: SelectionBarProps) {
  const { t } = useTranslation();
  const { id: projectId } = project;
  const { count, target } = selection;
  const [isTagging, setTagging] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const [asked, setAsked] = useState<AskedChange>();
  const run = useBulk(projectId, target, onChanged);
  const canWriteTexts = useScope('translations:write');
  const canReview = useScope('translations:review');
  const canWriteKeys = useScope('keys:write');
  const canDelete = useScope('keys:delete');
  const canAssign = useScope('members:manage');
  const own = columns.filter(useOwnLanguages());
  const [first] = selection.keys.values();
  const begin = (question: AskedChange) => {
    if (count === undefined || count > FEW_KEYS) setAsked(question);
    else run.run(question.change).catch(showProblem);
  };
  const askToDelete = () => {
    const names =
      count !== undefined &&
      count <= NAMED_KEYS &&
      [...selection.keys.values()].map(({ id, name }) => <code key={id}>{name}</code>);
    // The question itself counts the keys.
    const hint = count !== undefined && (
      <>
        <Text size="sm">{t('keys.deleteHint', { count })}</Text>
        {names}
      </>
    );
    setAsked({ action: t('keys.delete'), color: 'red', change: { action: 'deleteKeys' }, hint });
  };
  return (
    <Paper withBorder p="xs" role="region" aria-label={t('keys.selection')}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {count === undefined ? t('keys.allSelected') : t('keys.selected', { count })}
        </Text>
        {(canWriteTexts || canReview) && (
          <LanguageMenu
            label={t('keys.setState')}
            languages={own}
            isPending={run.isPending}
            items={STATES.map((state) => ({
              label: t(`states.${state}`),
              disabled: state === 'reviewed' && !canReview,
            }))}
            onChoose={(language, place) => {
              const state = STATES[place];
              if (state)
                begin({ action: t('keys.setState'), change: { action: 'setState', languages: [language], state } });
            }}
          />
        )}
        {canWriteTexts && (
          <LanguageMenu
            label={t('keys.texts')}
            languages={own}
            isPending={run.isPending}
            items={[{ label: t('keys.copySource') }, { label: t('keys.clearTexts') }]}
            onChoose={(language, place) => {
              const action = place === 0 ? 'copySource' : 'clearTexts';
              setAsked({ action: t(`keys.${action}`), change: { action, languages: [language] } });
            }}
          />
        )}
        {canWriteKeys && (
          <Button size="xs" variant="default" onClick={() => setTagging(true)}>
            {t('keys.tags')}
          </Button>
        )}
        {canAssign && (
          <Button size="xs" variant="default" disabled={count === undefined} onClick={() => setAssigning(true)}>
            {t('assignments.assign')}
          </Button>
        )}
        {canWriteKeys && first && count === 1 && (
          <>
            <Button size="xs" variant="default" onClick={() => onRename(first)}>
              {t('keys.rename')}
            </Button>
            <Button size="xs" variant="default" component={Link} to={`/projects/${projectId}/keys/${first.id}`}>
              {t('keys.editKey')}
            </Button>
          </>
        )}
        {canDelete && (
          <Button size="xs" variant="default" onClick={askToDelete}>
            {t('keys.delete')}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          {t('keys.unselect')}
        </Button>
      </Group>
      <Dialog opened={isTagging} onClose={() => setTagging(false)} title={t('keys.tags')}>
        <TagsForm
          onClose={() => setTagging(false)}
          onChosen={(tags) => {
            setTagging(false);
            begin({ action: t('keys.tags'), change: { action: 'changeTags', ...tags } });
          }}
        />
      </Dialog>
      <Dialog opened={isAssigning} onClose={() => setAssigning(false)} title={t('assignments.assign')}>
        <AssignKeys
          project={project}
          target={target}
          count={count ?? 0}
          columns={columns}
          onClose={() => setAssigning(false)}
        />
      </Dialog>
      <BulkDialog
        projectId={projectId}
        target={target}
        asked={asked}
        run={run}
        onClose={() => setAsked(undefined)}
        onDone={({ action }: BulkChange) => {
          if (action === 'deleteKeys') selection.clear();
        }}
      />
    </Paper>
  );
}

interface LanguageMenuProps {
  label: string;
  languages: readonly string[];
  isPending: boolean;
  /** What can be chosen for each language. */
  items: readonly { label: string; disabled?: boolean }[];
  onChoose: (language: string, place: number) => void;
}

function LanguageMenu({ label, languages, isPending, items, onChoose }: LanguageMenuProps) {
  const { i18n } = useTranslation();
  if (languages.length === 0) return null;
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        <Button size="xs" variant="default" loading={isPending}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {languages.map((language) => (
          <Fragment key={language}>
            <Menu.Label>{languageName(language, i18n.language)}</Menu.Label>
            {items.map(({ label: text, disabled }, place) => (
              <Menu.Item key={text} disabled={disabled} onClick={() => onChoose(language, place)}>
                {text}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
