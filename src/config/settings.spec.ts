import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestBytes } from './memory-limit';
import { readSettings, SettingsError } from './settings';

const problemsWith = (env: NodeJS.ProcessEnv, memory?: number): readonly string[] => {
  try {
    readSettings(env, memory);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('readSettings', () => {
  it('returns the defaults for an empty environment', () => {
    expect(readSettings({}, 8 * 2 ** 30)).toEqual({
      host: '0.0.0.0',
      port: 3000,
      databasePreparedStatements: true,
      databaseReadMaxLagSeconds: 10,
      databaseReadTimeoutSeconds: 300,
      allowNewerDatabase: false,
      dataDir: './data',
      dataDurability: 'full',
      bootstrapRateLimit: 10_000,
      maxUploadBytes: 52_428_800,
      readerHeapBytes: 1_073_741_824,
      requestBytes: requestBytes(8 * 2 ** 30),
      searchIndexBytes: 268_435_456,
      deliveryCacheBytes: 67_108_864,
      maxPicturePixels: 25_000_000,
      deliveryRateLimit: 6_000,
      corsOrigins: [],
      webhookPrivateAddresses: false,
      passwordSignIn: true,
      shutdownDrainSeconds: 0,
      shutdownGraceSeconds: 30,
      logLevel: 'info',
      isProduction: false,
    });
  });

  it.each(['', ' '])('treats a variable with the value "%s" as unset', (value) => {
    const env = { PORT: value, DATABASE_URL: value, BOOTSTRAP_API_KEY: value, CORS_ORIGINS: value, TRUST_PROXY: value };
    expect(readSettings(env)).toEqual(readSettings({}));
  });

  it('reports all invalid variables at once, one line each, beginning with the name', () => {
    expect(problemsWith({ PORT: 'x', LOG_LEVEL: 'loud', BOOTSTRAP_API_KEY: 'short' })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'BOOTSTRAP_API_KEY must be 32 to 512 printable ASCII characters without spaces',
      expect.stringMatching(/^LOG_LEVEL must be one of /),
    ]);
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '3e3'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'postgres:/db.example.com/x'],
    ['DATABASE_URL', 'postgres:db.example.com/x'],
    ['DATABASE_PREPARED_STATEMENTS', 'no'],
    ['DATABASE_READ_MAX_LAG_SECONDS', '1'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['BOOTSTRAP_API_KEY', 'x'.repeat(31)],
    ['BOOTSTRAP_API_KEY', `${'x'.repeat(32)} y`],
    ['BOOTSTRAP_RATE_LIMIT', '0'],
    ['MAX_UPLOAD_BYTES', '50MB'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10.0.0.0/8, proxy.example.com'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['CORS_ORIGINS', 'null'],
    ['SHUTDOWN_DRAIN_SECONDS', '5s'],
    ['MT_PROVIDER', 'babelfish'],
    ['MT_URL', 'https://user:password@mt.example.com'],
    ['MT_API_KEY', 'two words'],
    ['MT_CHARACTERS_PER_MONTH', '0'],
    ['SHUTDOWN_GRACE_SECONDS', '3601'],
    ['CORS_ORIGINS', 'https://dashboard.example.com/'],
    ['PUBLIC_URL', 'https://glossa.example.com/'],
    ['PUBLIC_URL', 'https://glossa.example.com/glossa'],
    ['PUBLIC_URL', 'https://me:hunter2@glossa.example.com'],
    ['PUBLIC_URL', 'http://glossa.example.com'],
    ['PUBLIC_URL', 'ftp://localhost'],
    ['PUBLIC_URL', 'glossa.example.com'],
    ['PUBLIC_URL', '*'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com/?logger=true&debug=true'],
    ['SMTP_URL', 'smtp://me:100%@mail.example.com'],
    ['MAIL_FROM', 'Glossa <glossa@example.com>'],
    ['MAIL_FROM', 'glossa'],
    ['LOG_LEVEL', 'INFO'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsWith({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
  });

  describe('of machine translation', () => {
    it.each([
      [{ MT_MODEL: 'small' }, 'MT_MODEL needs MT_PROVIDER'],
      [{ MT_PROVIDER: 'deepl' }, 'MT_PROVIDER=deepl needs MT_API_KEY'],
      [{ MT_PROVIDER: 'libretranslate' }, 'MT_PROVIDER=libretranslate needs MT_URL'],
      [{ MT_PROVIDER: 'openai', MT_API_KEY: 'x' }, 'MT_PROVIDER=openai needs MT_MODEL'],
      [{ MT_PROVIDER: 'deepl', MT_API_KEY: 'x', MT_MODEL: 'y' }, 'MT_PROVIDER=deepl has no MT_MODEL'],
      [
        { MT_PROVIDER: 'libretranslate', MT_URL: 'http://mt:5000' },
        'MT_URL must begin with https://, or MT_PRIVATE_ADDRESSES must be true: texts would be sent in the clear',
      ],
    ])('refuses %j', (env, problem) => expect(problemsWith(env)).toEqual([problem]));

    it.each([
      [{ MT_PROVIDER: 'deepl', MT_API_KEY: 'key:fx' }, 'https://api-free.deepl.com'],
      [{ MT_PROVIDER: 'deepl', MT_API_KEY: 'key' }, 'https://api.deepl.com'],
      [{ MT_PROVIDER: 'openai', MT_API_KEY: 'key', MT_MODEL: 'm' }, 'https://api.openai.com/v1'],
      [
        { MT_PROVIDER: 'openai', MT_URL: 'http://ollama:11434/v1/', MT_MODEL: 'm', MT_PRIVATE_ADDRESSES: 'true' },
        'http://ollama:11434/v1',
      ],
    ])('finds the address of %j', (env, url) => {
      expect(readSettings(env).machineTranslation).toMatchObject({ url, charactersPerMonth: 1_000_000 });
    });
  });

  it('refuses a standby of the embedded database', () => {
    const standby = 'postgres://standby/glossa';
    expect(problemsWith({ DATABASE_READ_URL: standby })).toEqual([expect.stringMatching(/^DATABASE_READ_URL needs /)]);
    expect(problemsWith({ DATABASE_READ_URL: standby, DATABASE_URL: 'postgres://primary/glossa' })).toEqual([]);
  });

  it.each([
    'sslmode=reqire',
    'sslmode=VERIFY-FULL',
    'sslmode=',
    'sslMode=require',
    'ssl=false',
    'ssl=verify',
    'ssl_mode=require',
  ])('refuses the TLS parameter %s, which the driver would ignore or take for another one', (parameter) => {
    const problems = problemsWith({ DATABASE_URL: `postgres://glossa:hunter2@db/texts?${parameter}` });
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL .*sslmode/)]);
    expect(problems.join()).not.toContain('hunter2');
    const standby = { DATABASE_URL: 'postgres://db/texts', DATABASE_READ_URL: `postgres://standby/texts?${parameter}` };
    expect(problemsWith(standby)).toEqual([expect.stringMatching(/^DATABASE_READ_URL .*sslmode/)]);
  });

  it.each([
    'sslmode=disable',
    'sslmode=no-verify',
    'sslmode=require&uselibpqcompat=true',
    'sslmode=verify-full&sslrootcert=/ca.crt&sslcert=/glossa.crt&sslkey=/glossa.key',
    'ssl=true',
    'application_name=texts',
  ])('accepts the parameters %s of a database', (parameters) => {
    expect(problemsWith({ DATABASE_URL: `postgres://glossa@db/texts?${parameters}` })).toEqual([]);
  });

  it('does not repeat an invalid value, which may contain a password', () => {
    const problems = problemsWith({ DATABASE_URL: 'mysql://me:hunter2@db/x', REDIS_URL: 'http://me:hunter2@redis' });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each([
    ['2', 2],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.1, fd00::/8', ['10.0.0.1', 'fd00::/8']],
  ])('accepts TRUST_PROXY=%s', (value, trustProxy) => {
    expect(readSettings({ TRUST_PROXY: value }).trustProxy).toEqual(trustProxy);
  });

  it.each(['https://glossa.example.com', 'https://glossa.example.com:8443', 'http://localhost:3000', 'http://[::1]'])(
    'accepts PUBLIC_URL=%s',
    (value) => {
      expect(readSettings({ PUBLIC_URL: value }).publicUrl).toBe(value);
    },
  );

  it('needs the sender and the origin of links for mail', () => {
    const mail = { SMTP_URL: 'smtp://me:p%40ss@mail.example.com', MAIL_FROM: 'glossa@example.com' };
    const complete = { ...mail, PUBLIC_URL: 'https://glossa.example.com' };
    expect(problemsWith(complete)).toEqual([]);
    for (const name of ['MAIL_FROM', 'PUBLIC_URL']) {
      expect(problemsWith({ ...complete, [name]: '' })).toEqual([expect.stringMatching(/^SMTP_URL needs /)]);
    }
  });

  describe('single sign-on', () => {
    const complete = {
      OIDC_ISSUER: 'https://login.example.com/realms/main',
      OIDC_CLIENT_ID: 'glossa',
      OIDC_CLIENT_SECRET: 'secret',
      PUBLIC_URL: 'https://glossa.example.com',
    };
    const join = {
      OIDC_AUTO_JOIN: '019A9F3E-0000-7000-8000-000000000000:viewer',
      OIDC_DOMAINS: 'Example.com, a.example',
    };

    it('is read', () => {
      expect(readSettings({ ...complete, ...join, PASSWORD_SIGN_IN: 'false' })).toMatchObject({
        passwordSignIn: false,
        oidc: {
          issuer: complete.OIDC_ISSUER,
          autoJoin: { organizationId: '019a9f3e-0000-7000-8000-000000000000', role: 'viewer' },
          domains: ['example.com', 'a.example'],
        },
      });
      expect(problemsWith({ ...complete, OIDC_ISSUER: 'http://localhost:8080' })).toEqual([]);
      expect(readSettings({})).toMatchObject({ passwordSignIn: true, oidc: undefined });
    });

    it.each([
      [{ PUBLIC_URL: '' }, /^OIDC_ISSUER needs PUBLIC_URL/],
      [{ OIDC_CLIENT_ID: '' }, /^OIDC_ISSUER needs OIDC_CLIENT_ID and/],
      [{ OIDC_CLIENT_SECRET: '' }, /^OIDC_ISSUER needs .* OIDC_CLIENT_SECRET$/],
      [{ OIDC_ISSUER: 'http://login.example.com' }, /^OIDC_ISSUER must be /],
      [{ OIDC_ISSUER: 'https://login.example.com/?realm=a' }, /^OIDC_ISSUER must be /],
      [{ OIDC_ISSUER: 'https://login.example.com/.well-known/openid-configuration' }, /^OIDC_ISSUER must be /],
      [{ OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, /^OIDC_ISSUER must name one tenant/],
      [{ ...join, OIDC_DOMAINS: '' }, /^OIDC_AUTO_JOIN and OIDC_DOMAINS need each other/],
      [{ ...join, OIDC_DOMAINS: '@example.com' }, /^OIDC_DOMAINS must be /],
      [{ ...join, OIDC_AUTO_JOIN: join.OIDC_AUTO_JOIN.replace('viewer', 'owner') }, /^OIDC_AUTO_JOIN must be /],
      [{ ...join, OIDC_AUTO_JOIN: 'acme:viewer' }, /^OIDC_AUTO_JOIN must be /],
    ])('is refused with %j', (change, problem) => {
      expect(problemsWith({ ...complete, ...change })).toEqual([expect.stringMatching(problem)]);
    });

    it('is needed by its other settings, and where passwords are turned off', () => {
      expect(problemsWith({ OIDC_CLIENT_ID: 'glossa' })).toEqual(['OIDC_CLIENT_ID needs OIDC_ISSUER']);
      expect(problemsWith({ PASSWORD_SIGN_IN: 'false' })).toEqual([
        expect.stringMatching(/^PASSWORD_SIGN_IN=false needs OIDC_ISSUER/),
      ]);
    });
  });

  it('drains for 5 s behind a proxy, unless it is set', () => {
    expect(readSettings({ TRUST_PROXY: '1' }).shutdownDrainSeconds).toBe(5);
    expect(readSettings({ TRUST_PROXY: '1', SHUTDOWN_DRAIN_SECONDS: '0' }).shutdownDrainSeconds).toBe(0);
  });

  it('accepts several origins in CORS_ORIGINS', () => {
    expect(readSettings({ CORS_ORIGINS: 'https://a.example, http://localhost:5173, *' }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
      '*',
    ]);
  });
});

describe('secrets in files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'glossa-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (content: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  it.each([
    ['DATABASE_URL', 'databaseUrl', 'postgres://me:hunter2@db/texts'],
    ['REDIS_URL', 'redisUrl', 'redis://:hunter2@redis'],
    ['BOOTSTRAP_API_KEY', 'bootstrapApiKey', 'hunter2'.repeat(5)],
    ['METRICS_TOKEN', 'metricsToken', 'hunter2 '],
  ] as const)('reads %s from a file, without its final line break', (name, member, value) => {
    for (const end of ['', '\n', '\r\n']) {
      expect(readSettings({ [`${name}_FILE`]: file(value + end) })[member]).toBe(value);
    }
  });

  it('treats an empty variable as unset beside the other one', () => {
    expect(readSettings({ METRICS_TOKEN: '', METRICS_TOKEN_FILE: file('token') }).metricsToken).toBe('token');
    expect(readSettings({ METRICS_TOKEN: 'token', METRICS_TOKEN_FILE: '' }).metricsToken).toBe('token');
  });

  it('refuses a secret that is set and in a file', () => {
    expect(problemsWith({ METRICS_TOKEN: 'hunter2', METRICS_TOKEN_FILE: file('hunter2') })).toEqual([
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: set one of them',
    ]);
  });

  it.each([
    ['a file that does not exist', () => join(folder, 'hunter2'), 'cannot be read: ENOENT'],
    ['a folder', () => folder, 'cannot be read: EISDIR'],
    ['an empty file', () => file('\n'), 'is empty'],
  ])('names the variable, but neither path nor content, for %s', (_, path, reason) => {
    expect(problemsWith({ DATABASE_URL_FILE: path() })).toEqual([
      `DATABASE_URL_FILE must name a file with the value, but the file ${reason}`,
    ]);
  });

  it('names the variable for a wrong value in a file, but does not repeat the value', () => {
    expect(problemsWith({ DATABASE_URL_FILE: file('mysql://me:hunter2@db') })).toEqual([
      expect.stringMatching(/^DATABASE_URL, read from the file of DATABASE_URL_FILE, must be (?!.*hunter2)/),
    ]);
  });

  describe('under a memory limit', () => {
    const MEBIBYTE = 1_048_576;
    const DATABASE_URL = 'postgres://db/glossa';
    const uploadBytes = (limit: number, value?: number): number =>
      readSettings({ DATABASE_URL, ...(value !== undefined && { MAX_UPLOAD_BYTES: `${value}` }) }, limit * MEBIBYTE)
        .maxUploadBytes;

    it.each([
      ['the default of 50 MiB where the memory can carry it', 1_024, 50 * MEBIBYTE],
      ['what the memory of a small container can carry', 512, 48 * MEBIBYTE],
      ['1 MiB in the smallest container', 128, MEBIBYTE],
    ])('takes %s', (_, limit, bytes) => {
      expect(uploadBytes(limit)).toBe(bytes);
    });

    it('takes less beside the embedded database', () => {
      const { maxUploadBytes } = readSettings({}, 512 * MEBIBYTE);
      expect(maxUploadBytes).toBe(Math.floor((64 * MEBIBYTE) / 6));
    });

    it('takes any size that the memory can carry', () => {
      expect(uploadBytes(1_024, 100 * MEBIBYTE)).toBe(100 * MEBIBYTE);
      expect(uploadBytes(128, MEBIBYTE)).toBe(MEBIBYTE);
    });

    it.each([
      ['what the largest file leaves', 512, 48, 144],
      ['1 GiB at most', 4_096, 50, 1_024],
      ['64 MiB at least', 128, 1, 64],
    ])('gives %s to the thread that reads a file', (_, limit, upload, heap) => {
      const { readerHeapBytes } = readSettings(
        { DATABASE_URL, MAX_UPLOAD_BYTES: `${upload * MEBIBYTE}` },
        limit * MEBIBYTE,
      );
      expect(readerHeapBytes).toBe(heap * MEBIBYTE);
    });

    it('refuses a size that the memory cannot carry, in one line with both values', () => {
      const problems = problemsWith({ MAX_UPLOAD_BYTES: '104857600' }, 512 * MEBIBYTE);
      expect(problems).toEqual([expect.stringMatching(/^MAX_UPLOAD_BYTES is 104857600, but .* 536870912 bytes .*$/)]);
    });
  });
});
