/**
 * Returns SQL of the id by which a person lists and ends a session: a UUID of version 8 (RFC 9562 §5.8) from a part of the hash of the id
 * in the cookie, which it does not reveal.
 */
export function sessionIdOf(session: string): string {
  const hash = `${session}.id_hash`;
  const withVersion = `set_byte(substring(${hash} FROM 1 FOR 16), 6, get_byte(${hash}, 6) & 15 | 128)`;
  return `encode(set_byte(${withVersion}, 8, get_byte(${hash}, 8) & 63 | 128), 'hex')::uuid`;
}

/** Returns SQL of the condition that a session is not the one whose id a parameter has; null: that it is any. */
export const isOtherSession = (session: string, parameter: string): string =>
  `(${parameter}::uuid IS NULL OR ${sessionIdOf(session)} <> ${parameter})`;

/** SQL of the condition that the session `$2` of the person `$1` has not ended. Other replicas admit one that has ended for 5 s. */
export const HAS_SESSION = `EXISTS (
  SELECT FROM sessions s JOIN memberships m ON m.id = s.membership_id
  WHERE m.person_id = $1 AND s.expires_at > clock_timestamp() AND ${sessionIdOf('s')} = $2::uuid)`;

/** SQL of the same condition for the session `$2` of the membership or the API key `$1`. */
export const HAS_SESSION_OF = {
  member: hasSessionOf('membership_id'),
  apiKey: hasSessionOf('api_key_id'),
} as const;

function hasSessionOf(column: string): string {
  return `EXISTS (
    SELECT FROM sessions s WHERE s.${column} = $1 AND s.expires_at > clock_timestamp() AND ${sessionIdOf('s')} = $2::uuid)`;
}
