import { version } from '../../package.json';

/**
 * The version of the program and of its API: in the greeting, the log, `/health/ready`, the metrics, the OpenAPI
 * document and `/docs`.
 */
export const VERSION: string = version;
