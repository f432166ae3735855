import { databaseBusy } from './database-busy.error';
import { databaseOutage } from './database-unavailable.error';
import { storageFull } from './storage-full.error';

/** Converts an error of the driver or of the file system that is no defect of the service; returns any other as it is. */
export const knownFailure = (error: unknown): unknown =>
  databaseOutage(error) ?? databaseBusy(error) ?? storageFull(error) ?? error;
