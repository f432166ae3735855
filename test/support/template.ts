/** Environment variables in which the global setup passes the location of the migrated database to the test files. */
export const DUMP = 'GLOSSA_TEST_DUMP';
export const TEMPLATE = 'GLOSSA_TEST_TEMPLATE';
