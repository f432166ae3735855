import 'reflect-metadata';
import 'dotenv/config';
import { readSettings } from './src/config/settings';
import { dataSourceOf } from './src/database/open-database';
import { entities } from './src/entities';

/** For the TypeORM command line: `npx typeorm migration:show -d dist/ormconfig.js`. The service itself does not use it. */
export default dataSourceOf(readSettings(process.env), entities);
