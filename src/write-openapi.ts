import { readFile, writeFile } from 'node:fs/promises';
import { documentWithoutServices } from './document-without-services';
import { printDocument } from './openapi/document';

/** Relative to the working directory, which is the root of the package in npm scripts. */
const FILE = 'openapi.json';

/** Writes the OpenAPI document; with `--check`, fails if the file differs from the document instead. */
async function main(): Promise<void> {
  const document = printDocument(await documentWithoutServices());
  if (!process.argv.includes('--check')) {
    await writeFile(FILE, document);
  } else if ((await readFile(FILE, 'utf8')) !== document) {
    process.stderr.write(`${FILE} is out of date: run "npm run openapi" and commit it\n`);
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
