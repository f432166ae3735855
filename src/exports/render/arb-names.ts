import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { toFlutterName } from '../../language-files';
import type { ExportOptionsDto } from '../dto/export-options.dto';
import { DuplicateNameError, MAX_COLLISIONS, type NameCollision } from '../export-errors';
import { type FileNames, fileOf, isSelected, nameInFile } from './file-of-key';
import type { Snapshot } from '../snapshot/snapshot';

/** A key and its name in camel case. */
interface CamelName {
  key: string;
  name: string;
  /** Keys of one file with the same name have the same id. */
  id: string;
}

/** Slots for each key: one key in sixteen shares its slot by chance. */
const SLOTS_PER_KEY = 16;

/**
 * Checks that no two keys of one file have the same name in camel case. Keys without a text count too, because Flutter
 * finds the texts of all languages by the name.
 *
 * @param files the namespaces that have files. Default: one file has all keys
 * @throws DuplicateNameError
 */
export async function assertDistinctArbNames(
  snapshot: Snapshot,
  options: ExportOptionsDto,
  files?: readonly string[],
): Promise<void> {
  if (options.arbNames !== 'camel') return;
  // The names of a large project are not in memory together: only those whose slot is taken by another one are
  // compared.
  const slots = new Uint8Array(1 + snapshot.project.stringCount * SLOTS_PER_KEY);
  for await (const { id } of camelNames(snapshot, options, files)) {
    const slot = hash(id) % slots.length;
    slots[slot] = slots[slot] === 0 ? 1 : 2;
  }
  const keys = new Map<string, string>();
  const collisions = new Map<string, NameCollision>();
  for await (const { key, name, id } of camelNames(snapshot, options, files)) {
    if (slots[hash(id) % slots.length] === 1) continue;
    const one = keys.get(id);
    if (one === undefined) keys.set(id, key);
    else if (!collisions.has(id)) collisions.set(id, { written: name, one, other: key });
    if (collisions.size >= MAX_COLLISIONS) break;
  }
  if (collisions.size > 0) throw new DuplicateNameError('arbNames', [...collisions.values()]);
}

async function* camelNames(
  snapshot: Snapshot,
  options: ExportOptionsDto,
  files: FileNames['files'],
): AsyncGenerator<CamelName> {
  const parameters: unknown[] = [snapshot.project.id];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const file = files ? fileOf(files, parameter) : '0';
  const sql = `SELECT k.name, ${file} AS file FROM ${snapshot.from('keys')} k
    WHERE k.project_id = $1 AND ${isSelected(options, parameter)} ORDER BY k.name`;
  const yielder = new EventLoopYielder();
  for await (const rows of snapshot.pages<{ name: string; file: number }>(sql, parameters)) {
    for (const row of rows) {
      const name = toFlutterName(nameInFile(row.name, { files, stripNamespace: options.stripNamespace }, row.file));
      yield { key: row.name, name, id: `${row.file} ${name}` };
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
  }
}

/** FNV-1a over code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
