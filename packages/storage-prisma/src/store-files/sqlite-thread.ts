import { workerData } from 'node:worker_threads';
import { type LongCall, readFrom } from './draft.ts';

const { file, copyTo } = workerData as LongCall;
readFrom(file, (database) => {
  if (copyTo !== undefined) return database.prepare('VACUUM INTO ?').run(copyTo);
  const found = database.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw new Error(String(found));
  return undefined;
});
