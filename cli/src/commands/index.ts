import type { Command } from './command';
import { login } from './login';
import { pull } from './pull';
import { push } from './push';
import { sync } from './sync';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [login, push, pull, sync];
