// Packs old releases with the build of the service, and kills itself at a statement of it.
const { setImmediate } = require('node:timers');
const { Client } = require('pg');
const { readSettings } = require('../../dist/src/config/settings.js');
const { createApp } = require('../../dist/src/create-app.js');
const { ReleasePacking } = require('../../dist/src/releases/packing/release-packing.js');

// The number of the statement, and whether it is sent before.
const [number, isSent] = [Number(process.argv[2]), process.argv[3] === 'sent'];
const kill = () => process.kill(process.pid, 'SIGKILL');

async function main() {
  const { app } = await createApp(readSettings(process.env));
  const { query } = Client.prototype;
  let statements = 0;
  Client.prototype.query = function (...values) {
    if (++statements < number) return query.apply(this, values);
    if (!isSent) kill();
    const result = query.apply(this, values);
    setImmediate(kill);
    return result;
  };
  const steps = app.get(ReleasePacking).run();
  while (!(await steps.next()).done);
  Client.prototype.query = query;
  await app.close();
}

void main();
