import { workerData } from 'node:worker_threads';
import { createDatabase } from './new-database';
import type { SessionPlace } from './session-thread';

// The entry of the worker thread that creates the embedded database of `workerData`, and ends.
const { dataDir, durability } = workerData as SessionPlace;
void createDatabase(dataDir, durability === 'full');
