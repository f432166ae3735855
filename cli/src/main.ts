import { toCommandError } from './exit-code';
import { runProgram } from './program';
import { Output } from './terminal/output';

// Without this, Node ends with 1, which means that something was found.
process.on('uncaughtException', (error) => {
  const known = toCommandError(error);
  new Output(process.argv.includes('--json')).error(known);
  process.exit(known.exitCode);
});
// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runProgram(process.argv.slice(2));
