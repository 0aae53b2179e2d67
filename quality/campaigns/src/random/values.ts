import type { Random } from '../ground/random.ts';
import { PASSWORD } from '../ground/words.ts';
import type { Known } from './known.ts';

/** What makes one request and not another. */
export type Maker = { readonly random: Random; readonly known: Known; readonly nth: number; readonly session: string };

const WORDS = ['Mia', 'Jansen', 'Ægir', '李', 'שרה', '🐛', 'O’Neil', 'van der Berg', 'e\u0301', '-'];
const words = ({ random }: Maker): string =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick(WORDS)).join(' ');

/** A value with which a field can be served, in JSON. */
const RIGHT: Readonly<Record<string, (maker: Maker) => string>> = {
  id: ({ session }) => session,
  firstName: words,
  lastName: words,
  title: words,
  reason: words,
  email: ({ random, known, nth }) => (random.chance(0.5) ? known.any(random, 'email') : `new.${nth}@example.org`),
  password: () => PASSWORD,
  newPassword: () => PASSWORD,
  role: ({ random }) => random.pick(['Doc', 'Ast', 'Par']) ?? 'Par',
  invitation: () => '0000-1111-2222-3333-4444-5555-6666-7777',
  birthDate: ({ random }) => `20${10 + random.below(16)}-0${1 + random.below(9)}-1${random.below(10)}`,
  socSecNum: ({ nth, random }) => `756.${nth}.${random.below(1e6)}`,
  ChildID: ({ random, known }) => known.any(random, 'ChildID'),
  DocID: ({ random, known }) => known.any(random, 'DocID'),
  TaskID: ({ random, known }) => known.any(random, 'TaskID'),
  after: ({ random, known }) => known.any(random, random.pick(['ChildID', 'CaseID', 'DocID'] as const) ?? 'ChildID'),
  limit: ({ random }) => String(1 + random.below(50)),
};

const nested = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${open === '[' ? '' : '1'}${close.repeat(depth)}`;

/** JSON that is no right value for any field, or for hardly one. */
const ODD: readonly ((maker: Maker) => string)[] = [
  ({ random }) => random.pick(['null', 'true', 'false', '{}', '[]', '[[]]', '{"id":"a"}', '""', '" "']) ?? 'null',
  ({ random }) =>
    random.pick(['0', '-0', '1e999', '-1e-999', '9'.repeat(400), '0.1', '1E400', '12345678901234567890']) ?? '0',
  ({ random }) => nested('[', ']', 1 + random.below(5000)),
  ({ random }) => nested('{"a":', '}', 1 + random.below(2000)),
  ({ random }) =>
    random.pick(['"\\ud800"', '"\\udc00\\ud800"', '"a\\ud83d"', '"\\u0000"', '"Mia\\u0000"', '"\\u0007"']) ?? '""',
  ({ random }) =>
    random.pick(['"\\u202eaiM"', '"\\u2066x"', '"\\u200f"', '"\\u200b"', '"\\ufeff"', '"\\uffff"', '"\\u2028"']) ??
    '""',
  ({ random }) => random.pick(['"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"valueOf"']) ?? '""',
  ({ random }) => JSON.stringify('x'.repeat(random.below(2000))),
  ({ random }) => JSON.stringify('🐛'.repeat(random.below(600))),
  ({ random }) => JSON.stringify("' OR 1=1; -- \\ {{x}} %s <b>\u0085".slice(random.below(10))),
  ({ random }) =>
    random.pick(['"2019-02-30"', '"0000-00-00"', '"9999-12-31"', '"-1"', '"1001"', '"１２"', '"a@b"', '"@"']) ?? '""',
];

const oddValue = (maker: Maker): string => (maker.random.pick(ODD) ?? (() => 'null'))(maker);

/** The members of a request object as JSON: mostly right ones, some odd, some missing, some twice, some that nobody asked for. */
export const membersFor = (fields: readonly string[], maker: Maker, oddness: number): readonly string[] => {
  const { random } = maker;
  const member = (name: string): readonly string[] => {
    if (random.chance(oddness)) return random.chance(0.4) ? [] : [`"${name}":${oddValue(maker)}`];
    const right = `"${name}":${JSON.stringify((RIGHT[name] ?? words)(maker))}`;
    return random.chance(oddness / 10) ? [`"${name}":${oddValue(maker)}`, right] : [right];
  };
  const more = random.chance(0.1)
    ? [`"${random.pick(['more', '__proto__', 'constructor', '\\u0000'])}":${oddValue(maker)}`]
    : [];
  return [...more, ...fields.flatMap(member)];
};
