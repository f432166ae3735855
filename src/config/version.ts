import { version } from '../../package.json';

/** The version of the program, for the greeting, `/health/ready` and the metrics. */
export const VERSION: string = version;
