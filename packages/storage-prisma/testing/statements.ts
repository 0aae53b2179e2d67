import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NameSearch } from '@health-case/domain/model/names';
import { type Columns, forEach, type Statement } from '../src/statement.ts';
import * as audit from '../src/stores/audit.ts';
import * as caseLists from '../src/stores/case-lists.ts';
import * as certificate from '../src/stores/certificate.ts';
import * as certification from '../src/stores/certification.ts';
import * as names from '../src/stores/names.ts';
import * as note from '../src/stores/note.ts';
import { countOfPatients, patientsOf } from '../src/stores/patient-lists.ts';
import { SWEEPS } from '../src/stores/stores.ts';
import * as texts from '../src/stores/texts.ts';

type Named = {
  readonly name: string;
  readonly statement: Pick<Statement, 'reason' | 'why' | 'text' | 'first'> & { readonly row?: Columns<unknown> };
};

const isStatement = (value: unknown): value is Named['statement'] =>
  typeof value === 'object' && value !== null && 'reason' in value;

/** Of any number of values (`forEach`): the statement for two of them is one of them all. */
const isForAny = (value: unknown): value is (count: number) => unknown =>
  typeof value === 'function' && value.name === forEach(String).name;

const named = (name: string, value: unknown): readonly Named[] => {
  if (isForAny(value)) return named(name, value(2));
  if (Array.isArray(value)) return value.flatMap((one) => named(name, one));
  if (!isStatement(value)) return [];
  return [...(value.first ? named(`${name}, first`, value.first.statement) : []), { name, statement: value }];
};

const everything = { by: 'somebody', child: 'a child', from: 1, until: 2 } as Parameters<typeof audit.recordsOf>[0];

const page = { after: undefined, size: 1 };
const owners = [{ doctorId: 'one' }, { doctorId: 'another' }];
const filter = { status: 'finished', certification: 'issued' } as const;

const byLastCase = { by: 'last case', backwards: true } as const;

const found = { search: ['anna', 'b'] as readonly string[] as NameSearch, group: 'Doc', after: undefined, size: 1 };

const STORES = join(import.meta.dirname, '../src/stores');
const FILES: readonly object[] = await Promise.all(
  [...readdirSync(STORES).map((name) => join(STORES, name)), join(STORES, '../migrations.ts')].map(
    (path) => import(path),
  ),
);

/** All statements that are no calls of Prisma's client: those that a file exports, and one of each that is made of choices. */
export const STATEMENTS: readonly Named[] = [
  ...FILES.flatMap((file) => Object.entries(file).flatMap(([name, value]) => named(name, value))),
  ...Object.entries(SWEEPS).map(([store, statement]) => ({ name: `sweep ${store}`, statement })),
  ...Object.values(texts.LOCK_TEXTS).flatMap((statement) => named('LOCK_TEXTS', statement)),
  { name: 'replaceTexts', statement: texts.replaceTexts('Certification') },
  { name: 'casesOf', statement: caseLists.casesOf(owners, page, filter).page },
  { name: 'casesOf, newest first', statement: caseLists.casesOf(owners, page, { newestFirst: true }).page },
  { name: 'tasksOf', statement: caseLists.tasksOf(['one'], page, undefined).page },
  ...[
    countOfPatients(['one'], 9).count,
    countOfPatients(['one', 'another'], 9).count,
    ...[page, { after: 'a child', size: 1 }].flatMap((request) => [
      patientsOf(['one', 'another'], byLastCase, request).page,
      patientsOf(['one'], { by: 'name', backwards: false }, request).page,
    ]),
  ].map((statement, nth) => ({ name: `patients ${nth}`, statement })),
  {
    name: 'waitingFor',
    statement: certification.waitingFor(['one'], page, { byChild: true, children: ['a'] as never }).page,
  },
  { name: 'waitingForNeeded', statement: certification.waitingFor(['one'], page, { byNeed: true }).page },
  ...(['to confirm', 'to correct', 'handed over'] as const).map((list) => {
    return { name: `issuedBy, ${list}`, statement: certification.issuedBy(list, true) };
  }),
  { name: 'revokeNaming', statement: certificate.revokeNaming(2, true) },
  { name: 'unreadBy', statement: note.unreadBy('Par') },
  { name: 'accountsFound', statement: names.accountsFound(found).query },
  { name: 'patientsFound', statement: names.patientsFound(found).query },
  { name: 'recordsOf', statement: audit.recordsOf(everything, 0, 1).records },
];
