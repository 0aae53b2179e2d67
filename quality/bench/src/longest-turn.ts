import { openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded ahead of a server that is measured. On SIGUSR2 it writes the longest turn of the event loop since the last
 * signal, in milliseconds, into the file that LONGEST_TURN names, and the longest without its waiting for a core.
 */
const turns = monitorEventLoopDelay({ resolution: 1 });
turns.enable();

const schedule = openSync('/proc/self/schedstat', 'r');
const bytes = Buffer.alloc(64);
/** Stands still while other processes have the core. */
const ownTime = (): number => {
  const [, waited] = bytes.toString('latin1', 0, readSync(schedule, bytes, 0, bytes.length, 0)).split(' ');
  return performance.now() - Number(waited) / 1e6;
};
let [last, longest] = [ownTime(), 0];
setInterval(() => {
  const now = ownTime();
  longest = Math.max(longest, now - last);
  last = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  const file = `${process.env['LONGEST_TURN']}`;
  writeFileSync(`${file}~`, JSON.stringify([turns.max / 1e6, longest]));
  renameSync(`${file}~`, file);
  turns.reset();
  longest = 0;
});
