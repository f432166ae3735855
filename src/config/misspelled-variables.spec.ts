import fc from 'fast-check';
import { VARIABLES } from './environment';
import { findMisspelledVariables } from './misspelled-variables';

const lines = (env: NodeJS.ProcessEnv) => findMisspelledVariables(env, VARIABLES);

/** Names that other programs and platforms set, as `env` prints them. */
const ENVIRONMENTS = {
  'a pod of Kubernetes with services glossa, redis, postgres, database and data': `
    GLOSSA_PORT GLOSSA_PORT_80_TCP GLOSSA_PORT_80_TCP_ADDR GLOSSA_PORT_80_TCP_PORT GLOSSA_PORT_80_TCP_PROTO
    GLOSSA_SERVICE_HOST GLOSSA_SERVICE_PORT GLOSSA_SERVICE_PORT_HTTP REDIS_PORT REDIS_PORT_6379_TCP REDIS_SERVICE_HOST
    REDIS_SERVICE_PORT POSTGRES_PORT POSTGRES_SERVICE_HOST DATABASE_PORT DATABASE_PORT_5432_TCP DATABASE_SERVICE_HOST
    DATABASE_SERVICE_PORT DATA_PORT DATA_SERVICE_HOST DATA_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP
    KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS HOSTNAME PATH HOME TERM NODE_VERSION
    YARN_VERSION NODE_ENV POD_IP POD_NAME POD_NAMESPACE NODE_NAME`,
  'GitHub Actions': `
    CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_API_URL GITHUB_SERVER_URL GITHUB_GRAPHQL_URL GITHUB_REF GITHUB_SHA GITHUB_ENV
    RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE RUNNER_DEBUG ACTIONS_CACHE_URL ACTIONS_RUNTIME_TOKEN ACTIONS_RUNTIME_URL
    ACTIONS_RESULTS_URL ImageOS ImageVersion AGENT_TOOLSDIRECTORY JAVA_HOME DEBIAN_FRONTEND LANG SHLVL XDG_CONFIG_HOME
    XDG_RUNTIME_DIR XDG_DATA_DIRS DOTNET_NOLOGO PWD OLDPWD USER LOGNAME _`,
  'GitLab CI': `
    CI CI_API_V4_URL CI_SERVER_URL CI_SERVER_HOST CI_SERVER_PORT CI_JOB_TOKEN CI_JOB_URL CI_PROJECT_DIR CI_PROJECT_URL
    CI_REGISTRY CI_BUILDS_DIR GITLAB_CI GITLAB_USER_LOGIN POSTGRES_DB POSTGRES_USER POSTGRES_PASSWORD POSTGRES_HOST
    POSTGRES_PORT FF_USE_FASTZIP CI_DEBUG_TRACE`,
  Heroku: `
    DYNO PORT DATABASE_URL HEROKU_POSTGRESQL_COPPER_URL DATABASE_CONNECTION_POOL_URL REDIS_URL REDIS_TLS_URL LOG_LEVEL
    WEB_CONCURRENCY WEB_MEMORY MEMORY_AVAILABLE NODE_HOME NODE_OPTIONS STACK SOURCE_VERSION PGHOST PGPORT PGDATABASE`,
  'Compose, with images of other programs': `
    POSTGRES_USER POSTGRES_PASSWORD POSTGRES_PASSWORD_FILE POSTGRES_DB PGDATA REDIS_PASSWORD REDIS_HOST REDIS_DB
    DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER DATABASE_USERNAME DATABASE_PASSWORD DATABASE_SSL
    DATABASE_CLIENT DATABASE_TYPE DATABASE_SCHEMA DATABASE_POOL DATABASE_FILE DATABASE_DIR DB_URL DB_HOST MYSQL_URL
    LOG_FORMAT LOG_FILE LOG_DIR LOG_PATH LOG_OUTPUT LOG_COLOR LOG_LABEL METRICS_PORT METRICS_ENABLED METRICS_PATH
    CORS_ENABLED CORS_HEADERS CORS_METHODS UPLOAD_DIR MAX_UPLOAD_SIZE TRUSTED_PROXIES HTTP_PROXY NO_PROXY HTTPS_PROXY
    http_proxy no_proxy SHUTDOWN_TIMEOUT BOOTSTRAP_SERVERS BOOTSTRAP_TOKEN PUID PGID TZ UMASK PORTS HOSTS VIRTUAL_HOST
    VIRTUAL_PORT OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME`,
  'npm start in a desktop shell': `
    npm_config_cache npm_config_prefix npm_config_node_gyp npm_lifecycle_event npm_lifecycle_script npm_package_json
    npm_package_name npm_package_version npm_execpath npm_node_execpath npm_command INIT_CWD COLOR EDITOR NODE HOST
    HOSTTYPE MACHTYPE OSTYPE SHELL DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE SSH_AUTH_SOCK DESKTOP_SESSION
    TERM_PROGRAM COLORTERM LS_COLORS WAYLAND_DISPLAY GTK_MODULES VSCODE_IPC_HOOK LC_ALL LESS PAGER MAIL`,
};

describe('findMisspelledVariables', () => {
  it.each([
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['Database-Url', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['GLOSSA_DATABASE_URL', 'DATABASE_URL'],
    ['DATABASE_URL_FLIE', 'DATABASE_URL_FILE'],
    ['DATABASE_URLFILE', 'DATABASE_URL_FILE'],
    ['REDIS_UR', 'REDIS_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['BOOTSTRAP_APIKEY', 'BOOTSTRAP_API_KEY'],
    ['METRIC_TOKEN_FILE', 'METRICS_TOKEN_FILE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PROT', 'PORT'],
  ])('takes %s for %s', (name, meant) => {
    expect(lines({ [name]: 'x' })).toEqual([
      `${name} is not a setting; ${meant} is meant? Rename the variable or unset it`,
    ]);
  });

  it.each(Object.entries(ENVIRONMENTS))('accepts the variables of %s', (_, names) => {
    expect(
      lines(
        Object.fromEntries(
          names
            .trim()
            .split(/\s+/)
            .map((name) => [name, 'x']),
        ),
      ),
    ).toEqual([]);
  });

  it('accepts a similar variable where the setting or its file is set, and an empty one', () => {
    expect(lines({ DATABASE_URI: 'x', DATABASE_URL: 'x' })).toEqual([]);
    expect(lines({ DATABASE_URI: 'x', DATABASE_URL_FILE: 'x' })).toEqual([]);
    expect(lines({ DATABASE_URI: '' })).toEqual([]);
  });

  it('finds every single mistake in a name of more than one word', () => {
    const names = VARIABLES.filter((name) => name.includes('_'));
    const mistakes = {
      omit: (name: string, at: number) => name.slice(0, at) + name.slice(at + 1),
      double: (name: string, at: number) => name.slice(0, at + 1) + name.slice(at),
      exchange: (name: string, at: number) =>
        name.slice(0, at) + name.slice(at + 1, at + 2) + name.slice(at, at + 1) + name.slice(at + 2),
      replace: (name: string, at: number) => `${name.slice(0, at)}X${name.slice(at + 1)}`,
    };
    const mistake = fc.constantFrom(...Object.values(mistakes));
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), mistake, (name, position, make) => {
        const wrong = make(name, position % name.length);
        fc.pre(!(VARIABLES as readonly string[]).includes(wrong));
        expect(lines({ [wrong]: 'x' })).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });
});
