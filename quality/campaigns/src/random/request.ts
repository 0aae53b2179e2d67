import type { Sent } from '@health-case/http/testing/client';
import type { Endpoint } from './endpoints.ts';
import { type Maker, membersFor } from './values.ts';

const SEGMENT: Readonly<Record<string, readonly ('ChildID' | 'CaseID' | 'TaskID' | 'AstID' | 'DocID')[]>> = {
  '/api/Doc': ['DocID'],
  '/api/Case': ['CaseID', 'CaseID', 'TaskID'],
  '/api/Task': ['TaskID'],
};
const ODD_SEGMENTS = ['%00', '__proto__', '..%2f', '%ff', '%F0%9F%90%9B', '0', 'null', "'", '%20', 'a'.repeat(2000)];
const ODD_BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '"id"',
  '1e999',
  '{',
  '{}{}',
  '{"id":',
  '{"id":"a",}',
  '\ufeff{}',
  "{'id':1}",
  'id=a',
];

/** A request to an endpoint, typed as it asks for or nearly so. */
export const requestTo = ({ method, path, fields, costly }: Endpoint, maker: Maker): Sent => {
  const { random, session } = maker;
  // What costs much mostly lacks something: the others are not to wait for bcrypt, or for a new session.
  const asked = random.chance(0.03) ? fields : fields.filter((field) => field !== costly);
  const byHeader = random.chance(0.2) && asked.includes('id');
  const members = membersFor(
    byHeader ? asked.filter((field) => field !== 'id') : asked,
    maker,
    random.pick([0, 0.05, 0.4]) ?? 0,
  );
  const body = random.chance(0.03) ? (random.pick(ODD_BODIES) ?? '') : `{${members.join(',')}}`;
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => segment(maker, path, name)),
    body: Buffer.from(random.chance(0.01) ? `${body}\x80\xff` : body, random.chance(0.01) ? 'latin1' : 'utf8'),
    headers: {
      ...(byHeader && { Authorization: `Bearer ${session}` }),
      ...(random.chance(0.1) && { 'Idempotency-Key': random.pick([`k${random.below(50)}`, `${maker.nth}`, 'a b']) }),
      ...(random.chance(0.05) && {
        'Content-Type': random.pick(['text/plain', 'application/json; charset=utf-16', 'x']),
      }),
    },
  };
};

const segment = ({ random, known }: Maker, path: string, name: string): string => {
  if (random.chance(0.08)) return random.pick(ODD_SEGMENTS) ?? '0';
  if (name === 'AstID') return known.any(random, 'AstID');
  const kinds = Object.entries(SEGMENT).find(([start]) => path.startsWith(start))?.[1] ?? [];
  return known.any(random, random.pick(kinds) ?? 'CaseID');
};
