import type { Transaction } from '../database/transaction';
import { queueStatement, queueValues } from '../webhooks/queue-statement';

/** Queues the event `comment.created`, in the transaction that writes the comment. */
export async function queueCreated(tx: Transaction, projectId: string, commentId: string): Promise<void> {
  await tx.rows(QUEUE, queueValues(projectId, commentId));
}

const QUEUE = queueStatement('comment.created', {
  source: 'comments c JOIN keys k ON k.id = c.key_id',
  data: `json_build_object(
    'projectId', c.project_id, 'keyId', k.id, 'keyName', k.name, 'commentId', c.id,
    'replyTo', nullif(c.thread_id, c.id), 'language', c.language, 'text', c.text,
    'apiKey', CASE WHEN c.api_key_id IS NOT NULL THEN json_build_object('id', c.api_key_id, 'name', c.api_key_name) END,
    'person', (SELECT json_build_object('id', p.id, 'name', p.name) FROM persons p WHERE p.id = c.person_id))`,
  at: 'c.created_at',
  where: 'c.id = $3',
});
