import 'reflect-metadata';
import 'dotenv/config';
import { readSettings } from './src/config/settings';
import { CliDataSource } from './src/database/cli-data-source';
import { entities } from './src/entities';

/** The data source of the TypeORM command line, not of the service: `npx typeorm schema:log -d dist/ormconfig.js`. */
export default new CliDataSource(readSettings(process.env), entities);
