import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog';
import type { KeysAddress } from '../address';
import { ProgressOfChange } from '../bulk-dialog';
import type { ShownProject } from '../index';
import { useStoppable } from '../use-bulk';
import { Counts, Done } from './numbers';
import { PretranslateForm } from './pretranslate-form';
import { type Pretranslated, type Pretranslation, sendPretranslation } from './pretranslation';

interface PretranslateDialogProps {
  project: ShownProject;
  address: KeysAddress;
  onClose: () => void;
  onChanged: () => void;
}

/** Translates missing texts from the memory and by a machine: first the numbers are shown, then it is one change, which can be undone. */
export function PretranslateDialog({ project, address, onClose, onChanged }: PretranslateDialogProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Pretranslation>();
  const [done, setDone] = useState<Pretranslated>();
  const run = useStoppable(
    (pretranslation: Pretranslation, sending) => sendPretranslation(project.id, pretranslation, sending),
    (result) => {
      setDone(result);
      onChanged();
    },
  );
  const onContinue = (cursor: string) => {
    setDone(undefined);
    setAsked((before) => before && { ...before, cursor });
  };
  return (
    <Dialog
      opened
      // A change that is under way goes on until the person stops it.
      onClose={() => !run.isPending && onClose()}
      title={t('keys.pretranslate.title')}
      withCloseButton={!run.isPending}
    >
      {run.progress && <ProgressOfChange progress={run.progress} stop={run.stop} />}
      {done ? (
        <Done projectId={project.id} done={done} onClose={onClose} onChanged={onChanged} onContinue={onContinue} />
      ) : (
        <Stack display={run.progress && 'none'}>
          <PretranslateForm
            project={project}
            address={address}
            onAsked={setAsked}
            onEdited={() => setAsked(undefined)}
          />
          {asked && (
            <Counts
              key={JSON.stringify(asked)}
              projectId={project.id}
              asked={asked}
              run={() => run.run(asked)}
              onCancel={onClose}
              onContinue={onContinue}
            />
          )}
        </Stack>
      )}
    </Dialog>
  );
}
