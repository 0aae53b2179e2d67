import { readFileSync, writeFileSync } from 'node:fs';
import {
  auditRecord,
  child,
  keep,
  keepCase,
  keepClosedTask,
  keepRecords,
  listRecord,
} from '@health-case/domain/contracts/storage/samples';
import { insertRow } from '../../src/statement.ts';
import { copyRows } from '../../src/store-files/copy.ts';
import { migratedFile, openBeside, openSqlite, scratchFile } from './stores.ts';

const placeOf = (database: string) =>
  database.startsWith('postgresql:')
    ? ({ kind: 'postgresql', url: database, shown: 'the database' } as const)
    : ({ kind: 'sqlite', file: database, shown: database } as const);

/** The paths of SQLite files or the URLs of PostgreSQL databases. */
export const copy = (from: string, to: string, signal = new AbortController().signal) =>
  copyRows(placeOf(from), placeOf(to), signal);

/** More than two pages, at keys of one column and of two. */
const MANY = 1201;
export const SOC_SEC_NUM = '756.1234.5678.97';

/** A closed store on SQLite with every kind of row that is there when nobody serves it. Made once, and copied. */
export const storeWithEverything = async () => {
  made ??= makeStore().then(({ made, ...facts }) => ({ bytes: readFileSync(made), ...facts }));
  const { bytes, ...facts } = await made;
  const file = scratchFile();
  writeFileSync(file, bytes);
  return { file, ...facts };
};

let made: Promise<Omit<Awaited<ReturnType<typeof makeStore>>, 'made'> & { readonly bytes: Buffer }> | undefined;

const makeStore = async () => {
  const database = await migratedFile();
  const storage = await openSqlite(database);
  const { doctor, parent: registered, case: facts } = await keepCase(storage);
  const parent = { ...registered, secondFactor: true };
  await keep(storage, ({ accounts }) => accounts.setSecondFactor(parent.id, true));
  const task = await keepClosedTask(storage, facts);
  const numbered = child(SOC_SEC_NUM);
  await keep(storage, ({ children }) => children.insert(numbered, parent.id));
  await keepRecords(storage, ...Array.from({ length: MANY }, () => auditRecord()));
  await storage.sequence([listRecord([numbered.id, facts.childId])]);
  const checkpoint = await storage.read.audit.checkpoint();
  await storage.close();
  const moment = 1_790_000_000_001;
  const certification = { id: 'certification', caseId: facts.id, taskId: task.id, place: 1, requestedById: parent.id };
  const certificate = { id: 'certificate', certificationId: 'certification', caseId: facts.id, list: 1, index: 7 };
  const places = Array.from({ length: MANY }, (_, index) => ({ list: (index % 11) + 1, index, revoked: index % 2 }));
  const invitation = { childId: numbered.id, invitedById: parent.id };
  const invited = { ...invitation, at: moment, notBefore: moment, attempts: 0 };
  const rows: Readonly<Record<string, readonly object[]>> = {
    Session: [{ digest: 'session', accountId: parent.id, startedAt: moment, lastUsedAt: moment, device: 'Edge' }],
    AccountCode: [
      { accountId: parent.id, purpose: 'address', digest: 'code', email: 'new@example.org', expiresAt: moment },
    ],
    SecondFactor: [
      { accountId: parent.id, encryptedSecret: 'sealed', confirmedAt: moment, lastStep: 7, recoveryCodes: 'one two' },
    ],
    Passkey: [
      {
        id: 'passkey',
        accountId: parent.id,
        name: 'Phone',
        publicKey: 'public',
        counter: 2 ** 32 - 1,
        createdAt: moment,
        lastUsedAt: moment,
      },
      { id: 'other', accountId: parent.id, name: 'Key', publicKey: 'public', counter: 0, createdAt: moment },
    ],
    PasskeyChallenge: [
      { digest: 'to sign in', expiresAt: moment },
      { digest: 'to add', accountId: parent.id, expiresAt: moment },
    ],
    LoginProof: [
      { digest: 'proven', accountId: parent.id, of: 'password', provenAt: moment, expiresAt: moment, device: 'Safari' },
    ],
    Phrase: [{ id: 'phrase', accountId: doctor.id, kind: 'reason', place: -1, text: 'sealed' }],
    Mail: [
      { id: 'mail', kind: 'reset', accountId: null, to: 'a@example.org', at: moment, notBefore: moment, attempts: 0 },
      { id: 'join', kind: 'parent invited', to: 'ben@example.org', ...invited },
      { id: 'more', kind: 'second factor on', accountId: parent.id, at: moment, notBefore: moment, attempts: 0 },
    ],
    JoinCode: [
      {
        childId: numbered.id,
        email: 'ben@example.org',
        digest: 'to join',
        invitedById: parent.id,
        expiresAt: moment,
      },
    ],
    MergedChild: [{ id: 'merged', childId: numbered.id }],
    Assistance: [{ doctorId: doctor.id, assistantId: parent.id }],
    Certification: [{ ...certification, requestedAt: moment, status: 'rejected', decidedAt: moment, reason: 'No.' }],
    CertificateStatus: [...places, { list: 1, index: 7 }],
    Certificate: [{ ...certificate, disclosed: 'name', issuedAt: moment, expiresAt: moment }],
    CaseEvent: [
      { id: 'event', caseId: facts.id, place: 1, at: moment, byId: doctor.id, action: 'case opened', byOperator: 0 },
    ],
    Note: [{ id: 'note', caseId: facts.id, place: 1, at: moment, byId: doctor.id, text: 'sealed' }],
    UnreadNote: [{ accountId: parent.id, caseId: facts.id, noteId: 'note' }],
    AuditSource: [{ id: 'source', records: 3, at: moment, seal: 'seal' }],
    Throttled: [{ key: 'key', count: 3, notBefore: moment, forgottenAt: moment, underWay: '', of: null }],
    Draft: [{ key: 'key', accountId: parent.id, sealed: 'sealed', at: moment }],
    Notice: [{ accountId: parent.id, kind: 'request' }],
    NoticeChoice: [{ accountId: parent.id, topic: 'note', time: 'daily' }],
    Practice: [{ id: 1, name: 'Practice Holm', sentenceNl: 'Open van 8 tot 12.' }],
    KnownNetwork: [{ key: 'key', accountId: parent.id, at: moment }],
    KeptOutcome: [{ key: 'key', request: 'request', outcome: '{"ok":true}', at: moment }],
    Cover: [
      {
        id: 'cover',
        doctorId: doctor.id,
        deputyId: parent.id,
        reason: 'sealed',
        firstDay: '2026-11-28',
        lastDay: '2026-12-01',
        agreedAt: moment,
      },
    ],
    Help: [{ accountId: doctor.id, kind: 'address', email: 'new@example.org', at: moment }],
    Import: [
      {
        id: 'import',
        startedById: doctor.id,
        byId: doctor.id,
        startedAt: moment,
        digest: 'digest',
        state: 'checked',
        rows: 2,
        done: 1,
        holder: null,
        dueAt: moment,
      },
    ],
    ImportRow: [
      { id: 'import.00002', importId: 'import', texts: 'sealed', result: 'person', childId: null, likes: numbered.id },
    ],
    SetupCode: [{ id: 1, digest: 'to set up', expiresAt: moment }],
    NameIndex: [{ id: 1, folding: 1, after: parent.id }],
    StaffInvitation: [
      {
        email: 'cleo@example.org',
        role: 'Ast',
        invitedById: doctor.id,
        invitedAt: moment,
        expiresAt: moment,
        digest: 'to work here',
      },
    ],
    Invitation: [{ digest: 'invitation', role: 'Doc', issuedAt: moment, expiresAt: moment, usedById: doctor.id }],
  };
  const beside = openBeside(database);
  for (const [table, some] of Object.entries(rows)) {
    for (const row of some) {
      const statement = insertRow(table, Object.keys(row)).replaceAll(/\$\d+/g, '?');
      beside.prepare(statement).run(Object.values(row));
    }
  }
  beside.close();
  return { made: database, parent, child: numbered, checkpoint };
};
