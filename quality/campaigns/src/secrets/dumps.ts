import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from '../ground/ground.ts';
import { type Instance, scratchFolder } from '../ground/processes.ts';
import { folderPlace, type Place } from './places.ts';
import type { Search } from './search.ts';

/** A process that writes a report of itself into a folder when it is told to. */
export const reportingInto = (folder: string): string =>
  `--report-on-signal --report-signal=SIGUSR2 --report-directory=${folder}`;

/** What Node writes of a process for whoever looks for what is wrong with it. */
export const report = async ({ child }: Instance, folder: string): Promise<Place> => {
  const before = readdirSync(folder).length;
  child.kill('SIGUSR2');
  const deadline = performance.now() + 20_000;
  while (!isWhole(folder, before)) {
    if (performance.now() > deadline) throw new Error('The process has written no report.');
    await sleep(20);
  }
  return folderPlace('a report of Node', folder, false);
};

const isWhole = (folder: string, before: number): boolean => {
  const names = readdirSync(folder);
  return names.length > before && names.every((name) => /\n\}\s*$/.test(readFileSync(join(folder, name), 'utf8')));
};

/**
 * A core of a running process, as the kernel or a debugger writes it, has nothing of its memory, in which the keys are.
 * Nothing is looked at where no gcore may look.
 */
export const lookIntoCore = (ground: Ground, { child }: Instance, search: Search): string => {
  const folder = scratchFolder(ground);
  const { status } = spawnSync('gcore', ['-o', join(folder, 'core'), String(child.pid)], { timeout: 120_000 });
  if (status !== 0) return 'not looked for, as there is no gcore that may look';
  const written = new Set([...folderPlace('a core', folder).pieces()].flatMap((piece) => search(piece)));
  for (const secret of written) ground.wrong(`In a core: ${secret}`);
  const held = new Set(memoryOf(Number(child.pid)).flatMap((piece) => search(piece)));
  if (held.size === 0) ground.wrong('In the memory itself nothing is found either, so nothing has been shown.');
  return `${written.size}, in the memory itself ${held.size}`;
};

/** What V8 sets aside and does not use is larger than any machine. */
const LARGEST = 2 ** 28;

/** The parts of a process's memory that it can write and others cannot see. */
const memoryOf = (pid: number): readonly Buffer[] => {
  const parts = readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw.p/gm);
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    return [...parts].flatMap(([, from, to]) => {
      const start = BigInt(`0x${from}`);
      const size = Number(BigInt(`0x${to}`) - start);
      if (size > LARGEST) return [];
      const bytes = Buffer.alloc(size);
      return [bytes.subarray(0, readSync(memory, bytes, 0, size, start))];
    });
  } finally {
    closeSync(memory);
  }
};
