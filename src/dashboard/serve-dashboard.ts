import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE_HEADERS } from '../http/responses/response-headers';

/** The folder that `dashboard/build.mjs` writes, as seen from the sources and from the build of the service. */
const BUILT = ['../../dashboard/dist', '../../../dashboard/dist'].map((path) => join(__dirname, path));

/**
 * The HTML file of each address. The script of `index.html` shows the pages of the dashboard, the script of `docs.html`
 * shows Swagger UI; any other path stays a 404.
 */
const PAGES = {
  '/': 'index.html',
  '/inbox': 'index.html',
  '/glossary': 'index.html',
  '/projects': 'index.html',
  '/projects/*': 'index.html',
  '/settings': 'index.html',
  '/settings/*': 'index.html',
  '/welcome': 'index.html',
  '/invitation': 'index.html',
  '/password': 'index.html',
  '/docs': 'docs.html',
  '/docs/': 'docs.html',
};

/**
 * Serves the dashboard at `/` and Swagger UI at `/docs`, without a session and without a rate limit. Without their build, there
 * are no pages.
 */
export function serveDashboard(fastify: FastifyInstance): void {
  const root = BUILT.find((folder) => existsSync(join(folder, 'index.html')));
  if (root === undefined) {
    fastify.log.warn('there is no build of the dashboard, so that neither it nor /docs is served');
    return;
  }
  void fastify.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root,
      prefix: '/',
      // A route for each file, so that other paths stay paths of the API and of the documentation.
      wildcard: false,
      index: false,
      globIgnore: ['**/*.{br,gz}', '*.html'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => setCaching(reply, path),
    });
    for (const [path, file] of Object.entries(PAGES))
      scope.get(path, (_, reply: FastifyReply) => reply.headers(PAGE_HEADERS).sendFile(file));
  });
}

/** The names of assets contain a hash of their content; the name of the page does not. */
function setCaching(reply: FastifyReply, path: string): void {
  const isAsset = path.includes('/assets/');
  void reply.header('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
}
