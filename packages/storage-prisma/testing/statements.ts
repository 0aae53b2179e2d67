import * as cases from '../src/statements/cases.ts';
import * as children from '../src/statements/children.ts';
import * as people from '../src/statements/people.ts';
import type { Columns, Statement } from '../src/statements/statement.ts';
import * as store from '../src/statements/store.ts';
import * as audit from '../src/tables/audit.ts';
import * as caseLists from '../src/tables/case-lists.ts';
import * as credentials from '../src/tables/credentials.ts';
import * as ids from '../src/tables/ids.ts';
import * as keys from '../src/tables/keys.ts';
import * as mails from '../src/tables/mails.ts';
import * as names from '../src/tables/names.ts';
import * as notices from '../src/tables/notices.ts';
import * as passkeys from '../src/tables/passkeys.ts';
import * as patientWords from '../src/tables/patient-words.ts';
import * as security from '../src/tables/security.ts';
import * as texts from '../src/tables/texts.ts';

type Named = {
  readonly name: string;
  readonly statement: Pick<Statement, 'reason' | 'why' | 'text' | 'first'> & { readonly row?: Columns<unknown> };
};

const isStatement = (value: unknown): value is Named['statement'] =>
  typeof value === 'object' && value !== null && 'reason' in value;

const named = (name: string, value: unknown): readonly Named[] => {
  if (Array.isArray(value)) return value.flatMap((one) => named(name, one));
  if (!isStatement(value)) return [];
  return [...(value.first ? named(`${name}, first`, value.first.statement) : []), { name, statement: value }];
};

const everything = { by: 'somebody', child: 'a child', from: 1, until: 2 } as Parameters<typeof audit.recordsOf>[0];

const page = { after: undefined, size: 1 };
const owners = [{ doctorId: 'one' }, { doctorId: 'another' }];
const filter = { status: 'finished', certification: 'issued' } as const;

const found = { words: ['anna', 'b'], group: 'Doc', after: undefined, size: 1 } as const;

/** All statements that are no calls of Prisma's client. */
export const STATEMENTS: readonly Named[] = [
  ...[
    audit,
    cases,
    caseLists,
    children,
    credentials,
    ids,
    keys,
    mails,
    names,
    notices,
    passkeys,
    patientWords,
    people,
    security,
    store,
    texts,
  ].flatMap((file) => Object.entries(file).flatMap(([name, value]) => named(name, value))),
  ...Object.values(texts.LOCK_TEXTS).flatMap((statement) => named('LOCK_TEXTS', statement)),
  { name: 'replaceTexts', statement: texts.replaceTexts('Certification') },
  { name: 'casesOf', statement: caseLists.casesOf(owners, page, filter).page },
  { name: 'casesOf, newest first', statement: caseLists.casesOf(owners, page, { newestFirst: true }).page },
  { name: 'tasksOf', statement: caseLists.tasksOf(['one'], page, undefined).page },
  { name: 'newestOfEach', statement: cases.newestOfEach(2) },
  { name: 'revokeNaming', statement: cases.revokeNaming(2, true) },
  { name: 'accountsFound', statement: names.accountsFound(found).query },
  { name: 'patientsFound', statement: names.patientsFound(found).query },
  { name: 'recordsOf', statement: audit.recordsOf(everything, 0, 1).records },
];
