import type { ImportOptionsDto } from './dto/import-options.dto';
import type { ImportDetails, ImportFinding, ImportResult } from './import-result';
import type { PlannedImport } from './plan-import';

/**
 * Returns the result of an import, or of its dry run, from its plan.
 *
 * @param findings of the texts of the page
 * @param revision of the project after the import
 */
export function summarizeImport(
  { file, plan, newLanguages, missingKeys }: PlannedImport,
  { details: withDetails, dryRun }: ImportOptionsDto,
  findings: ImportFinding[],
  revision: string,
): ImportResult {
  const { imported, updated, skipped, details } = plan;
  if (!withDetails) return { imported, updated, skipped };
  const deletedKeyCount = missingKeys?.ids.length ?? 0;
  const page: ImportDetails = {
    format: file.format,
    languages: file.units.languagesInUse,
    units: details.units,
    findings,
    nextCursor: dryRun ? details.nextCursor(file.units.length, deletedKeyCount, revision) : null,
    createdKeys: plan.createdKeys,
    createdLanguages: newLanguages,
    deletedKeys: missingKeys?.names ?? [],
    deletedKeyCount,
  };
  return { imported, updated, skipped, revision, details: page, warnings: file.warnings };
}
