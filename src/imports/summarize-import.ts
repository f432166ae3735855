import type { ImportOptionsDto } from './dto/import-options.dto';
import {
  type ImportDetails,
  type ImportFinding,
  type ImportResult,
  type LikelyBase,
  MAX_DETAILS,
} from './import-result';
import type { PlannedImport } from './plan-import';

/**
 * Returns the result of an import, or of its dry run, from its plan.
 *
 * @param findings of the texts of the page
 * @param revision of the project after the import
 */
export function summarizeImport(
  { file, plan, newLanguages, missingKeys, missingTexts, merging }: PlannedImport,
  { details: withDetails, dryRun }: ImportOptionsDto,
  { findings, revision, likelyBase }: { findings: ImportFinding[]; revision: string; likelyBase?: LikelyBase | null },
): ImportResult {
  const { imported, updated, skipped, details } = plan;
  if (!withDetails) return { imported, updated, skipped };
  const deletedKeyCount = missingKeys?.ids.length ?? 0;
  const deletedKeys = missingKeys?.names ?? [];
  const all = { units: file.units.length, deletedKeys: deletedKeyCount };
  const page: ImportDetails = {
    format: file.format,
    languages: file.units.languagesInUse,
    files: file.files.length > 0 ? plan.byFile.all.slice(0, MAX_DETAILS) : undefined,
    units: details.units,
    findings,
    nextCursor: dryRun ? details.nextCursor(all, deletedKeys.length, revision) : null,
    createdKeys: plan.createdKeys,
    createdLanguages: newLanguages,
    deletedKeys,
    deletedKeyCount,
    removedTexts: missingTexts?.listed ?? [],
    removedTextCount: missingTexts?.count ?? 0,
    conflicts: merging?.conflicts,
    likelyBase,
  };
  return { imported, updated, skipped, revision, details: page, warnings: file.warnings };
}
