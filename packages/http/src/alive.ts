import { ok } from '@health-case/domain/result';

/** Answers as long as the process does, whatever the state of the store. */
export const alive = async () => ok(undefined);
