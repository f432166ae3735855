import type { Command } from './command';
import { login } from './login';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [login];
