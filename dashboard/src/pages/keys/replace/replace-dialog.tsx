import { useState } from 'react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog';
import type { KeysAddress } from '../address';
import { ProgressOfChange } from '../bulk-dialog';
import type { ShownProject } from '../index';
import { offerUndo, useStoppable } from '../use-bulk';
import { Preview } from './preview';
import { ReplaceForm } from './replace-form';
import { type Replacement, sendReplacement } from './replacement';

interface ReplaceDialogProps {
  project: ShownProject;
  address: KeysAddress;
  onClose: () => void;
  onChanged: () => void;
}

/** Searches and replaces in the texts of a language: first each text is shown, then it is one change, which can be undone. */
export function ReplaceDialog({ project, address, onClose, onChanged }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Replacement>();
  const close = () => {
    setAsked(undefined);
    onClose();
  };
  const run = useStoppable(
    (change: Replacement & { exceptKeyIds?: string[]; ifRevision: number }, sending) => {
      const { ifRevision, ...body } = change;
      return sendReplacement(project.id, body, { ifRevision }, sending);
    },
    ({ answer: { change, count } }) => {
      close();
      onChanged();
      if (change !== null) offerUndo(project.id, change, i18next.t('keys.replace.done', { count }), onChanged);
    },
  );
  return (
    <Dialog
      opened
      // A change that is under way goes on until the person stops it.
      onClose={() => !run.isPending && close()}
      title={t('keys.replace.title')}
      size="xl"
      withCloseButton={!run.isPending}
    >
      {run.progress && <ProgressOfChange progress={run.progress} stop={run.stop} />}
      <div hidden={run.progress !== undefined}>
        <ReplaceForm project={project} address={address} onAsked={setAsked} onEdited={() => setAsked(undefined)} />
        {asked && (
          <Preview
            key={JSON.stringify(asked)}
            projectId={project.id}
            replacement={asked}
            replace={(except, ifRevision) =>
              run.run({ ...asked, ...(except.length > 0 && { exceptKeyIds: except }), ifRevision })
            }
          />
        )}
      </div>
    </Dialog>
  );
}
