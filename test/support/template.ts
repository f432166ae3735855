/** Environment variables by which the global setup tells the test files where the migrated database is. */
export const DUMP = 'GLOSSA_TEST_DUMP';
export const TEMPLATE = 'GLOSSA_TEST_TEMPLATE';
