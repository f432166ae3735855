import 'reflect-metadata';
import 'dotenv/config';
import { readSettings } from './src/config/settings';
import { CliDataSource } from './src/database/cli-data-source';
import { entities } from './src/entities';
import { migrationOptions } from './src/migration-options';

const settings = readSettings(process.env);

/** The data source of the TypeORM command line, not of the service: `npx typeorm schema:log -d dist/ormconfig.js`. */
export default new CliDataSource(settings, entities, migrationOptions(settings));
