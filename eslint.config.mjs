import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Imports go one way (docs/decisions): the rooms of src, each with those that it must not know. */
const rooms = [
  'auth',
  'operator',
  'import-export',
  'keys',
  'rate-limit',
  'health',
  'openapi',
  'api-keys',
  'projects',
  'organizations',
];
const forbidden = {
  common: rooms,
  config: rooms,
  database: rooms.filter((room) => !['api-keys', 'keys', 'projects', 'organizations'].includes(room)),
  organizations: rooms.filter((room) => room !== 'organizations'),
  projects: rooms.filter((room) => !['projects', 'organizations'].includes(room)),
  'api-keys': rooms.filter((room) => !['api-keys', 'projects', 'organizations'].includes(room)),
  keys: rooms.filter((room) => !['keys', 'projects', 'organizations'].includes(room)),
  'import-export': rooms.filter((room) => !['import-export', 'keys', 'projects', 'organizations'].includes(room)),
  operator: rooms.filter((room) => !['operator', 'api-keys', 'projects', 'organizations'].includes(room)),
};
const zones = Object.entries(forbidden).flatMap(([target, from]) =>
  from.map((room) => ({
    target: `./src/${target}`,
    from: `./src/${room}`,
    message: `src/${target} must not know src/${room}`,
  })),
);

export default defineConfig(
  { ignores: ['dist/**', 'coverage/**', 'node_modules/**', '**/fixtures/**', 'test/openapi/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  prettier,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
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
    files: ['src/language-files/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['@nestjs/*', 'typeorm', 'fastify'], message: 'codecs are pure: no Nest, no TypeORM, no HTTP' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
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
  {
    files: ['test/**/*.ts', '**/*.spec.ts', '**/*.contract.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
