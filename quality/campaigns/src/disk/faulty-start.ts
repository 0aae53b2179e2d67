import { join } from 'node:path';
import { sqliteAt } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { scratchFolder, startApp, tryToStart } from '../ground/processes.ts';
import { FILE } from './record.ts';
import { type Fault, recordingInto } from './strace.ts';

/**
 * Whether a process served although one call of its first start failed. If it did not, it has said so in one sentence; the
 * next start comes to serve in any case.
 */
export const startOnFault = async (ground: Ground, fault: Fault): Promise<boolean> => {
  const { environment } = sqliteAt(join(scratchFolder(ground), FILE));
  const trace = join(scratchFolder(ground), 'trace');
  const story = `The start whose ${fault.when}. of ${fault.calls} came to ${fault.error}`;
  const started = await tryToStart(ground, 'together', environment, recordingInto(trace, { fault }));
  if (typeof started === 'string' && !/^[A-Z][^\n]+\.\n$/.test(started)) ground.wrong(`${story} said: ${started}`);
  if (typeof started !== 'string') await started[0]?.kill('SIGTERM');
  try {
    const [instance] = await startApp(ground, 'together', environment);
    await instance?.kill();
  } catch (error) {
    ground.wrong(`${story} was the last one: ${error}`);
  }
  return typeof started !== 'string';
};
