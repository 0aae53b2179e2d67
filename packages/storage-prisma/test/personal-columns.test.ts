import { createOperatorApplication } from '@health-case/domain/application';
import type { EmailAddress } from '@health-case/domain/model/email';
import { TEXTS } from '@health-case/domain/model/texts';
import type { ChildId } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import type { FieldCipher, Keyring } from '@health-case/domain/ports/security';
import { createCalendar } from '@health-case/node-platform/calendar';
import { createIds, system } from '@health-case/node-platform/system';
import { describe, expect, it } from 'vitest';
import { insertRows, keyring, PLACES, type Place, sqlitePlace } from './support/stores.ts';

/*
 * What is encrypted, told to whom it is about, and erased with a person or a child, column by column: each is, or stands in
 * a list with the reason. A new column is in no list, so the test asks for it.
 */

const id = (nth: number) => `01900000-0000-7000-8000-0000000000${String(nth).padStart(2, '0')}`;
const [person, other, child, aCase, task, certification] = [1, 2, 3, 4, 5, 6].map(id);
const ADDRESS = 'erased@example.org';

/** Columns that refer to something, or that the program reads; any other holds a text, number or moment of its own. */
type Values = Readonly<Record<string, unknown>>;
const every = (columns: string, value: unknown): Values =>
  Object.fromEntries(columns.split(' ').map((column) => [column, value]));
const VALUES: Values = {
  'Account.id': person,
  'Child.id': child,
  'Case.id': aCase,
  'Task.id': task,
  'Certification.id': certification,
  ...every(
    'accountId parentId doctorId deputyId byId toId requestedById decidedById invitedById usedById wrongById',
    person,
  ),
  assistantId: other,
  childId: child,
  caseId: aCase,
  ...every('taskId liveTaskId', task),
  ...every('certificationId newestCertificationId', certification),
  ...every('email to', ADDRESS),
  ...every('Account.erasedAt Account.disabledAt', null),
  ...every('Certificate.list Certificate.index CertificateStatus.list CertificateStatus.index', 1),
  ...{
    'Account.role': 'Doc',
    'Account.language': 'de',
    'Account.notices': 'security',
    'Account.madeThrough': 'portal',
  },
  'Account.confirmed': 'open',
  'Help.kind': 'address',
  'StaffInvitation.role': 'Ast',
  'Mail.kind': 'new case',
  'CertificateStatus.revoked': 0,
  'Certification.status': 'issued',
};

/** They hold no person, or identifiers alone that outlive whom they are about; rows cannot be made up. */
const NOT_FILLED = {
  'the audit trail: identifiers alone, under seals': 'AuditRecord AuditPending AuditSource AuditEnd ListedChild',
  'of the store, or made by it': 'WrappedKey SetupCode NameIndex',
  'of the practice, for everybody': 'Practice',
};
const isFilled = (table: string): boolean => !Object.values(NOT_FILLED).join(' ').split(' ').includes(table);

type Column = { readonly table: string; readonly column: string; readonly type: string };

const COLUMNS = {
  SQLite: `SELECT m.name AS "table", p.name AS "column", p.type AS "type" FROM sqlite_master m, pragma_table_info(m.name) p
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_%' ESCAPE '\\'`,
  PostgreSQL: `SELECT "table_name" AS "table", "column_name" AS "column", "data_type" AS "type"
    FROM information_schema.columns WHERE "table_schema" = 'public' AND "table_name" NOT LIKE '\\_%'`,
};
const WITHOUT_REFERENCES = {
  SQLite: 'PRAGMA foreign_keys = OFF',
  PostgreSQL: "SET session_replication_role = 'replica'",
};

const MOMENT = Date.UTC(2020, 1, 3);

const DAYS = new Map<string, number>();
/** One for each column. */
const momentOf = (name: string): number => {
  DAYS.set(name, DAYS.get(name) ?? DAYS.size);
  return MOMENT + (DAYS.get(name) ?? 0) * 86_400_000;
};

/** A value that no default is, of the type of the column. */
const valueFor = ({ table, column, type }: Column, values: Values = VALUES): unknown => {
  const name = `${table}.${column}`;
  for (const one of [name, column]) if (one in values) return values[one];
  if (/bool/i.test(type)) return type === 'BOOLEAN' ? 1 : true;
  if (/int/i.test(type)) return 7;
  if (/date|time/i.test(type)) return type === 'DATETIME' ? momentOf(name) : new Date(momentOf(name)).toISOString();
  return name;
};

const identityOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** Fills each column of each table about a person and a child of that person, and tells which still hold it. */
const fill = async (place: Place, provider: keyof typeof COLUMNS, encrypt: Encrypt, values?: Values) => {
  const { query } = place;
  const columns = (await query(COLUMNS[provider])) as unknown as readonly Column[];
  const filled = columns.filter(({ table }) => isFilled(table));
  await query(WITHOUT_REFERENCES[provider]);
  for (const [table, of] of Map.groupBy(filled, (one) => one.table)) {
    await insertRows(query, table, [Object.fromEntries(of.map((one) => [one.column, valueFor(one, values)]))]);
  }
  const [yes, no] = provider === 'SQLite' ? [1, 0] : [true, false];
  const registeredAt = valueFor({ table: '', column: '', type: provider === 'SQLite' ? 'DATETIME' : 'timestamp' });
  const names = { id: other, email: 'other@example.org', firstName: 'O', lastName: 'P', passwordHash: '' };
  const facts = { role: 'Par', madeThrough: 'A', language: 'en', notices: 'all', registeredAt };
  // The last manager is not erased.
  const second = { ...names, ...facts, secondFactor: no, takesNoChildren: no, isManager: yes };
  await insertRows(query, 'Account', [second]);
  await insertRows(query, 'Parenthood', [{ parentId: other, childId: child, place: 8 }]);
  await encryptRows(place, encrypt);
  const rowsOf = async (table: string) => {
    const rows = await query(`SELECT * FROM "${table}"`);
    return rows.filter((row) => row['id'] !== other && row['parentId'] !== other);
  };
  const before = new Map<string, string>();
  const each = async (note: (name: string, value: string) => unknown) => {
    for (const table of new Set(filled.map((one) => one.table))) {
      for (const row of await rowsOf(table))
        for (const [column, value] of Object.entries(row)) note(`${table}.${column}`, identityOf(value));
    }
  };
  await each((name, value) => before.set(name, value));
  expect([...before.keys()].toSorted()).toEqual(filled.map(({ table, column }) => `${table}.${column}`).toSorted());
  const leftOver = async () => {
    const left = new Set<string>();
    await each((name, value) => before.get(name) === value && left.add(name));
    return [...left].toSorted();
  };
  return { all: [...before.keys()], leftOver };
};

type Reasons = Readonly<Record<string, string>>;

/** `Table: column column` for each table, or `Table` for all of its columns, with commas between them. */
const listed = (reasons: Reasons, all: readonly string[] = []): readonly string[] =>
  Object.values(reasons)
    .flatMap((tables) => tables.split(', '))
    .flatMap((text) => {
      const [table, columns] = text.split(': ');
      if (columns === undefined) return all.filter((one) => one.startsWith(`${table}.`));
      return columns.split(' ').map((column) => `${table}.${column}`);
    })
    .toSorted();

const KEYED_HASHES: Reasons = {
  'keyed hashes, which time removes':
    'KeptOutcome: at key outcome request, Throttled: count forgottenAt key notBefore of underWay',
};

const IMPORT = 'Import: byId digest done dueAt holder id rows startedAt startedById state';

/** What a person leaves. */
const LEFT_BY_PERSON: Reasons = {
  ...KEYED_HASHES,
  'the id, under which stays what the account did, as whom, and since when': 'Account: id role registeredAt',
  'that somebody with this id had a part': [
    'Case: doctorId, CaseEvent: byId doctorId toId, Certificate: madeById, Certification: decidedById doctorId requestedById',
    'Invitation: usedById',
    'Certification: waitsFor, Note: byId wrongById, PatientWord: doctorId, Task: closedById doctorId wishedById',
  ].join(', '),
  'of a child': [
    'Case: certification childId finishedAt id newSince newestCertificationId openedAt title',
    'CaseEvent: action at byOperator caseId fields id minutes month newTitle oldTitle place reason',
    'Certificate: caseId certificationId disclosed expiresAt id index issuedAt list',
    'CertificateStatus: index list revoked',
    'Certification: birthDate caseId decidedAt firstName handedOver id lastName liveTaskId place reason requestedAt',
    'Certification: statement status taskId toConfirm validUntil',
    'Child: birthDate firstName id isOfStaff lastName socSecNum, MergedChild: childId id, PatientWord: childId word',
    // Another parent is told.
    'Mail: childId',
    'Note: at caseId id place reason text wrongAt, Task: caseId closedAt closedPlace dueOn id title toldDueOn',
  ].join(', '),
  'of the operator, who invited': 'Invitation: digest expiresAt issuedAt role',
  'of the practice, and that somebody with this id imported': [
    IMPORT,
    'ImportRow: childId id importId likes reason result texts',
  ].join(', '),
};

/** What a child leaves. */
const LEFT_BY_CHILD: Reasons = {
  ...KEYED_HASHES,
  'of an account': [
    'Account, AccountCode, AccountWord, Assistance, Cover, Help, Invitation, KnownNetwork, LoginProof, Notice, NoticeChoice',
    'Passkey, PasskeyChallenge, Phrase, SecondFactor, Session, StaffInvitation',
  ].join(', '),
  'of the practice': IMPORT,
  'the place of a certificate, which stays revoked': 'CertificateStatus: index list',
};

const portsOf = (storage: Ports['storage']) =>
  ({
    ...system,
    ids: createIds(),
    calendar: createCalendar(),
    storage,
    auditTrail: { note: () => undefined },
  }) as unknown as Ports;

/** Of a person's data (D-50), what is not in what that person gets, and why. Ids that only refer to it are nothing more. */
const NOT_TOLD: Reasons = {
  'of an import of the practice: a list that is gone within seven days, and how far it is': [
    'Import: digest done dueAt holder id rows startedAt startedById state',
    'ImportRow: id importId likes reason result texts, Mail: validDays',
  ].join(', '),
  'secrets, hashes, and what only tells whether somebody knows one': [
    'Account: passwordHash, AccountCode: digest purpose, Draft: at key sealed, Invitation: digest',
    'JoinCode: digest, KeptOutcome: at key outcome request, KnownNetwork: at key, LoginProof: digest of',
    'Parenthood: socSecFingerprint, Passkey: counter id publicKey, PasskeyChallenge: digest expiresAt',
    'SecondFactor: encryptedSecret lastStep recoveryCodes, Session: digest, StaffInvitation: digest',
    'Throttled: count forgottenAt key notBefore of underWay',
  ].join(', '),
  'derived of what is told, or its order': [
    'AccountWord: role word, Case: certification, CaseEvent: minutes month place, Certificate: index list',
    'CertificateStatus: index list revoked',
    'Certification: handedOver place toConfirm waitsFor, MergedChild: id, Note: place, Parenthood: place',
    'PatientWord: word, Phrase: id place, Task: closedPlace toldDueOn, UnreadNote: noteId',
  ].join(', '),
  'of the operator, or of managers, who told by mail': [
    'CaseEvent: byOperator, Help: kind, Invitation: expiresAt issuedAt role',
  ].join(', '),
  'of how a mail is sent': 'Mail: attempts id kinds notBefore, Notice: kind',
  'what no page shows': 'Note: wrongAt',
};

/** D-36: of texts, those that are not encrypted, and why. */
const IN_THE_CLEAR: Reasons = {
  'lists are ordered by them': [
    'Account: firstName lastName, AccountWord: word, Child: birthDate firstName lastName, Cover: firstDay lastDay',
    'Certification: birthDate doctorName firstName lastName validUntil, PatientWord: word, Task: dueOn toldDueOn',
  ].join(', '),
  'hashes, public keys, and what is encrypted before': [
    'Account: passwordHash, AccountCode: digest, Draft: sealed, Import: digest, Invitation: digest, JoinCode: digest',
    'KeptOutcome: key request, KnownNetwork: key, LoginProof: digest, Parenthood: socSecFingerprint, Passkey: publicKey',
    'PasskeyChallenge: digest, SecondFactor: recoveryCodes, Session: digest, StaffInvitation: digest, Throttled: key of',
  ].join(', '),
  'ids under other names': [
    'Certification: waitsFor, Draft: key, Import: holder, ImportRow: likes, KeptOutcome: outcome, Throttled: underWay',
  ].join(', '),
  'names of devices': 'LoginProof: device, Passkey: name, Session: device',
  'words of the program': [
    'AccountCode: purpose, AccountWord: role, Case: certification, CaseEvent: action fields month, Certificate: disclosed',
    'Import: state, ImportRow: reason result, Invitation: role, LoginProof: of, Mail: kinds language problem, Notice: kind',
    'NoticeChoice: time topic, Phrase: kind',
  ].join(', '),
};

/** What the program reads of a row, where the person may read it. */
const READABLE: Values = {
  ...VALUES,
  'LoginProof.of': 'second factor',
  'Mail.to': null,
  'Mail.language': 'de',
  'Phrase.kind': 'reason',
  'JoinCode.expiresAt': Date.UTC(2100, 1, 1),
  'AccountCode.purpose': 'proof',
  'AccountCode.email': 'wanted@example.org',
  'Help.email': 'given@example.org',
  'JoinCode.email': 'joins@example.org',
  'StaffInvitation.email': 'staff@example.org',
  'Certificate.disclosed': 'name',
  'CaseEvent.action': 'case reopened',
  'CaseEvent.fields': 'lastName',
  'NoticeChoice.topic': 'note',
  'NoticeChoice.time': 'daily',
};

/** A keyring that lends the cipher of the store that it is given to. */
const lending = (ring: Keyring = keyring()) => {
  let cipher: FieldCipher | undefined;
  const lent = (of: Keyring): Keyring => ({
    ...of,
    boundTo: (store) => lent(of.boundTo(store)),
    unlock: async (keys) => {
      cipher = await of.unlock(keys);
      return cipher;
    },
  });
  return { keyring: lent(ring), encrypt: (text: string, context: string) => cipher?.encrypt(text, context) };
};

/** Encrypts what `fill` has inserted as it is. */
type Encrypt = ReturnType<typeof lending>['encrypt'];
const encryptRows = async ({ query }: Place, encrypt: Encrypt) => {
  const idOf = (table: string, column: string) => valueFor({ table, column, type: 'TEXT' });
  const replace = (table: string, key: string, column: string, field = column) => {
    const [id, text] = [idOf(table, key), `${table}.${column}`];
    const statement = `UPDATE "${table}" SET "${column}" = $1 WHERE "${key}" = $2`;
    return query(statement, encrypt(text, `${table}:${id}:${field}`), id);
  };
  for (const [table, columns] of Object.entries(TEXTS))
    for (const column of columns) await replace(table, 'id', column);
  await replace('SecondFactor', 'accountId', 'encryptedSecret', 'secret');
};

/** Columns of the dump whose values the person finds in what it gets. */
const toldIn = (entries: readonly object[], dump: readonly Column[], values: Values): readonly string[] => {
  const found = new Set<unknown>();
  JSON.stringify(entries, (key, value) => {
    found.add(typeof value === 'boolean' ? `${key} ${value}` : value);
    return value;
  });
  return dump.flatMap((one) => {
    const value = valueFor(one, values);
    const wanted = /bool/i.test(one.type) ? `${one.column} true` : value;
    return found.has(wanted) ? `${one.table}.${one.column}` : [];
  });
};

/** D-23: a parent reads all of the child. */
const OF_CHILD = ['Child', 'Case', 'Task', 'Certification', 'Certificate', 'CaseEvent', 'Note'];
/** Of whoever has a part in the child, and has invited somebody to it. */
const TOLD_OF_OTHERS = ['Account.firstName', 'Account.lastName', 'JoinCode.email', 'JoinCode.expiresAt'];
/** What rows of several people hold. */
const isShared = (value: unknown) => [null, 'Par', ...Object.values(VALUES)].includes(value);

const openFilled = async (values: Values) => {
  const place = await sqlitePlace();
  const { keyring, encrypt } = lending();
  const storage = await place.open({ keyring });
  await fill(place, 'SQLite', encrypt, values);
  const { exportAccount } = createOperatorApplication(portsOf(storage));
  const exportOf = async (email: string): Promise<readonly object[]> => {
    const exported = await exportAccount({ email: email as EmailAddress, requestId: 'test' });
    const told: object[] = [];
    if (exported.ok) for await (const page of exported.value) told.push(...page);
    return told;
  };
  const columns = (await place.query(COLUMNS.SQLite)) as unknown as readonly Column[];
  return { dump: columns.filter(({ table }) => isFilled(table)), exportOf, query: place.query };
};

it('all texts about a person are encrypted but those that are listed with a reason', async () => {
  const { dump, query } = await openFilled(VALUES);
  const inTheClear = new Set<string>();
  for (const { table, column } of dump)
    for (const row of await query(`SELECT "${column}" FROM "${table}"`))
      if (row[column] === `${table}.${column}` && !/id$/i.test(column)) inTheClear.add(`${table}.${column}`);
  expect([...inTheClear].toSorted()).toEqual(listed(IN_THE_CLEAR));
});

describe('what somebody gets who asks for the own data', () => {
  it('has each column about a person but those that are listed with a reason', async () => {
    const found = new Set<string>();
    let names: readonly string[] = [];
    for (const [role, status] of [
      ['Par', 'issued'],
      ['Par', 'rejected'],
      ['Doc', 'issued'],
      ['Ast', 'issued'],
    ]) {
      const values = { ...READABLE, 'Account.role': role, 'Certification.status': status };
      const { dump, exportOf } = await openFilled(values);
      for (const one of toldIn(await exportOf(ADDRESS), dump, values)) found.add(one);
      names = dump.map(({ table, column }) => `${table}.${column}`);
    }
    expect(names.filter((one) => !found.has(one)).toSorted()).toEqual(listed(NOT_TOLD));
  });

  it.each(['Par', 'Doc', 'Ast'])('has of another %s only what pages show', async (role) => {
    const values = { ...READABLE, 'Account.role': role };
    const { dump, exportOf } = await openFilled(values);
    const ofPerson = dump.filter((one) => !OF_CHILD.includes(one.table) && !isShared(valueFor(one, values)));
    expect(toldIn(await exportOf('other@example.org'), ofPerson, values).toSorted()).toEqual(TOLD_OF_OTHERS);
  });
});

describe.each(PLACES)('$provider', ({ provider, openPlace }) => {
  const openFilledPlace = async () => {
    const place = await openPlace();
    const { keyring, encrypt } = lending();
    const storage = await place.open({ keyring });
    return { ...(await fill(place, provider, encrypt)), ...createOperatorApplication(portsOf(storage)) };
  };

  it('erases all columns about a person but those that are listed with a reason', async () => {
    const { eraseAccount, leftOver } = await openFilledPlace();
    const erased = await eraseAccount({ email: ADDRESS as EmailAddress, requestId: 'test' });
    expect(erased).toMatchObject({ ok: true });
    expect(await leftOver()).toEqual(listed(LEFT_BY_PERSON));
  });

  it('erases all columns about a child but those that are listed with a reason', async () => {
    const { all, eraseChild, leftOver } = await openFilledPlace();
    const erased = await eraseChild({ childId: child as ChildId, requestId: 'test' });
    expect(erased).toMatchObject({ ok: true });
    expect(await leftOver()).toEqual(listed(LEFT_BY_CHILD, all));
  });
});
