import { Text } from '@mantine/core';
import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog';
import { Empty, Loading } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { Unsaved } from '../../components/texts/unsaved';
import type { KeysAddress } from './address';
import type { ShownProject } from './index';
import type { KeyPages } from './key-pages';
import { ListDone } from './list-done';
import { RenameKey } from './rename-key';
import { SelectionBar } from './selection-bar';
import { TextGrid } from './text-grid';
import { useRights } from './use-rights';
import { useSelection } from './use-selection';
import { useTextWrites } from './use-text-writes';

interface TextsProps {
  project: ShownProject;
  address: KeysAddress;
  pages: KeyPages;
  onChanged: () => void;
}

/** The texts of the keys that pass the filters, and what is done with them. */
export function Texts({ project, address, pages, onChanged }: TextsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id } = project;
  const { count, rows, done, error } = useSyncExternalStore(pages.subscribe, pages.getSnapshot);
  const rights = useRights(project);
  const writes = useTextWrites(project, pages, address.columns, rights);
  const selection = useSelection(pages);
  const [renamed, setRenamed] = useState<{ id: string; name: string }>();
  const onRenamed = (name: string) => {
    if (!renamed) return;
    setRenamed(undefined);
    // The row keeps its place until the list is read again.
    pages.change(new Set([renamed.id]), (key) => ({ ...key, name }));
    selection.rename(renamed.id, name);
    void client.invalidateQueries({ queryKey: ['namespaces', id] });
  };
  // Somebody else may have changed texts while the person was elsewhere.
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused && document.querySelector('.editor') === null) pages.reload();
      }),
    [pages],
  );
  const left = count === undefined ? undefined : count - done.size;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {left === undefined ? t('loading') : t(address.isFiltered ? 'keys.found' : 'projects.keys', { count: left })}
      </Text>
      {error !== undefined && <ProblemAlert error={error} retry={pages.reload} />}
      <Unsaved saves={writes.saves} />
      {left === 0 && done.size > 0 && <ListDone projectId={id} address={address} />}
      {selection.keys.size > 0 && (
        <SelectionBar
          project={project}
          columns={address.columns}
          selection={selection}
          onRename={setRenamed}
          onChanged={onChanged}
        />
      )}
      {rows === undefined && error === undefined && <Loading />}
      {count === 0 && (
        <Empty title={address.isFiltered ? t('keys.nothingFound') : t('keys.empty')}>
          {address.isFiltered ? t('keys.nothingFoundHint') : t('keys.emptyHint')}
        </Empty>
      )}
      {rows !== undefined && rows > 0 && (
        <TextGrid
          key={JSON.stringify(address.query)}
          project={project}
          address={address}
          pages={pages}
          count={rows}
          selection={selection}
          rights={rights}
          writes={writes}
          onRename={(key) => rights.canRename && setRenamed(key)}
        />
      )}
      <Dialog opened={renamed !== undefined} onClose={() => setRenamed(undefined)} title={t('keys.rename')}>
        {renamed && <RenameKey renamed={renamed} onCancel={() => setRenamed(undefined)} onDone={onRenamed} />}
      </Dialog>
    </>
  );
}
