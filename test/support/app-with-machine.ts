import type { MachineTranslationSettings } from '../../src/config/machine-translation-variables';
import { MachineServer } from './machine';
import { type RunningApp, startApp } from './start-app';

export interface AppWithMachine {
  machine: MachineServer;
  /** Its `close` closes the machine too. */
  running: RunningApp;
}

/** Starts a service and the machine with which it translates. */
export async function startAppWithMachine(...provider: Parameters<MachineServer['settings']>): Promise<AppWithMachine> {
  const machine = await MachineServer.start();
  const machineTranslation: MachineTranslationSettings = machine.settings(...provider);
  const running = await startApp({ machineTranslation });
  const close = async (): Promise<void> => {
    await running.close();
    await machine.close();
  };
  return { machine, running: { ...running, close } };
}
