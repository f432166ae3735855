// Serves releases with the build of the service, answers queries of its parent, and packs old releases until it kills itself at a statement.
const { setImmediate } = require('node:timers');
const { Client } = require('pg');
const { DataSource } = require('typeorm');
const { readSettings } = require('../../dist/src/config/settings.js');
const { createApp } = require('../../dist/src/create-app.js');
const { ReleasePacking } = require('../../dist/src/releases/packing/release-packing.js');

const kill = () => process.kill(process.pid, 'SIGKILL');

/**
 * @param {string} statement a part of its text
 * @param {number} later how many statements after it the process kills itself
 * @param {'sent' | 'unsent'} moment
 */
async function pack(app, { statement, later, moment }) {
  const { query } = Client.prototype;
  let left;
  Client.prototype.query = function (...values) {
    const [given] = values;
    const text = typeof given === 'string' ? given : given?.text;
    if (left === undefined && statement !== undefined && text?.includes(statement)) left = later + 1;
    if (left === undefined || --left > 0) return query.apply(this, values);
    if (moment === 'unsent') kill();
    const result = query.apply(this, values);
    setImmediate(kill);
    return result;
  };
  const steps = app.get(ReleasePacking).run();
  while (!(await steps.next()).done);
  Client.prototype.query = query;
  await app.close();
  process.disconnect();
}

async function main() {
  const { app } = await createApp(readSettings(process.env));
  await app.listen(0, '127.0.0.1');
  process.on('message', async (message) => {
    if ('sql' in message) process.send(await app.get(DataSource).query(message.sql));
    else await pack(app, message);
  });
  process.send(await app.getUrl());
}

void main();
