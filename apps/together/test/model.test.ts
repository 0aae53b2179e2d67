import { createStage } from '@health-case/model/cast';
import { callOf } from '@health-case/model/cells';
import { REFUSALS } from '@health-case/model/player';
import { expect, inject, it } from 'vitest';
import { modelCells } from './support/model-cells.ts';
import { openWorlds } from './support/worlds.ts';

/**
 * Half of the cells through variant A on SQLite, and the others through B on PostgreSQL, where all are played before a
 * release: no rule, and no variant, knows its store.
 */
const isOnPostgres = inject('store') === 'postgresql';
const isWhole = isOnPostgres && process.env['WHOLE'] !== undefined;
const turn = isWhole ? undefined : isOnPostgres ? 1 : 0;

const SINGLE = [['EMAIL_OWN', 'TOO_MANY_PARENTS'], ['BIRTH_DATE_IN_FUTURE']] as const;
/** The cells are played without limits and overload, so these codes do not occur; other packages test them. */
const ELSEWHERE = {
  http: [
    ...[
      'BODY_TOO_LARGE',
      'CONTENT_ENCODING_UNSUPPORTED',
      'HEADERS_TOO_LARGE',
      'INTERNAL',
      'MALFORMED_HTTP',
      'OVERLOADED',
      'PATH_NOT_FOUND',
    ],
    ...['REQUEST_TIMEOUT', 'STATUS_LIST_NOT_FOUND'],
  ],
  'domain, with an operator': ['INVITATION_INVALID'],
  domain: ['CERTIFICATES_EXHAUSTED', 'CERTIFICATION_EXPIRED', 'REQUEST_IN_FLIGHT'],
  'domain, with the portal': ['DOCTOR_TAKES_NO_CHILDREN'],
  'domain, and wire.test.ts': ['NOT_CONFIRMED', 'SECOND_FACTOR_NEEDED', 'THROTTLED'],
  'storage-prisma': ['STORE_UNAVAILABLE'],
  'the other run, where its one cell is': turn === undefined ? [] : SINGLE[turn],
};

const { codes } = modelCells(turn, 'A', ...(isOnPostgres ? (['B'] as const) : []));
const { withPlayer } = openWorlds();

it('each code that a call can be answered is among those of the cells', () => {
  const wanted = [...REFUSALS.keys()].filter(
    (code) => !Object.values<readonly string[]>(ELSEWHERE).flat().includes(code),
  );
  expect([...codes].filter((code) => code !== 'PATH_NOT_FOUND').toSorted()).toEqual([...wanted, 'OK'].toSorted());
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
