/**
 * Makes a Postman collection of openapi.json and runs it, as integrators do, and prints the status of each request by its name.
 *
 * Usage: node run-collection.mjs <settings>, JSON with the three variables of the collection, which are `baseUrl`, `bearerToken` and the
 * path of the `file` to import, with `order`, the names of the requests, and with `files`, the paths of other files by name of request
 */
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import newman from 'newman';
import converter from 'openapi-to-postmanv2';

const { order, files, ...variables } = JSON.parse(process.argv[2]);
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

const options = { parametersResolution: 'Example', enableOptionalParameters: false };
const { result, reason, output } = await promisify(converter.convertV2)({ type: 'json', data: document }, options);
if (!result) throw new Error(reason);

const requestsIn = (item) => (item.item ? item.item.flatMap(requestsIn) : [item]);
const collection = output[0].data;
const requests = collection.item.flatMap(requestsIn);
const item = order.map((name) => withEnd(withFile(requests.find((request) => request.name === name))));

const summary = await promisify(newman.run)({
  collection: { ...collection, item },
  envVar: Object.entries(variables).map(([key, value]) => ({ key, value })),
});
const statuses = summary.run.executions.map(({ item: { name }, response }) => [name, response?.code]);
process.stdout.write(JSON.stringify(Object.fromEntries(statuses)));

/** A person chooses the file. */
function withFile(request) {
  for (const field of request.request.body?.formdata ?? []) {
    if (field.type === 'file') field.src = files[request.name] ?? '{{file}}';
  }
  return request;
}

/** A stream of events has no end, unless the person turns on the parameter for it. */
function withEnd(request) {
  const once = request.request.url.query?.find(({ key }) => key === 'once');
  // Without an example, its value is random.
  if (once) Object.assign(once, { disabled: false, value: 'true' });
  return request;
}
