import { PASSWORD, type Sent } from '@health-case/harness/client';
import type { Random } from '@health-case/harness/load';
import type { DocumentedOperation } from '@health-case/http/testing/api-document';

/** The names under which replies tell identifiers, and requests ask for them. */
export const IDENTIFIERS = ['ChildID', 'CaseID', 'TaskID', 'AstID', 'DocID'] as const;
type Identifier = (typeof IDENTIFIERS)[number];

/** What makes one request and not another. */
export type Maker = {
  readonly random: Random;
  readonly nth: number;
  readonly session: string;
  /** One of the identifiers or addresses that replies have told so far. */
  readonly known: (what: Identifier | 'email') => string;
};

const WORDS = ['Mia', 'Jansen', 'Ægir', '李', 'שרה', '🐛', 'O’Neil', 'van der Berg', 'e\u0301', '-'];
const words = ({ random }: Maker): string =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick(WORDS)).join(' ');

/** Values that fields take. All others, as names and titles, are words. */
const RIGHT: Readonly<Record<string, (maker: Maker) => string>> = {
  id: ({ session }) => session,
  email: ({ random, known, nth }) => (random.chance(0.5) ? known('email') : `new.${nth}@example.org`),
  password: () => PASSWORD,
  newPassword: () => PASSWORD,
  role: ({ random }) => random.pick(['Doc', 'Ast', 'Par']) ?? 'Par',
  invitation: () => '0000-1111-2222-3333-4444-5555-6666-7777',
  birthDate: ({ random }) => `20${10 + random.below(16)}-0${1 + random.below(9)}-1${random.below(10)}`,
  socSecNum: ({ nth, random }) => `756.${nth}.${random.below(1e6)}`,
  ...Object.fromEntries(IDENTIFIERS.map((name) => [name, ({ known }: Maker) => known(name)])),
  after: ({ random, known }) => known(random.pick(IDENTIFIERS) ?? 'ChildID'),
  limit: ({ random }) => String(1 + random.below(50)),
};

/** JSON that is a wrong value for almost any field, separated by spaces. */
const ODD = [
  ...String.raw`null true false {} [] [[]] {"id":"a"} "" 0 -0 1e999 -1e-999 0.1 "\ud800" "\udc00\ud800" "a\ud83d" "\u0000"
"Mia\u0000" "\u0007" "１２" "a@b" "@" "\u202eaiM" "\u2066x" "\u200f" "\u200b" "\ufeff" "\uffff" "\u2028" "-1" "1001"
"__proto__" "constructor" "toString" "hasOwnProperty" "2019-02-30" "0000-00-00" "9999-12-31"`.split(/\s/),
  ...['" "', JSON.stringify("' OR 1=1; -- \\ {{x}} %s <b>\u0085")],
];
const ODD_SEGMENTS = ['%00', '__proto__', '..%2f', '%ff', '%F0%9F%90%9B', '0', 'null', "'", '%20', 'a'.repeat(2000)];
const ODD_BODIES = ['', ' ', 'null', '[]', '"id"', '1e999', '{', '{}{}', '{"id":', '{"id":"a",}', '\ufeff{}', 'id=a'];

const odd = ({ random }: Maker): string => {
  const depth = 1 + random.below(3000);
  const large = [
    '9'.repeat(400),
    JSON.stringify('x'.repeat(random.below(2000))),
    JSON.stringify('🐛'.repeat(random.below(600))),
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  ];
  return (random.chance(0.3) ? random.pick(large) : random.pick(ODD)) ?? 'null';
};

/** The members of a request object as JSON: mostly right ones; some odd, missing, twice, or that nobody asked for. */
const membersFor = (fields: readonly string[], maker: Maker): readonly string[] => {
  const { random } = maker;
  const oddness = random.pick([0, 0.05, 0.4]) ?? 0;
  const more = random.pick(['more', '__proto__', 'constructor', '\\u0000']);
  const members = fields.flatMap((name) => {
    if (random.chance(oddness)) return random.chance(0.4) ? [] : [`"${name}":${odd(maker)}`];
    const right = `"${name}":${JSON.stringify((RIGHT[name] ?? words)(maker))}`;
    return random.chance(oddness / 10) ? [`"${name}":${odd(maker)}`, right] : [right];
  });
  return random.chance(0.1) ? [`"${more}":${odd(maker)}`, ...members] : members;
};

/** What stands in a path in the place of a name in braces: the identifier that it asks for, another one, or something odd. */
const segmentFor = ({ random, known }: Maker, path: string, name: string): string => {
  if (random.chance(0.08)) return random.pick(ODD_SEGMENTS) ?? '0';
  const wanted = name === 'id' ? `${path.split('/')[2]}ID` : name;
  // A certification is asked for by its case or by its task (D-21).
  return known(random.chance(0.7) ? (wanted as Identifier) : (random.pick(IDENTIFIERS) ?? 'TaskID'));
};

/** A request as the operation asks for it, or nearly so. */
export const requestTo = ({ method, path, fields }: DocumentedOperation, maker: Maker): Sent => {
  const { random, session, nth } = maker;
  // Hashes and ended sessions cost the others much, so what brings them about mostly lacks a field.
  const costly = path.endsWith('/logout') ? 'id' : 'password';
  const byHeader = random.chance(0.2) && fields.includes('id');
  const isLeftOut = (field: string) => (field === costly && random.chance(0.97)) || (field === 'id' && byHeader);
  const members = membersFor(
    fields.filter((field) => !isLeftOut(field)),
    maker,
  );
  const body = random.chance(0.03) ? (random.pick(ODD_BODIES) ?? '') : `{${members.join(',')}}`;
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => segmentFor(maker, path, name)),
    body: random.chance(0.01) ? Buffer.from(`${body}\x80\xff`, 'latin1') : Buffer.from(body),
    headers: {
      ...(byHeader && { Authorization: `Bearer ${session}` }),
      ...(random.chance(0.1) && { 'Idempotency-Key': random.pick([`k${random.below(50)}`, `${nth}`, 'a b']) }),
      ...(random.chance(0.05) && {
        'Content-Type': random.pick(['text/plain', 'application/json; charset=utf-16', 'x']),
      }),
    },
  };
};
