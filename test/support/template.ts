/** Environment variables in which the global setup passes the locations of databases to copy to the test files. */
export const DUMP = 'GLOSSA_TEST_DUMP';
export const EMPTY_DUMP = 'GLOSSA_TEST_EMPTY_DUMP';
export const TEMPLATE = 'GLOSSA_TEST_TEMPLATE';
