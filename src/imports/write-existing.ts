import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { chunksOf } from '../database/chunks';
import { sortTags } from '../keys/key';
import type { ProjectWrite } from '../project-write/project-write';
import { KeyStore } from '../project-write/stores/key-store';
import type { ImportOptionsDto } from './dto/import-options.dto';
import type { OtherKey } from './import-plan';
import { replaces } from './merge/merge-rule';
import type { PlannedImport } from './plan-import';
import { isDescribed } from './reading/described-key';

/** Writes the metadata and states of texts that stay the same. */
export async function writeSettings(write: ProjectWrite, { file, plan }: PlannedImport): Promise<void> {
  for (const chunk of chunksOf(plan.settings(), write.tx.rowsPerStatement, ({ meta }) => meta?.length ?? 0)) {
    await write.together(async ({ translations }) => {
      const metas = chunk.flatMap(({ meta, ...text }) => (meta === undefined ? [] : [{ ...text, meta }]));
      const states = chunk.flatMap(({ state, ...text }) => (state === undefined ? [] : [{ ...text, state }]));
      await translations.setMeta(metas, file.metaId);
      await translations.setStates(states);
    });
  }
}

/**
 * Writes what the file changes of its keys that the project has, and removes texts of them. The row of a key is written by one
 * transaction only: a text that is removed writes it too.
 */
export async function writeKeys(
  write: ProjectWrite,
  { file, plan, keptLabels, clearsPaths }: PlannedImport,
  options: ImportOptionsDto,
): Promise<void> {
  // New keys are inserted with their descriptions.
  if (write.project.stringCount === 0) return;
  const tags = sortTags(options.tags ?? []);
  const description = { metaId: file.metaId, overwrite: replaces(options), tags, clearsPaths };
  const yielder = new EventLoopYielder();
  const lengthOf = ({ key }: OtherKey): number => (key.description?.length ?? 0) + (key.meta?.length ?? 0);
  const rowsOf = ({ index }: OtherKey): number => 1 + plan.removedTextCount(index);
  for (const chunk of chunksOf(plan.otherKeys(), write.tx.rowsPerStatement, lengthOf, rowsOf)) {
    const taken = chunk.map(({ index, key }) => ({ index, key: keptLabels.without(key) }));
    const described = tags.length > 0 || clearsPaths ? taken : taken.filter(({ key }) => isDescribed(key));
    const removed = chunk.flatMap(({ index }) => [...plan.removedTexts(index)]);
    const named = chunk.flatMap(({ index }) => plan.namedBySource(index) ?? []);
    if (described.length + removed.length + named.length > 0) {
      await write.together(async (part) => {
        const keys = new KeyStore(part);
        await part.translations.remove(removed);
        const rows = described.map(({ key }) => key);
        for (const place of await keys.describe(rows, description)) plan.describe(described[place]?.index ?? -1);
        await keys.nameBySource(named);
      });
    }
    await yielder.yieldIfDue();
  }
}
