import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded ahead of a server that is measured. On SIGUSR2 it writes the longest turn of the event loop since the last
 * signal, in milliseconds, into the file that LONGEST_TURN names.
 */
const turns = monitorEventLoopDelay({ resolution: 1 });
turns.enable();
process.on('SIGUSR2', () => {
  const file = `${process.env['LONGEST_TURN']}`;
  writeFileSync(`${file}~`, String(turns.max / 1e6));
  renameSync(`${file}~`, file);
  turns.reset();
});
