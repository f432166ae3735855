import { Environment } from './environment';
import { type MachineTranslationSettings, readMachineTranslation } from './machine-translation-variables';
import {
  defaultUpload,
  memoryBesideIdle,
  memoryLimit,
  readerHeap,
  requestBytes,
  deliveryCacheBytes,
  picturePixels,
  searchIndexBytes,
  uploadBytes,
} from './memory-limit';
import { readOidc, type OidcSettings } from './oidc-variables';
import { problemsOfTracing } from './otel-variables';
import {
  databaseUrl,
  mailAddress,
  oneOf,
  origins,
  publicOrigin,
  seconds,
  secret,
  smtpUrl,
  trustedProxies,
  url,
  wholeNumber,
} from './parse-values';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export { SettingsError } from './environment';
export { ANY_ORIGIN } from './parse-values';

/** A proxy that checks readiness every few seconds notices the end of a replica within this time, in seconds. */
const DRAIN_BEHIND_PROXY = 5;

/** The operator's settings, read from the environment at the start. The README's table documents each variable. */
export interface Settings {
  host: string;
  port: number;
  /** `postgres://…`; undefined for the embedded database. */
  databaseUrl?: string;
  /** Whether statements are prepared by name, which a pooler in transaction mode must support. */
  databasePreparedStatements: boolean;
  /** `postgres://…` of a standby, for reads. */
  databaseReadUrl?: string;
  /** Seconds by which the standby may be behind. */
  databaseReadMaxLagSeconds: number;
  /** Seconds that one statement of a read may take. */
  databaseReadTimeoutSeconds: number;
  /** Whether the service starts on a database that a newer version has migrated. */
  allowNewerDatabase: boolean;
  dataDir: string;
  /** `full`: what the embedded database acknowledged survives a power cut; `relaxed`: only the end of the process. */
  dataDurability: 'full' | 'relaxed';
  redisUrl?: string;
  bootstrapApiKey?: string;
  /** Requests per minute of the bootstrap organization. */
  bootstrapRateLimit: number;
  maxUploadBytes: number;
  /** The heap of a thread that reads an import file; it follows from the memory limit and the largest file. */
  readerHeapBytes: number;
  /** The memory of the indexes for searches; it follows from the memory limit. */
  searchIndexBytes: number;
  /** The memory of delivered files; it follows from the memory limit. */
  deliveryCacheBytes: number;
  /** The most pixels of a screenshot. */
  maxPicturePixels: number;
  /** Requests per minute of a client network for delivered files. */
  deliveryRateLimit: number;
  /** The memory of the bodies and the answers of all requests together; it follows from the memory limit. */
  requestBytes: number;
  /** The origin at which persons reach the service, for links; undefined: the origin of the request. */
  publicUrl?: string;
  /** The number of trusted proxies, or their addresses and networks; `X-Forwarded-For` counts only from these. */
  trustProxy?: number | string[];
  /** Origins like `https://dashboard.example.com`, and `*` for reads from every origin. */
  corsOrigins: string[];
  metricsToken?: string;
  /** Encrypts the signing secrets of webhooks in the database; undefined: they are stored in the clear. */
  webhookEncryptionKey?: string;
  /** Whether webhooks may reach private, loopback and link-local addresses. */
  webhookPrivateAddresses: boolean;
  /** `smtp://…` of the server that sends mails; undefined: nothing is mailed. */
  smtpUrl?: string;
  /** The address of the sender of mails. */
  mailFrom?: string;
  /** The issuer of single sign-on; undefined: persons have no single sign-on. */
  oidc?: OidcSettings;
  /** Whether persons sign in with passwords. */
  passwordSignIn: boolean;
  /** The provider of machine translation; undefined: no text is sent to any. */
  machineTranslation?: MachineTranslationSettings;
  /** After a signal, the time for which requests are served while `/health/ready` is 503. */
  shutdownDrainSeconds: number;
  /** After the drain, the time that requests in flight have before they are cut off. */
  shutdownGraceSeconds: number;
  /** Days for which every revision can be read; undefined: for ever. */
  historyDays?: number;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Whether `NODE_ENV` is `production`, as in the container image. */
  isProduction: boolean;
}

/**
 * Reads the settings from the environment. A variable that is empty or has only spaces counts as unset.
 *
 * @param limit the bytes that the process can use
 * @throws SettingsError with the problems of all variables
 */
export function readSettings(variables: NodeJS.ProcessEnv, limit = memoryLimit()): Settings {
  const env = new Environment(variables);
  const primaryUrl = env.readSecret('DATABASE_URL', databaseUrl);
  const memory = memoryBesideIdle(limit, primaryUrl === undefined);
  const trustProxy = env.read('TRUST_PROXY', trustedProxies);
  const maxUploadBytes = env.read('MAX_UPLOAD_BYTES', uploadBytes(limit, memory)) ?? defaultUpload(memory);
  const settings: Settings = {
    host: env.read('HOST', String) ?? '0.0.0.0',
    port: env.read('PORT', wholeNumber(0, 65_535)) ?? 3000,
    databaseUrl: primaryUrl,
    databasePreparedStatements: env.read('DATABASE_PREPARED_STATEMENTS', oneOf(['true', 'false'])) !== 'false',
    databaseReadUrl: env.readSecret('DATABASE_READ_URL', databaseUrl),
    databaseReadMaxLagSeconds: env.read('DATABASE_READ_MAX_LAG_SECONDS', wholeNumber(2, 3_600)) ?? 10,
    databaseReadTimeoutSeconds: env.read('DATABASE_READ_TIMEOUT_SECONDS', wholeNumber(1, 86_400)) ?? 300,
    allowNewerDatabase: env.read('ALLOW_NEWER_DATABASE', oneOf(['true', 'false'])) === 'true',
    dataDir: env.read('DATA_DIR', String) ?? './data',
    dataDurability: env.read('DATA_DURABILITY', oneOf(['full', 'relaxed'])) ?? 'full',
    redisUrl: env.readSecret('REDIS_URL', url('redis:', 'rediss:')),
    bootstrapApiKey: env.readSecret('BOOTSTRAP_API_KEY', secret),
    bootstrapRateLimit: env.read('BOOTSTRAP_RATE_LIMIT', wholeNumber(1, 2_147_483_647)) ?? 10_000,
    maxUploadBytes,
    readerHeapBytes: readerHeap(memory, maxUploadBytes),
    searchIndexBytes: searchIndexBytes(limit),
    deliveryCacheBytes: deliveryCacheBytes(limit),
    maxPicturePixels: picturePixels(memory),
    deliveryRateLimit: env.read('DELIVERY_RATE_LIMIT', wholeNumber(1, 2_147_483_647)) ?? 6_000,
    requestBytes: requestBytes(memory),
    publicUrl: env.read('PUBLIC_URL', publicOrigin),
    trustProxy,
    corsOrigins: env.read('CORS_ORIGINS', origins) ?? [],
    metricsToken: env.readSecret('METRICS_TOKEN', String),
    webhookEncryptionKey: env.readSecret('WEBHOOK_ENCRYPTION_KEY', secret),
    webhookPrivateAddresses: env.read('WEBHOOK_PRIVATE_ADDRESSES', oneOf(['true', 'false'])) === 'true',
    smtpUrl: env.readSecret('SMTP_URL', smtpUrl),
    mailFrom: env.read('MAIL_FROM', mailAddress),
    oidc: readOidc(env),
    passwordSignIn: env.read('PASSWORD_SIGN_IN', oneOf(['true', 'false'])) !== 'false',
    machineTranslation: readMachineTranslation(env),
    shutdownDrainSeconds:
      env.read('SHUTDOWN_DRAIN_SECONDS', seconds) ?? (trustProxy === undefined ? 0 : DRAIN_BEHIND_PROXY),
    shutdownGraceSeconds: env.read('SHUTDOWN_GRACE_SECONDS', seconds) ?? 30,
    historyDays: env.read('HISTORY_DAYS', wholeNumber(1, 36_500)),
    logLevel: env.read('LOG_LEVEL', oneOf(LOG_LEVELS)) ?? 'info',
    isProduction: variables.NODE_ENV === 'production',
  };
  if (settings.databaseReadUrl !== undefined && settings.databaseUrl === undefined) {
    env.addProblem('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no standby');
  }
  if (settings.smtpUrl !== undefined && (settings.mailFrom === undefined || settings.publicUrl === undefined)) {
    env.addProblem('SMTP_URL needs MAIL_FROM, the sender, and PUBLIC_URL, with which the links in mails begin');
  }
  if (env.has('OIDC_ISSUER') && !env.has('PUBLIC_URL')) {
    env.addProblem('OIDC_ISSUER needs PUBLIC_URL, the origin to which the issuer sends persons back');
  }
  if (!settings.passwordSignIn && !env.has('OIDC_ISSUER')) {
    env.addProblem('PASSWORD_SIGN_IN=false needs OIDC_ISSUER: nobody could make an account');
  }
  for (const problem of problemsOfTracing(variables)) env.addProblem(problem);
  env.assertValid();
  return settings;
}
