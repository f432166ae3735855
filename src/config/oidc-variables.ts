import { validate as isUuid } from 'uuid';
import { type Role, ROLES } from '../common/access/roles';
import type { Environment } from './environment';
import { InvalidValue, isLocalHost } from './parse-values';

/** The issuer of single sign-on by OpenID Connect. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Persons of `domains` who have no account become members of this organization. */
  autoJoin?: AutoJoin;
  /** In lower case. */
  domains: readonly string[];
}

export interface AutoJoin {
  organizationId: string;
  role: Role;
}

/** Tenants of Entra that stand for all tenants: anybody's tenant could assert an address. */
const SHARED_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/i;

/** Reads the settings of single sign-on. @returns undefined if there is no issuer */
export function readOidc(env: Environment): OidcSettings | undefined {
  const issuer = env.read('OIDC_ISSUER', issuerUrl);
  const clientId = env.read('OIDC_CLIENT_ID', String);
  const clientSecret = env.readSecret('OIDC_CLIENT_SECRET', String);
  const autoJoin = env.read('OIDC_AUTO_JOIN', organizationAndRole);
  const domains = env.read('OIDC_DOMAINS', domainNames);
  if (!env.has('OIDC_ISSUER')) {
    const others = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_AUTO_JOIN', 'OIDC_DOMAINS'] as const;
    for (const name of others) if (env.has(name)) env.addProblem(`${name} needs OIDC_ISSUER`);
    return undefined;
  }
  if (!env.has('OIDC_CLIENT_ID') || !env.has('OIDC_CLIENT_SECRET')) {
    env.addProblem('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
  }
  if (env.has('OIDC_AUTO_JOIN') !== env.has('OIDC_DOMAINS')) {
    env.addProblem('OIDC_AUTO_JOIN and OIDC_DOMAINS need each other: set both or neither');
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, autoJoin, domains: domains ?? [] };
}

/** Parses the address of an issuer: with TLS, or on the own machine. */
function issuerUrl(value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  const isSecure = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLocalHost(parsed.hostname));
  if (!parsed || !isSecure || /[?#]|\/\.well-known\//.test(value) || parsed.username !== '' || parsed.password !== '') {
    throw new InvalidValue('must be the address of an issuer, like https://login.example.com/realms/main');
  }
  if (SHARED_TENANTS.test(value)) {
    throw new InvalidValue('must name one tenant: https://login.microsoftonline.com/<tenant id>/v2.0');
  }
  return value;
}

function organizationAndRole(value: string): AutoJoin {
  const [organizationId = '', name, ...rest] = value.split(':').map((part) => part.trim());
  const role = ROLES.find((candidate) => candidate === name && candidate !== 'owner');
  if (!isUuid(organizationId) || role === undefined || rest.length > 0) {
    const roles = ROLES.filter((candidate) => candidate !== 'owner').join(', ');
    throw new InvalidValue(`must be <id of an organization>:<role>; the roles are ${roles}`);
  }
  return { organizationId: organizationId.toLowerCase(), role };
}

function domainNames(value: string): string[] {
  const names = value.split(',').map((part) => part.trim().toLowerCase());
  if (!names.every((name) => /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/.test(name))) {
    throw new InvalidValue('must be domains of e-mail addresses, like example.com, separated by commas');
  }
  return names;
}
