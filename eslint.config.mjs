import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * The folders of src, each with the folders (or files) that it may import: see docs/architecture.md. Files at the top of
 * src wire the folders together and may import all of them; no folder imports these files.
 */
const GROUND = ['common', 'config', 'database', 'http'];
const allowed = {
  common: [],
  config: ['common/access/roles.ts'],
  database: ['common/errors', 'common/scheduling', 'common/page-bytes.ts', 'config/memory-limit.ts'],
  http: ['common', 'config'],
  // A library without dependencies on the service, except for language tags and states.
  'language-files': ['common/language-tag.ts', 'common/shorten.ts', 'common/translation-state.ts'],
  // Pure functions over texts.
  checks: ['common', 'language-files'],
  dashboard: ['http'],
  formats: [...GROUND, 'language-files'],
  'rate-limit': GROUND,
  background: GROUND,
  // Connections to servers of others.
  outgoing: [],
  audit: [...GROUND, 'background'],
  'api-keys': [...GROUND, 'rate-limit', 'audit'],
  organizations: [...GROUND, 'rate-limit', 'audit', 'api-keys', 'people'],
  sessions: [...GROUND, 'api-keys', 'audit', 'background'],
  mail: [...GROUND, 'background'],
  people: [...GROUND, 'rate-limit', 'api-keys', 'audit', 'background', 'mail', 'sessions'],
  auth: [...GROUND, 'rate-limit', 'api-keys', 'sessions'],
  idempotency: [...GROUND, 'organizations', 'background'],
  'project-write': [...GROUND, 'api-keys', 'organizations', 'idempotency'],
  projects: [...GROUND, 'audit', 'idempotency', 'project-write'],
  findings: [...GROUND, 'background', 'checks', 'project-write', 'projects', 'glossary'],
  keys: [...GROUND, 'checks', 'glossary', 'idempotency', 'project-write', 'projects', 'findings'],
  review: [...GROUND, 'language-files', 'project-write', 'projects'],
  history: [...GROUND, 'background', 'idempotency', 'project-write', 'projects', 'keys'],
  'machine-translation': [...GROUND, 'language-files', 'checks', 'outgoing', 'organizations', 'audit', 'project-write'],
  glossary: [
    ...GROUND,
    ...['language-files', 'checks', 'audit', 'background', 'organizations', 'idempotency', 'project-write', 'projects'],
  ],
  memory: [
    ...GROUND,
    ...['background', 'checks', 'idempotency', 'language-files', 'project-write', 'projects', 'organizations', 'keys'],
    ...['glossary', 'machine-translation'],
  ],
  live: [...GROUND, 'api-keys', 'sessions', 'people', 'auth', 'project-write', 'projects', 'keys', 'comments'],
  imports: [
    ...GROUND,
    'background',
    'checks',
    'glossary',
    'idempotency',
    'language-files',
    'formats',
    'project-write',
    'projects',
    'findings',
    'keys',
  ],
  exports: [...GROUND, 'background', 'language-files', 'formats', 'project-write', 'projects', 'keys'],
  'import-export': [
    ...GROUND,
    ...['idempotency', 'formats', 'project-write', 'projects', 'findings', 'keys', 'imports', 'exports'],
  ],
  webhooks: [
    ...GROUND,
    'outgoing',
    'audit',
    'background',
    'project-write',
    'projects',
    'checks',
    'findings',
    'history',
  ],
  releases: [
    ...GROUND,
    ...['language-files', 'audit', 'background', 'idempotency', 'project-write', 'projects', 'checks', 'findings'],
    ...['history', 'exports', 'import-export', 'webhooks'],
  ],
  assignments: [...GROUND, 'background', 'people', 'project-write', 'projects', 'keys', 'history', 'comments'],
  comments: [
    ...GROUND,
    ...['background', 'mail', 'people', 'idempotency', 'project-write', 'projects', 'keys', 'history', 'webhooks'],
  ],
  screenshots: [...GROUND, 'background', 'idempotency', 'project-write', 'projects'],
  delivery: [...GROUND, 'language-files', 'rate-limit', 'background', 'releases'],
  health: [
    ...GROUND,
    'rate-limit',
    'project-write',
    'projects',
    'keys',
    'history',
    'exports',
    'import-export',
    'webhooks',
    'delivery',
  ],
  mcp: [
    ...GROUND,
    'checks',
    'sessions',
    'project-write',
    'projects',
    'findings',
    'keys',
    'memory',
    'review',
    'comments',
    'history',
    'imports',
    'exports',
    'import-export',
  ],
  openapi: [
    ...GROUND,
    ...[
      'language-files',
      'formats',
      'rate-limit',
      'api-keys',
      'sessions',
      'people',
      'organizations',
      'idempotency',
      'project-write',
      'projects',
      'findings',
      'keys',
      'review',
      'history',
      'imports',
      'exports',
      'webhooks',
      'releases',
      'assignments',
      'comments',
      'screenshots',
      'live',
      'memory',
      'glossary',
      'machine-translation',
      'delivery',
    ],
  ],
};
const folders = readdirSync(`${import.meta.dirname}/src`, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);
for (const { name } of folders) {
  if (name !== 'types' && !(name in allowed))
    throw new Error(`eslint.config.mjs must list what src/${name} may import`);
}
const zones = Object.entries(allowed).map(([folder, others]) => ({
  target: `./src/${folder}`,
  from: './src',
  except: [`./${folder}`, ...others.map((other) => `./${other}`)],
  message: `src/${folder} may not import this (docs/architecture.md)`,
}));

/** Other folders import the library through its index, or through the part of it that browsers run. */
const INSIDE_LANGUAGE_FILES = {
  regex: '/language-files/(?!messages$)',
  message: 'import from language-files/index.ts or messages.ts',
};

/** The rules that need types are in .oxlintrc.json: docs/decisions/2026-11-28-native-compiler.md. */
export default defineConfig(
  {
    ignores: [
      'dist/**',
      'coverage/**',
      'node_modules/**',
      '**/fixtures/**',
      'test/openapi/clients/generated/**',
      'dashboard/dist/**',
      'dashboard/src/api/schema.d.ts',
      'cli/dist/**',
      'cli/src/api/schema.d.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  prettier,
  {
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })] },
    rules: {
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': ['error', { zones }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/language-files/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [INSIDE_LANGUAGE_FILES] }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.name='Param'][arguments.length<2]",
          message: "parse it: @Param('id', ParseIdPipe), @Param('name', ParseNamePipe)",
        },
      ],
    },
  },
  {
    files: ['src/language-files/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['@nestjs/*', 'typeorm', 'pg', 'fastify'], message: 'the library imports no framework' }],
        },
      ],
    },
  },
  {
    files: ['test/browser/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'waitForFunction',
          message: 'the content security policy refuses it after its first attempt: wait for a locator, or by `until`',
        },
      ],
    },
  },
  { files: ['dashboard/src/**/*.{ts,tsx}'], rules: { 'max-lines': ['error', 200] } },
  { files: ['dashboard/**/*.tsx'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        module: 'writable',
        ...Object.fromEntries(
          ['require', 'process', 'console', 'URL', 'URLSearchParams', 'Buffer', 'fetch', 'FormData', 'Blob'].map(
            (name) => [name, 'readonly'],
          ),
        ),
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
