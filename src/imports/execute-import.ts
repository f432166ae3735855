import { KeyStore } from '../keys/key-store';
import type { ProjectWrite } from '../projects/write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import type { PlannedImport } from './plan-import';

/** Writes a planned import in the transaction in which it was planned. */
export async function executeImport(
  write: ProjectWrite,
  { file, plan, newLanguages, missingKeys }: PlannedImport,
  { conflict }: ImportOptionsDto,
): Promise<void> {
  const { translations, languageMeta, project } = write;
  const keys = new KeyStore(write);
  await write.addLanguages(newLanguages);
  await keys.insert(plan.newKeys);
  await translations.insert(plan.insertedTexts);
  await translations.replace(plan.replacedTexts);
  await translations.remove(plan.removedTexts);
  await keys.delete(missingKeys.map(({ id }) => id));
  await translations.setMeta(plan.metas, file.metaId);
  // The keys of an empty project are new, and inserted with their descriptions.
  if (project.stringCount > 0) await keys.describe(file.keys, file.metaId, conflict === 'overwrite');
  await languageMeta.set(file.languageMetas, file.metaId);
}
