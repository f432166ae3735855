import { type ImportDetails, type ImportResult, MAX_DETAILS } from './import-result';
import type { PlannedImport } from './plan-import';

/** Returns the result of an import, or of its dry run, from its plan. */
export function summarizeImport(
  { file, plan, newLanguages, missingKeys }: PlannedImport,
  options: { details: boolean },
): ImportResult {
  const { imported, updated, skipped } = plan;
  if (!options.details) return { imported, updated, skipped };
  const details: ImportDetails = {
    units: plan.details,
    createdKeys: plan.newKeys.length,
    createdLanguages: newLanguages,
    deletedKeys: missingKeys.slice(0, MAX_DETAILS).map(({ name }) => name),
    deletedKeyCount: missingKeys.length,
  };
  return { imported, updated, skipped, details, warnings: file.warnings };
}
