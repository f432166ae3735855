import { readFileSync } from 'node:fs';
import { findMisspelledVariables } from './misspelled-variables';
import { InvalidValue } from './parse-values';

/** Variables of which a file can hold the value: `<variable>_FILE` is its path. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'BOOTSTRAP_API_KEY',
  'METRICS_TOKEN',
  'WEBHOOK_ENCRYPTION_KEY',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'MT_API_KEY',
] as const;

/** All variables that the service reads. */
export const VARIABLES = [
  'HOST',
  'PORT',
  ...SECRETS,
  ...SECRETS.map((name) => `${name}_FILE` as const),
  'DATABASE_PREPARED_STATEMENTS',
  'DATABASE_READ_MAX_LAG_SECONDS',
  'DATABASE_READ_TIMEOUT_SECONDS',
  'ALLOW_NEWER_DATABASE',
  'DATA_DIR',
  'DATA_DURABILITY',
  'BOOTSTRAP_RATE_LIMIT',
  'DELIVERY_RATE_LIMIT',
  'MAX_UPLOAD_BYTES',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'CORS_ORIGINS',
  'WEBHOOK_PRIVATE_ADDRESSES',
  'MAIL_FROM',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_AUTO_JOIN',
  'OIDC_DOMAINS',
  'PASSWORD_SIGN_IN',
  'MT_PROVIDER',
  'MT_URL',
  'MT_MODEL',
  'MT_PRIVATE_ADDRESSES',
  'MT_CHARACTERS_PER_MONTH',
  'SHUTDOWN_DRAIN_SECONDS',
  'SHUTDOWN_GRACE_SECONDS',
  'HISTORY_DAYS',
  'LOG_LEVEL',
] as const;

type Variable = (typeof VARIABLES)[number];
type Secret = (typeof SECRETS)[number];

/** The environment has invalid values. `problems` has one line for each, which begins with the name of the variable. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads and parses environment variables, and collects the problems of all of them. No problem repeats a value that may
 * be secret.
 */
export class Environment {
  private readonly problems: string[] = [];

  constructor(private readonly variables: NodeJS.ProcessEnv) {}

  /** @returns undefined if the variable is unset, empty or wrong */
  read<T>(name: Exclude<Variable, Secret>, parse: (value: string) => T): T | undefined {
    return this.parse(name, this.valueOf(name), parse);
  }

  /** Reads a variable, or the file that `<name>_FILE` names, without its final line break. */
  readSecret<T>(name: Secret, parse: (value: string) => T): T | undefined {
    const [value, file] = [this.valueOf(name), this.valueOf(`${name}_FILE`)];
    if (file === undefined) return this.parse(name, value, parse);
    if (value !== undefined) {
      this.problems.push(`${name} and ${name}_FILE are both set: set one of them`);
      return undefined;
    }
    return this.parse(`${name}, read from the file of ${name}_FILE,`, this.contentOf(`${name}_FILE`, file), parse);
  }

  /** Whether a variable, or the file of a secret, is set, whatever its value is. */
  has(name: Variable): boolean {
    const file = SECRETS.find((secret) => secret === name);
    return this.valueOf(name) !== undefined || (file !== undefined && this.valueOf(`${file}_FILE`) !== undefined);
  }

  /** Adds a problem of several variables, which begins with the name of one of them. */
  addProblem(problem: string): void {
    this.problems.push(problem);
  }

  /** @throws SettingsError */
  assertValid(): void {
    const problems = [...this.problems, ...findMisspelledVariables(this.variables, VARIABLES)];
    if (problems.length > 0) throw new SettingsError(problems);
  }

  private valueOf(name: Variable): string | undefined {
    const value = this.variables[name];
    return value?.trim() === '' ? undefined : value;
  }

  private parse<T>(name: string, value: string | undefined, parse: (value: string) => T): T | undefined {
    if (value === undefined) return undefined;
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.problems.push(`${name} ${error.message}`);
      return undefined;
    }
  }

  private contentOf(name: Variable, path: string): string | undefined {
    let problem = 'is empty';
    try {
      const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (content !== '') return content;
    } catch (error) {
      // The path is not repeated: by mistake, it may be the secret itself.
      problem = `cannot be read: ${(error as NodeJS.ErrnoException).code}`;
    }
    this.problems.push(`${name} must name a file with the value, but the file ${problem}`);
    return undefined;
  }
}
