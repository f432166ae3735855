// Prints DATABASE_URL=… and REDIS_URL=… for the tests: the values of the environment, or else the addresses of servers on
// this machine. Exits with 1 and prints the reason if one of them cannot be used.
import { userInfo } from 'node:os';
import { checkDatabase, checkRedis } from './services.mjs';

const localUrls = (user) => [
  `postgres://${user}@127.0.0.1:5432/postgres`,
  `postgres:///postgres?host=/var/run/postgresql&user=${user}`,
];

async function find(name, defaults, check) {
  const candidates = process.env[name] ? [process.env[name]] : defaults;
  let problem;
  for (const candidate of candidates) {
    problem = await check(candidate);
    if (problem === undefined) {
      process.stdout.write(`${name}=${candidate}\n`);
      return;
    }
  }
  process.stderr.write(`no ${name}: ${problem}\n`);
  process.exitCode = 1;
}

await find('DATABASE_URL', [...new Set([userInfo().username, 'postgres'])].flatMap(localUrls), checkDatabase);
await find('REDIS_URL', ['redis://127.0.0.1:6379'], checkRedis);
