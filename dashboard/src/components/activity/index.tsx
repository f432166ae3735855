import './activity.css';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/client';
import { ChangeHeading } from '../change-heading';
import { FoldedHeading } from './folded-heading';
import { foldEdits, type Row } from './fold-edits';
import { SummaryLines } from './summary-lines';

type Change = Schemas['Change'];

interface ActivityProps {
  projectId: string;
  /** With summaries, the newest first. */
  changes: readonly Change[];
  /** Returns what can be done with a change. */
  actionsOf?: (change: Change) => ReactNode;
}

/** Changes of a project, each with the texts that it concerned. What an author edits within ten minutes is one row, which unfolds. */
export function Activity({ changes, ...row }: ActivityProps) {
  return (
    <ul className="changes">
      {foldEdits(changes).map((folded) => {
        const [newest] = folded;
        return folded.length > 1 ? (
          // A row that receives another edit stays unfolded.
          <FoldedRow key={`edits ${folded.at(-1)?.revision}`} folded={folded} {...row} />
        ) : (
          <ChangeRow key={newest.revision} change={newest} {...row} />
        );
      })}
    </ul>
  );
}

type RowProps = Omit<ActivityProps, 'changes'>;

function ChangeRow({ change, projectId, actionsOf }: { change: Change } & RowProps) {
  const { items = [], hasMore = false } = change.summary ?? {};
  const isOneKey = !hasMore && new Set(items.map(({ keyId }) => keyId)).size === 1;
  return (
    <li>
      <ChangeHeading change={change} projectId={projectId} hasCounts={!isOneKey}>
        <SummaryLines projectId={projectId} items={items} />
      </ChangeHeading>
      {actionsOf?.(change)}
    </li>
  );
}

function FoldedRow({ folded, ...row }: { folded: Row } & RowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <FoldedHeading folded={folded} projectId={row.projectId} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && (
        <ul className="changes change-items">
          {folded.map((change) => (
            <ChangeRow key={change.revision} change={change} {...row} />
          ))}
        </ul>
      )}
    </li>
  );
}
