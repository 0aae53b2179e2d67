import { openTestService } from '@health-case/composition/testing/test-service';
import { documentedExpectation, readApiDocument } from '@health-case/http/testing/api-document';
import { send } from '@health-case/http/testing/client';
import { CALL_NAMES, CALLS, type Variant } from '@health-case/model/calls';
import { createStage, type Stage } from '@health-case/model/cast';
import { callOf, playCells, readings } from '@health-case/model/cells';
import { aStep, playStep, type Step } from '@health-case/model/draws';
import { createPlayer, type Options, type Player, REFUSALS, type Send, type Sent } from '@health-case/model/player';
import { doctorsIn, type Person } from '@health-case/model/world';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const BOTH = ['A', 'B'] as const;

const { port, codeOf, disable } = openTestService([variantA, variantB]);
const expectDocumented = {
  A: documentedExpectation(() => port('A')),
  B: documentedExpectation(() => port('B')),
};

const overSocket = (variant: Variant, sent: Sent) => send(port(variant), sent);
const asDocumented: Send = async (variant, sent) => {
  const reply = await overSocket(variant, sent);
  await expectDocumented[variant](`${sent.method} ${sent.path}`, reply);
  return reply;
};

/** All worlds are in one store, so the list of doctors has those of each. */
let doctors: readonly Person[] = [];
const withPlayer = async <T>(work: (player: Player) => Promise<T>, options: Partial<Options> = {}): Promise<T> => {
  const player = createPlayer({ send: overSocket, codeOf, disable, ...options });
  player.meet(doctors);
  try {
    return await work(player);
  } finally {
    doctors = doctorsIn(player.world());
  }
};

const readAll = async (player: Player, variant: Variant): Promise<void> => {
  for (const call of readings(player.world(), variant)) await player.play(call);
};

/** The cells are played without limits and overload, so these codes do not occur; other packages test them. */
const ELSEWHERE = {
  http: [
    ...['BODY_TOO_LARGE', 'HEADERS_TOO_LARGE', 'INTERNAL', 'MALFORMED_HTTP', 'OVERLOADED', 'REQUEST_TIMEOUT'],
    'STATUS_LIST_NOT_FOUND',
  ],
  'domain, with an operator': ['INVITATION_INVALID'],
  domain: ['CERTIFICATES_EXHAUSTED', 'CERTIFICATION_EXPIRED', 'REQUEST_IN_FLIGHT'],
  'domain, with the portal': ['DOCTOR_TAKES_NO_CHILDREN'],
  'domain, and wire.test.ts': ['SECOND_FACTOR_NEEDED', 'THROTTLED'],
  'storage-prisma': ['STORE_UNAVAILABLE'],
};

describe('every cell of the model (D-23)', () => {
  const codes = new Set<string>();
  const cells = new Set<string>();

  describe.each(BOTH)('through variant %s', (variant) => {
    let stage: Stage;
    beforeAll(async () => {
      const note: Options['note'] = ({ name, session }, { refused = 'OK' }) => {
        codes.add(refused);
        const caller = stage?.player.world().accounts.find(({ sessions }) => sessions.includes(session ?? ''));
        const who = caller && Object.entries(stage.cast).find(([, id]) => id === caller.id)?.[0];
        if (who !== undefined) cells.add(`${variant} ${name} ${who}`);
      };
      const start = async (player: Player) => {
        stage = await createStage(player, variant, `${variant}.example.org`);
      };
      await withPlayer(start, { send: asDocumented, note });
    });

    // The cells have changed names.
    afterAll(() => {
      doctors = doctorsIn(stage.player.world());
    });

    it.each(CALL_NAMES)('%s is answered to everybody about everything as the model says', (name) =>
      playCells(stage, name),
    );

    it('leads to the state of the model', () => readAll(stage.player, variant));

    it('is all that the API document has', async () => {
      const { operations } = await readApiDocument(port(variant));
      const documented = operations.filter(({ method }) => method !== 'QUERY');
      const endpoints = documented.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
      expect(endpoints.toSorted()).toEqual(CALL_NAMES.flatMap((name) => CALLS[name][variant] ?? []).toSorted());
    });
  });

  it('was exercised: each call by each role in each relation, and each code that a call can be answered', () => {
    const withSession = CALL_NAMES.filter((name) => CALLS[name].about !== 'anyone');
    expect(cells.size).toBeGreaterThanOrEqual(2 * withSession.length * 13);
    const wanted = [...REFUSALS.keys()].filter((code) => !Object.values(ELSEWHERE).flat().includes(code));
    expect([...codes].toSorted()).toEqual([...wanted, 'OK'].toSorted());
  });
});

it('a doctor who names ten addresses without an assistant may name none, as the model says', () =>
  withPlayer(async (player) => {
    const stage = await createStage(player, 'A', 'misses.example.org');
    const codes: (string | undefined)[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const named = { id: 'account Doc participant', email: nth < 11 ? 'email Par participant' : 'email Ast shared' };
      const call = await callOf(stage, 'linkAssistant', 'Doc participant', named);
      codes.push((await player.play({ ...call, variant: nth % 2 ? 'A' : 'B' })).code);
    }
    expect(codes).toEqual([...Array(10).fill('ASSISTANT_NOT_FOUND'), 'THROTTLED', 'THROTTLED']);
  }));

const aSequence = fc.noBias(fc.array(aStep, { maxLength: 120, size: 'max' }));

/** A few sequences that take seconds; with `MODEL_RUNS` as many as wanted, with `MODEL_SEED` those of a failure. */
const { MODEL_RUNS = '8', MODEL_SEED = '23' } = process.env;

/** Bounds how long a failure is shrunk. */
const atMost = 60_000 + Number(MODEL_RUNS) * 5000;

it('any sequence of calls, some at the same time, is answered as the model says, and leads to its state', {
  timeout: 2 * atMost,
}, async () => {
  let runs = 0;
  const isAnsweredAsExpected = (steps: readonly Step[]): Promise<void> =>
    withPlayer(async (player) => {
      runs += 1;
      const [first, last] = runs % 2 ? BOTH : ['B' as const, 'A' as const];
      const stage = await createStage(player, first, `run-${runs}.example.org`);
      for (const step of steps) await playStep(stage, step);
      await readAll(player, last);
    });
  const property = fc.asyncProperty(aSequence, isAnsweredAsExpected);
  await fc.assert(property, { numRuns: Number(MODEL_RUNS), seed: Number(MODEL_SEED), interruptAfterTimeLimit: atMost });
});
