import { CreateTables1763600000000 } from './1763600000000-create-tables';

/** In the order in which they run. */
export const migrations = [CreateTables1763600000000];
