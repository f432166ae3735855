import { readSettings, SettingsError } from './settings';

const problemsWith = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
};

describe('readSettings', () => {
  it('returns the defaults for an empty environment', () => {
    expect(readSettings({})).toEqual({
      host: '0.0.0.0',
      port: 3000,
      dataDir: './data',
      bootstrapRateLimit: 10_000,
      maxUploadBytes: 52_428_800,
      corsOrigins: [],
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', BOOTSTRAP_API_KEY: '', CORS_ORIGINS: '' })).toEqual(
      readSettings({}),
    );
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
    ['REDIS_URL', 'http://localhost:6379'],
    ['BOOTSTRAP_API_KEY', 'x'.repeat(31)],
    ['BOOTSTRAP_API_KEY', `${'x'.repeat(32)} y`],
    ['BOOTSTRAP_RATE_LIMIT', '0'],
    ['MAX_UPLOAD_BYTES', '50MB'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10.0.0.0/8, proxy.example.com'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://dashboard.example.com/'],
    ['LOG_LEVEL', 'INFO'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsWith({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
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

  it('accepts several origins in CORS_ORIGINS', () => {
    expect(readSettings({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ]);
  });
});
