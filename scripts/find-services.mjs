// Prints DATABASE_URL=… and REDIS_URL=…: those of the environment, else those of a server on this machine that lets the
// tests in. Ends with 1, and says why, where one of them is not there.
import { userInfo } from 'node:os';
import { databaseProblem, redisProblem } from './services.mjs';

const local = (user) => [
  `postgres://${user}@127.0.0.1:5432/postgres`,
  `postgres:///postgres?host=/var/run/postgresql&user=${user}`,
];

async function find(name, defaults, problemOf) {
  const candidates = process.env[name] ? [process.env[name]] : defaults;
  let problem;
  for (const candidate of candidates) {
    problem = await problemOf(candidate);
    if (problem === undefined) {
      process.stdout.write(`${name}=${candidate}\n`);
      return;
    }
  }
  process.stderr.write(`no ${name}: ${problem}\n`);
  process.exitCode = 1;
}

await find('DATABASE_URL', [...new Set([userInfo().username, 'postgres'])].flatMap(local), databaseProblem);
await find('REDIS_URL', ['redis://127.0.0.1:6379'], redisProblem);
