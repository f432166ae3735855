// The data source of generate-migration.mjs: an embedded database in memory to which all migrations have been applied.
import 'reflect-metadata';
import cliDataSource from '../dist/src/database/cli-data-source.js';
import embeddedDatabase from '../dist/src/database/embedded/embedded-database.js';
import migrate from '../dist/src/database/migrate.js';
import openDatabase from '../dist/src/database/open-database.js';
import registry from '../dist/src/entities.js';

const { entities } = registry;
const location = { embedded: await embeddedDatabase.EmbeddedDatabase.inMemory(), dataDir: '' };
const { dataSource, close } = await openDatabase.openDatabase(location, entities);
await migrate.migrateUnderLock(dataSource);
await close();

export default new cliDataSource.CliDataSource(location, entities);
