import ipaddr from 'ipaddr.js';

/** The member of `CORS_ORIGINS` that stands for every origin. */
export const ANY_ORIGIN = '*';

/** The value of a variable is wrong. The message continues the name of the variable. */
export class InvalidValue extends Error {}

export const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new InvalidValue(`must be a whole number from ${min} to ${max}`);
  }
  return number;
};

/** Parses a number of seconds, up to an hour. */
export const seconds = wholeNumber(0, 3_600);

export const oneOf =
  <T extends string>(allowed: readonly T[]) =>
  (value: string): T => {
    const found = allowed.find((candidate) => candidate === value);
    if (!found) throw new InvalidValue(`must be one of ${allowed.join(', ')}`);
    return found;
  };

/** Parses an address. The message of an error does not contain the value, which may hold a password. */
export const url =
  (...protocols: string[]) =>
  (value: string): string => {
    // `URL` reads an address without slashes too, as one without a host.
    const begins = protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`));
    if (!begins || !URL.canParse(value)) {
      throw new InvalidValue(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  };

const parseDatabaseUrl = url('postgres:', 'postgresql:');

/** The values of the parameters of `pg` for TLS; it ignores other names, and some other values end the process. */
const TLS_PARAMETERS: Readonly<Record<string, RegExp>> = {
  ssl: /^(?:true|1|0)$/,
  sslmode: /^(?:disable|prefer|require|verify-ca|verify-full|no-verify)$/,
  sslrootcert: /./,
  sslcert: /./,
  sslkey: /./,
  sslnegotiation: /^(?:postgres|direct)$/,
};

/** Parses the address of a PostgreSQL server. A wrong parameter for TLS must not become a connection without TLS. */
export function databaseUrl(value: string): string {
  for (const [name, setting] of new URL(parseDatabaseUrl(value)).searchParams) {
    if (/^ssl/i.test(name) && !TLS_PARAMETERS[name]?.test(setting)) {
      throw new InvalidValue(
        'has a wrong parameter for TLS: use sslmode=disable, verify-full or no-verify, and sslrootcert, sslcert and sslkey',
      );
    }
  }
  return value;
}

export function secret(value: string): string {
  if (!/^[\x21-\x7e]{32,512}$/.test(value)) {
    throw new InvalidValue('must be 32 to 512 printable ASCII characters without spaces');
  }
  return value;
}

export function trustedProxies(value: string): number | string[] {
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

export function origins(value: string): string[] {
  const list = value.split(',').map((part) => part.trim());
  if (!list.every(isOrigin)) {
    throw new InvalidValue('must be origins like https://dashboard.example.com, or *, separated by commas');
  }
  return list;
}

/** Host names of the own machine: browsers treat them as secure without TLS (W3C Secure Contexts §3.1). */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host name is the own machine. @param hostname as `URL` has it */
export const isLocalHost = (hostname: string): boolean => LOCAL_HOSTS.has(hostname);

const parseSmtpUrl = url('smtp:', 'smtps:');

/** Parses the address of an SMTP server. Parameters, such as one that logs mails, are refused. */
export function smtpUrl(value: string): string {
  const { hostname, pathname, search, hash, username, password } = new URL(parseSmtpUrl(value));
  const isPlain = hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
  if (!isPlain || !isDecodable(username) || !isDecodable(password)) {
    throw new InvalidValue('must be like smtp://user:password@mail.example.com:587, percent-encoded, without a path');
  }
  return value;
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '' || text === '';
  } catch {
    return false;
  }
}

/** Parses the address of a sender, without a name. */
export function mailAddress(value: string): string {
  if (!/^[\w.+-]{1,64}@[a-z\d.-]{1,180}$/i.test(value)) {
    throw new InvalidValue('must be an e-mail address without a name, like glossa@example.com');
  }
  return value;
}

/** Parses the origin at which browsers reach the service: with TLS, or on the own machine. */
export function publicOrigin(value: string): string {
  const parsed = value !== ANY_ORIGIN && isOrigin(value) ? new URL(value) : undefined;
  const isSecure = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLocalHost(parsed.hostname));
  if (!isSecure) {
    throw new InvalidValue(
      'must be an origin without a path, like https://glossa.example.com or http://localhost:3000',
    );
  }
  return value;
}

const isOrigin = (value: string): boolean =>
  value === ANY_ORIGIN || (!value.includes('*') && URL.canParse(value) && new URL(value).origin === value);
