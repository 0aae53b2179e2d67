import { onTestFinished } from 'vitest';
import { type Commands, commandsOf } from './guide.ts';
import { newGuidePlace } from './guide-place.ts';
import { startServing } from './serving.ts';
import { openShell } from './shell.ts';
import { differenceFrom, type Values } from './shown.ts';

const KEEPS_RUNNING = /^keeps running on (.*)$/;
export const NOT_RUN = /^not run: (.*)$/s;

/** Does what a guide tells its reader to do, and compares what it says will be seen. */
export const runGuide = async (file: string): Promise<void> => {
  const place = await newGuidePlace();
  const shell = openShell(place.folder, place.environment);
  onTestFinished(shell.close);
  const values: Values = new Map();

  const inShell = (commands: string) => {
    const { folder: cwd, environment: env } = place;
    return { command: 'bash', args: ['--norc', '-euc', commands], cwd, env };
  };
  const run = async ({ text, note = '', shown }: Commands): Promise<void> => {
    const [, ports] = KEEPS_RUNNING.exec(note) ?? [];
    if (ports !== undefined) return startServing({ ...inShell(place.here(text)), ports: portsIn(place.here(ports)) });
    const output = await shell.run(place.here(text));
    const difference = differenceFrom(place.here(shown ?? ''), output, values);
    if (difference !== undefined) throw new Error(difference);
  };
  for (const commands of commandsOf(file)) {
    if (NOT_RUN.test(commands.note ?? '')) continue;
    await run(commands).catch((error: Error) => {
      throw new Error(`${commands.place}: ${error.message}`);
    });
  }
};

const portsIn = (text: string): readonly string[] => text.match(/\d+/g) ?? [];
