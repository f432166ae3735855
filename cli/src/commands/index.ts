import type { Command } from './command';
import { completion } from './completion';
import { init } from './init';
import { login } from './login';
import { pull } from './pull';
import { push } from './push';
import { status } from './status';
import { sync } from './sync';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [login, init, push, pull, sync, status, completion];
