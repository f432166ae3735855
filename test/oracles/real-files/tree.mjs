// Requests and folders of the tools that import whole trees of files.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Returns a function that sends a request to a running Glossa, whatever it responds. */
export const callerOf =
  ({ url, key }) =>
  async (method, path, body) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(isJson && { 'content-type': 'application/json' }) },
      body: isJson ? JSON.stringify(body) : body,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, bytes, json: () => JSON.parse(Buffer.from(bytes).toString()) };
  };

/** Returns a function that sends a request that must succeed. @param call of `callerOf` */
export const requirerOf =
  (call) =>
  async (...request) => {
    const response = await call(...request);
    if (response.status >= 400) throw new Error(`${request.slice(0, 2).join(' ')}: ${Buffer.from(response.bytes)}`);
    return response;
  };

/** Returns the files of a folder whose paths match, by path. */
export async function readTree(folder, match) {
  const files = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath ?? entry.path, entry.name));
    if (entry.isFile() && new RegExp(match).test(path))
      files[path] = new Uint8Array(await readFile(join(folder, path)));
  }
  return files;
}
