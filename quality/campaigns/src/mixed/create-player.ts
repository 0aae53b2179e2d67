import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@health-case/harness/client';
import { retryAfter } from '@health-case/harness/client';
import type { Harness } from '@health-case/harness/harness';
import { createRandom } from '@health-case/harness/load';
import type { Instance } from '@health-case/harness/processes';
import type { Doctors } from './doctors.ts';
import { emptyWorld } from './model.ts';
import { type Expected, faultOf, type Player } from './player.ts';
import type { Records } from './records.ts';

/** What all players share. */
export type Table = {
  readonly harness: Harness;
  readonly call: Call;
  readonly processes: readonly Instance[];
  readonly doctors: Doctors;
  readonly records: Records;
  readonly counts: { calls: number; unavailable: number };
};

export const createPlayer = (table: Table, name: string, seed: number): Player => {
  const { harness, call, processes, doctors, records, counts } = table;
  const [world, random] = [emptyWorld(name), createRandom(seed)];
  const process: Player['process'] = (variant) =>
    random.pick(variant ? processes.filter((one) => one.variant === variant) : processes) as Instance;

  const put: Player['put'] = async ({ endpoint, as, body = {}, headers = {}, to = process() }) => {
    for (let doubts = 0; ; doubts += 1) {
      counts.calls += 1;
      const reply = await call(to, endpoint, as ? { id: as.session, ...body } : body, headers);
      // The try before may still be under way.
      const again = reply.status === 503 || (doubts > 0 && reply.code === 'REQUEST_IN_FLIGHT');
      if (!again) return { reply, doubts };
      counts.unavailable += 1;
      await sleep(retryAfter(reply));
    }
  };

  const ask: Player['ask'] = async (question, expected) => {
    const to = question.to ?? process();
    const { reply, doubts } = await put({ ...question, to });
    expectRecords(records, expected, doubts);
    if (doubts > 0 && expected.repeated !== undefined && reply.code === expected.repeated) return reply;
    const fault = faultOf(reply, to, expected);
    if (fault === undefined) return expected.refused === undefined ? reply : undefined;
    const asked = `${question.endpoint} ${JSON.stringify(question.body ?? {})} by ${question.as?.email ?? 'nobody'}`;
    harness.fail(`${name}: ${asked} came to ${reply.status} ${reply.text.slice(0, 400)} instead of ${fault}`);
    return undefined;
  };

  return { world, random, doctors, process, ask, put, records, wrong: harness.fail };
};

/** Each try that was answered 503 may have left a record, too: of what it did, or of why the next one could not do it again. */
const expectRecords = (records: Records, { record, refused = 'OK', repeated }: Expected, doubts: number): void => {
  if (record === undefined) return;
  records.expect(record, refused);
  for (let doubt = 0; doubt < doubts; doubt += 1) {
    for (const outcome of [refused, repeated ?? refused, 'REQUEST_IN_FLIGHT']) records.allow(record, outcome);
  }
};
