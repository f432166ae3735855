import { readFile, writeFile } from 'node:fs/promises';
import { documentWithoutServices } from './document-without-services';
import { printedDocument } from './openapi/document';

/** In the folder that npm runs scripts in. */
const FILE = 'openapi.json';

/** Writes the document; with `--check` says whether it is as the code has it. */
async function main(): Promise<void> {
  const document = printedDocument(await documentWithoutServices());
  if (!process.argv.includes('--check')) {
    await writeFile(FILE, document);
  } else if ((await readFile(FILE, 'utf8')) !== document) {
    process.stderr.write(`${FILE} is stale: run "npm run openapi" and commit it\n`);
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
