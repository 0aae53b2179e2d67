import type { Expected, Player, Question } from './player.ts';

const UNKNOWN = '01a1fcd5-0b73-71e2-a15d-27ec6994fad6';

/** Calls that are refused before any rule of the domain is asked, and so leave no record. */
const MALFORMED: readonly (readonly [Omit<Question, 'as'>, Expected])[] = [
  [{ endpoint: 'POST /api/Case', body: { title: 'No child, no doctor' } }, { refused: 'FIELDS_INVALID' }],
  [{ endpoint: 'GET /api/Case', body: { limit: '0' } }, { refused: 'FIELDS_INVALID' }],
  [{ endpoint: 'GET /api/Doc', body: { after: 'nobody' } }, { refused: 'FIELDS_INVALID' }],
  [{ endpoint: 'GET /api/Case/none' }, { refused: 'CASE_NOT_FOUND' }],
  [{ endpoint: 'GET /api/Doc/none/children' }, { refused: 'DOCTOR_NOT_FOUND' }],
  [{ endpoint: `GET /api/Doc/${UNKNOWN}/assistants` }, { refused: 'DOCTOR_NOT_FOUND' }],
  [{ endpoint: 'GET /api/Nothing' }, { refused: 'PATH_NOT_FOUND' }],
  [{ endpoint: 'DELETE /api/Case' }, { refused: 'METHOD_NOT_ALLOWED' }],
  [
    { endpoint: 'GET /api/Auth/me', headers: { Authorization: `Bearer ${'B'.repeat(43)}` } },
    { refused: 'SESSION_AMBIGUOUS' },
  ],
];

export const malformed = async ({ random, ask, world }: Player): Promise<void> => {
  const [question, expected] = random.pick(MALFORMED) ?? [];
  const as = random.pick(world.people);
  if (question && expected && as) await ask({ ...question, as }, expected);
};
