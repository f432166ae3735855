/** A shorter secret may be a part of ordinary words. */
const MIN_LENGTH = 8;

/** The form of the API keys that a server generates. */
const GENERATED = /glossa_[0-9A-Za-z]{42}/g;

const secrets = new Set<string>();

/** Cuts a secret from all errors and notes from now on. */
export function hideSecret(secret: string): void {
  if (secret.length >= MIN_LENGTH) secrets.add(secret);
}

/** Cuts hidden secrets, and all that has the form of an API key: somebody may have set it where it does not belong. */
export function withoutSecrets(text: string): string {
  for (const secret of secrets) text = text.replaceAll(secret, '…');
  return text.replaceAll(GENERATED, '…');
}

/** Cuts them from all strings of a value of JSON, also from the names of members. */
export function withoutSecretsIn<T>(value: T): T;
export function withoutSecretsIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map((each: unknown) => withoutSecretsIn(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [withoutSecrets(name), withoutSecretsIn<unknown>(each)]),
  );
}
