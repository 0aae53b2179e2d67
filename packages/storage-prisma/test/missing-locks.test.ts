import { expectSomeOrder, nextWorld } from '@health-case/domain/contracts/interleavings';
import type { Call } from '@health-case/domain/contracts/interleavings/calls';
import type { World } from '@health-case/domain/contracts/interleavings/world';
import { expect, it } from 'vitest';
import { onSend, PATIENT, postgresPlace } from './support/stores.ts';

/** Milliseconds before each call of a store: sooner or later long enough for both units to read before one writes. */
const PAUSES = [10, 20, 40, 80, 160, 320];

type Plant = readonly [lock: string, change: (text: string) => string, calls: (world: World) => readonly Call[]];

const without =
  (lock: RegExp, of: RegExp = /./) =>
  (text: string) =>
    of.test(text) ? text.replace(lock, '') : text;
const call = (name: string, input: Call['input']): Call => ({ name, input });
const CHANGE = / FOR NO KEY UPDATE$/;

const PLANTS: readonly Plant[] = [
  [
    'of the case that is found',
    without(CHANGE, /FROM "Case" WHERE "id" = \$1/),
    ({ people: [actor], cases: [, other] }) =>
      ['addTask', 'finishCase'].map((name) => call(name, { actor, caseId: other?.id, title: 'Blood count' })),
  ],
  [
    'of the case of a task that is found',
    without(CHANGE, /FROM "Case" WHERE "id" = \(/),
    ({ people: [actor], tasks: [task] }) => Array(2).fill(call('closeTask', { actor, taskId: task?.id })),
  ],
  [
    'of the case whose certification is revoked',
    without(CHANGE, /FROM "Case" WHERE "id"/),
    ({ people: [actor], tasks: [, , , task] }) => [
      call('createCertificate', { actor, id: task?.id, disclosed: 'name' }),
      call('revokeCertification', { actor, id: task?.id, reason: 'Found otherwise' }),
    ],
  ],
  [
    'of an account that is found by its id',
    without(CHANGE, /FROM "Account" WHERE "id"/),
    ({ people: [actor] }) =>
      ['battery staple', 'a third one'].map((newPassword) =>
        call('changePassword', { actor, password: 'correct horse', newPassword }),
      ),
  ],
  [
    'of an invitation',
    without(CHANGE, /FROM "Invitation"/),
    ({ people: [{ firstName, lastName }], email, code }) =>
      ['new', 'newer'].map((name) => {
        const names = { firstName, lastName, email: email(name), role: 'Doc' };
        return call('registerAccount', { ...names, password: 'correct horse', invitation: code });
      }),
  ],
  [
    'of the link of an assistant',
    without(CHANGE, /FROM "Assistance" WHERE "doctorId"/),
    ({ people: [actor, , assistant] }) =>
      Array(2).fill(call('unlinkAssistant', { actor, doctorId: actor.id, assistantId: assistant.id })),
  ],
  [
    'of the cases of a child that is erased',
    without(/ FOR UPDATE$/, /FROM "Case" WHERE "childId"/),
    ({ people: [actor], cases: [found], children: [child] }) => [
      call('addTask', { actor, caseId: found?.id, title: 'Blood count' }),
      call('eraseChild', { childId: child?.id }),
    ],
  ],
  [
    'of the attempts that are counted',
    (text) => without(CHANGE, /FROM "Throttled"/)(text).replace(/pg_advisory_xact_lock\(.*\)$/, '$1::text'),
    ({ people: [, , , , parent] }) => Array(2).fill(call('logIn', { email: parent.email, password: 'battery staple' })),
  ],
  [
    'of the outcome that is kept for a key',
    without(/ WHERE "KeptOutcome"."at" < \$5/),
    ({ people: [, , , , actor] }) => {
      const { firstName, lastName } = actor;
      return Array(2).fill(call('addChild', { actor, firstName, lastName, idempotencyKey: 'a key' }));
    },
  ],
];
it.each(PLANTS)('use cases that run at once show it if a lock is missing: that %s', async (_, change, calls) => {
  const { open } = await postgresPlace();
  const storages = [await open({ bounds: PATIENT }), await open({ bounds: PATIENT })];
  const play = (pause: number) => {
    const world = nextWorld();
    const made = calls(world).map((one, nth) => ({ ...one, nth, pauses: [pause] }));
    return expectSomeOrder(storages, world, made);
  };
  await play(20);
  let planted = 0;
  onSend((text) => {
    const changed = change(text);
    if (changed !== text) planted += 1;
    return changed;
  });
  const played = async () => {
    for (const pause of PAUSES) await play(pause);
  };
  await expect(played()).rejects.toThrow('no order comes to this');
  expect(planted).toBeGreaterThan(0);
});
