import { documentedExpectation, readApiDocument } from '@health-case/http/testing/api-document';
import { CALL_NAMES, CALLS } from '@health-case/model/calls';
import { createStage, type Stage } from '@health-case/model/cast';
import { callOf, playCells } from '@health-case/model/cells';
import { type Options, type Player, REFUSALS, type Send } from '@health-case/model/player';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openWorlds, readAll } from './support/worlds.ts';

/** A store sees no difference between the variants. */
const VARIANTS = inject('store') === 'postgresql' ? (['A'] as const) : (['A', 'B'] as const);

const { port, overSocket, remember, withPlayer } = openWorlds();
const expectDocumented = {
  A: documentedExpectation(() => port('A')),
  B: documentedExpectation(() => port('B')),
};
const asDocumented: Send = async (variant, sent) => {
  const reply = await overSocket(variant, sent);
  await expectDocumented[variant](`${sent.method} ${sent.path}`, reply);
  return reply;
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

  describe.each(VARIANTS)('through variant %s', (variant) => {
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
    afterAll(() => remember(stage.player));

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

  it.skipIf(VARIANTS.length === 1)(
    'was exercised: each call by each role in each relation, and each code that a call can be answered',
    () => {
      const withSession = CALL_NAMES.filter((name) => CALLS[name].about !== 'anyone');
      expect(cells.size).toBeGreaterThanOrEqual(VARIANTS.length * withSession.length * 13);
      const wanted = [...REFUSALS.keys()].filter((code) => !Object.values(ELSEWHERE).flat().includes(code));
      expect([...codes].toSorted()).toEqual([...wanted, 'OK'].toSorted());
    },
  );
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
