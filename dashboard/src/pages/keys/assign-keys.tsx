import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { AssignForm, type Assigned, type AssignedProject } from '../../components/assignments/assign-form';
import { assignmentsKey } from '../../components/assignments/assignments-query';
import { sayWhenShown } from '../../components/say-when-shown';
import type { BulkTarget } from './bulk';

/** The most keys of one request. */
const MAX_KEYS = 10_000;
/** The largest page of the list of keys. */
const PAGE_SIZE = 1_000;

interface AssignKeysProps {
  project: AssignedProject;
  target: BulkTarget;
  count: number;
  /** The languages that are chosen first. */
  columns: readonly string[];
  onClose: () => void;
}

/** Assigns the selected keys to a member. */
export function AssignKeys({ project, target, count, columns, onClose }: AssignKeysProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const send = async ({ member, task, languages }: Assigned) => {
    const params = { path: { id: project.id } };
    for await (const keyIds of keysOf(project.id, target)) {
      const body = { memberId: member.id, task, languages, keyIds };
      bodyOf(await api.POST('/api/v1/projects/{id}/assignments', { params, body }));
    }
  };
  return (
    <AssignForm
      project={project}
      preset={columns}
      hint={t('assignments.keysHint', { count })}
      send={send}
      onDone={(name) => {
        onClose();
        void sayWhenShown(
          t('assignments.keysAssigned', { name, count }),
          client.invalidateQueries({ queryKey: assignmentsKey(project.id) }),
        );
      }}
      onCancel={onClose}
    />
  );
}

/** Returns the ids of the keys, as many at a time as a request takes. */
async function* keysOf(projectId: string, target: BulkTarget): AsyncGenerator<string[]> {
  if ('keyIds' in target) {
    for (let start = 0; start < target.keyIds.length; start += MAX_KEYS) {
      yield target.keyIds.slice(start, start + MAX_KEYS);
    }
    return;
  }
  const ids: string[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const params = { path: { id: projectId }, query: { ...target.filter, limit: PAGE_SIZE, cursor } };
    const page = bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params }));
    ids.push(...page.keys.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    isLast = cursor === undefined;
    if (ids.length > 0 && (isLast || ids.length > MAX_KEYS - PAGE_SIZE)) yield ids.splice(0);
  }
}
