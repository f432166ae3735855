import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../database/transaction';
import { assertKnown, type RegionSource, TooManyRegionsError } from './regions';
import type { Region, Screenshot } from './screenshot';
import { MAX_REGIONS } from './screenshot-errors';
import { COUNT_REGIONS, INSERT_REGIONS, LOCK_KEYS, REMOVE_REGIONS, TRIM_REGIONS } from './screenshot-rows';

export interface RegionWrite {
  source: RegionSource;
  /** Which regions are removed: all regions of existing keys, or the regions of the keys in the new list. Regions of deleted keys stay. */
  replaces: 'all' | 'same keys';
}

/** Writes regions within the picture. The screenshots of the project are locked. @throws WrongRegionsError */
export async function setRegions(
  tx: Transaction,
  { id, projectId }: Pick<Screenshot, 'id' | 'projectId'>,
  regions: readonly Region[],
  { source, replaces }: RegionWrite,
): Promise<void> {
  const keyIds = [...new Set(regions.map(({ keyId }) => keyId))].sort();
  const found = keyIds.length > 0 ? await tx.rows<{ id: string }>(LOCK_KEYS, [projectId, keyIds]) : [];
  assertKnown(regions, new Set(found.map((key) => key.id)), source);
  await tx.rows(REMOVE_REGIONS, [id, replaces === 'all' ? null : keyIds]);
  const [left] = await tx.rows<{ count: number }>(COUNT_REGIONS, [id]);
  if ((left?.count ?? 0) + regions.length > MAX_REGIONS) throw new TooManyRegionsError(source);
  if (regions.length === 0) return;
  const of = (field: 'x' | 'y' | 'width' | 'height'): number[] => regions.map((region) => region[field]);
  const ids = regions.map(() => uuidv7());
  const keys = regions.map(({ keyId }) => keyId);
  await tx.rows(INSERT_REGIONS, [id, ids, keys, of('x'), of('y'), of('width'), of('height')]);
  await tx.rows(TRIM_REGIONS, [id]);
}
