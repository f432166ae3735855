import { check } from './check';
import type { Command } from './command';
import { completion } from './completion';
import { diff } from './diff';
import { init } from './init';
import { log } from './log';
import { login } from './login';
import { mcp } from './mcp';
import { open } from './open';
import { pretranslate } from './pretranslate';
import { publish } from './publish';
import { pull } from './pull';
import { push } from './push';
import { releases } from './releases';
import { screenshots } from './screenshots';
import { status } from './status';
import { sync } from './sync';
import { types } from './types';
import { undo } from './undo';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  init,
  status,
  push,
  pull,
  sync,
  check,
  types,
  pretranslate,
  screenshots,
  publish,
  releases,
  log,
  diff,
  undo,
  open,
  mcp,
  completion,
];
