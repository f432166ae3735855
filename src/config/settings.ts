import ipaddr from 'ipaddr.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The operator's settings, read from the environment at the start. The README's table documents each variable. */
export interface Settings {
  host: string;
  port: number;
  /** `postgres://…`; undefined for the embedded database. */
  databaseUrl?: string;
  dataDir: string;
  redisUrl?: string;
  bootstrapApiKey?: string;
  /** Requests per minute of the bootstrap organization. */
  bootstrapRateLimit: number;
  maxUploadBytes: number;
  /** The number of trusted proxies, or their addresses and networks; `X-Forwarded-For` counts only from these. */
  trustProxy?: number | string[];
  corsOrigins: string[];
  metricsToken?: string;
  logLevel: (typeof LOG_LEVELS)[number];
}

/** The environment has invalid values. `problems` has one line for each, which begins with the name of the variable. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads the settings from the environment. An empty variable counts as unset.
 *
 * @throws SettingsError with the problems of all variables
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const read = <T>(name: string, parse: (value: string) => T): T | undefined => {
    const value = env[name];
    if (value === undefined || value === '') return undefined;
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.push(`${name} ${error.message}`);
      return undefined;
    }
  };
  const settings: Settings = {
    host: read('HOST', String) ?? '0.0.0.0',
    port: read('PORT', wholeNumber(0, 65_535)) ?? 3000,
    databaseUrl: read('DATABASE_URL', url('postgres:', 'postgresql:')),
    dataDir: read('DATA_DIR', String) ?? './data',
    redisUrl: read('REDIS_URL', url('redis:', 'rediss:')),
    bootstrapApiKey: read('BOOTSTRAP_API_KEY', secret),
    bootstrapRateLimit: read('BOOTSTRAP_RATE_LIMIT', wholeNumber(1, 2_147_483_647)) ?? 10_000,
    maxUploadBytes: read('MAX_UPLOAD_BYTES', wholeNumber(1, 1_073_741_824)) ?? 52_428_800,
    trustProxy: read('TRUST_PROXY', trustedProxies),
    corsOrigins: read('CORS_ORIGINS', origins) ?? [],
    metricsToken: read('METRICS_TOKEN', String),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS)) ?? 'info',
  };
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

class InvalidValue extends Error {}

const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new InvalidValue(`must be a whole number from ${min} to ${max}`);
  }
  return number;
};

const oneOf =
  <T extends string>(allowed: readonly T[]) =>
  (value: string): T => {
    const found = allowed.find((candidate) => candidate === value);
    if (!found) throw new InvalidValue(`must be one of ${allowed.join(', ')}`);
    return found;
  };

// The message does not contain the value, which may hold a password.
const url =
  (...protocols: string[]) =>
  (value: string): string => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new InvalidValue(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  };

function secret(value: string): string {
  if (!/^[\x21-\x7e]{32,512}$/.test(value)) {
    throw new InvalidValue('must be 32 to 512 printable ASCII characters without spaces');
  }
  return value;
}

function trustedProxies(value: string): number | string[] {
  if (/^\d{1,3}$/.test(value) && Number(value) > 0) return Number(value);
  const networks = value.split(',').map((part) => part.trim());
  if (!networks.every(isNetwork)) {
    throw new InvalidValue('must be a number of proxies, or addresses and networks (10.0.0.0/8) separated by commas');
  }
  return networks;
}

/** Accepts only addresses in full; ipaddr.js alone would also accept `0` as an IPv4 address. */
function isNetwork(value: string): boolean {
  const [address = ''] = value.split('/');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress && (value === address || ipaddr.isValidCIDR(value));
}

function origins(value: string): string[] {
  const list = value.split(',').map((part) => part.trim());
  if (!list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) {
    throw new InvalidValue('must be origins like https://dashboard.example.com, separated by commas');
  }
  return list;
}
