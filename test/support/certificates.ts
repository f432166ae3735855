import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface Certificate {
  /** Path of the certificate. */
  cert: string;
  /** Path of its private key. */
  key: string;
}

/** Makes the certificate of an authority in a folder. */
export const makeAuthority = (folder: string, name: string): Certificate =>
  request(folder, name, ['-addext', 'basicConstraints=critical,CA:TRUE']);

/** Makes a certificate of `localhost`, which an authority signs. */
export const makeCertificate = (folder: string, name: string, authority: Certificate): Certificate =>
  request(folder, name, [
    ...['-CA', authority.cert, '-CAkey', authority.key],
    ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'],
  ]);

function request(folder: string, name: string, options: readonly string[]): Certificate {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const files = ['-keyout', key, '-out', cert];
  const common = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${name}`];
  execFileSync('openssl', [...common, ...files, ...options], { stdio: 'ignore' });
  return { cert, key };
}
