import { type NameCollision, DuplicateNameError, MAX_COLLISIONS } from '../export-errors';
import type { ExportOptionsDto } from '../dto/export-options.dto';
import type { Snapshot } from '../snapshot/snapshot';
import { isSelected } from './file-of-key';

/**
 * Checks that no two keys in one file have the same name, if the names stand there without their namespaces. Keys
 * without a text count too, so that the result does not depend on the language.
 *
 * @throws DuplicateNameError
 */
export async function assertDistinctNames(snapshot: Snapshot, options: ExportOptionsDto): Promise<void> {
  // In one namespace, names stay distinct.
  if (!options.stripNamespace || options.namespace !== undefined) return;
  const parameters: unknown[] = [snapshot.project.id];
  const condition = isSelected(options, (value) => `$${parameters.push(value)}`);
  const collisions = await snapshot.rows<NameCollision>(selectCollisions(snapshot, condition), parameters);
  if (collisions.length > 0) throw new DuplicateNameError('stripNamespace', collisions);
}

const selectCollisions = ({ from }: Snapshot, condition: string): string => `
  SELECT substr(name, strpos(name, '.') + 1) AS written, min(name) AS one, max(name) AS other FROM ${from('keys')} k
  WHERE project_id = $1 AND ${condition} GROUP BY written HAVING count(*) > 1 ORDER BY one LIMIT ${MAX_COLLISIONS}`;
