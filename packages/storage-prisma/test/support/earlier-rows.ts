import { insertRows, keyring, type Place } from './stores.ts';

/** When everything was done, in milliseconds since 1970. */
export const MOMENT = 1_790_000_000_000;

const id = (nth: number) => `01900000-0000-7000-8000-0000000000${String(nth).padStart(2, '0')}` as never;
const [doctor, assistant, parent, child, aCase, task] = [id(1), id(2), id(3), id(4), id(5), id(6)];
const [certification, event, secondEvent, record] = [id(7), id(8), id(9), id(10)];
const [certifiedCase, certifiedTask, issuedCertification] = [id(11), id(12), id(13)];
// Requested after the other, by a process whose clock was behind.
const liveCertification = '01800000-0000-7000-8000-000000000000' as never;
export const IDS = {
  ...{ doctor, assistant, parent, child, case: aCase, task },
  ...{ certifiedCase, certification, liveCertification, event, secondEvent, record, issuedCertification },
};
export const SOC_SEC_NUM = '756.1234.5678.97';

/** Inserts rows as the version with only the first migration did. `moment` is `MOMENT` as the database takes it. */
export const insertEarlierRows = async (query: Place['query'], moment: number | string): Promise<void> => {
  const keys = await keyring().create();
  const { seal, fingerprint } = await keyring().unlock(keys);
  const sealed = JSON.stringify(['1', record, MOMENT, 'request', parent, 'case opened', aCase, 'OK']);
  const recordSeal = fingerprint(sealed, 'AuditRecord:');
  const endSeal = fingerprint(`1:${recordSeal}`, 'AuditEnd');
  const person = { firstName: 'Åsa', lastName: "O'Neil", passwordHash: 'hash', registeredAt: moment };
  const opened = { childId: child, parentId: parent, doctorId: doctor };
  const requested = { caseId: aCase, taskId: task, requestedById: parent, requestedAt: moment };
  const issued = { ...requested, caseId: certifiedCase, taskId: certifiedTask };
  const tables: Readonly<Record<string, readonly object[]>> = {
    WrappedKey: keys,
    Account: [
      { ...person, id: doctor, email: 'Doc@example.org', role: 'Doc' },
      { ...person, id: assistant, email: 'Ast@example.org', role: 'Ast' },
      { ...person, id: parent, email: 'Par@example.org', role: 'Par' },
    ],
    Session: [{ digest: 'session', accountId: parent, startedAt: moment, lastUsedAt: moment }],
    Assistance: [{ doctorId: doctor, assistantId: assistant }],
    Child: [
      {
        ...{ id: child, parentId: parent, firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28' },
        socSecNum: seal(SOC_SEC_NUM, `Child:${child}:socSecNum`),
        socSecFingerprint: fingerprint('7561234567897', `Child:parent:${parent}:socSecNum`),
      },
    ],
    Case: [aCase, certifiedCase].map((id) => ({ ...opened, id, title: 'Asthma', openedAt: moment })),
    Task: [
      { id: task, caseId: aCase, title: 'Spirometry', closedAt: moment },
      { id: certifiedTask, caseId: certifiedCase, title: 'Spirometry', closedAt: moment },
    ],
    Certification: [
      { ...requested, id: certification, status: 'rejected', decidedAt: moment, reason: 'No.' },
      { ...requested, id: liveCertification, status: 'requested', liveTaskId: task },
      { ...issued, id: issuedCertification, status: 'issued', decidedAt: moment, liveTaskId: certifiedTask },
    ],
    CaseEvent: [
      { id: secondEvent, caseId: aCase, at: moment, byId: doctor, action: 'task added' },
      { id: event, caseId: aCase, at: moment, byId: parent, action: 'case opened' },
    ],
    Invitation: [{ digest: 'invitation', role: 'Doc', issuedAt: moment, expiresAt: moment, usedById: doctor }],
    AuditRecord: [
      {
        ...{ place: 1, id: record, at: moment, requestId: 'request', byId: parent, action: 'case opened' },
        ...{ on: aCase, outcome: 'OK', seal: recordSeal },
      },
    ],
    AuditEnd: [{ id: 1, place: 1, seal: recordSeal, endSeal }],
  };
  for (const [table, rows] of Object.entries(tables)) await insertRows(query, table, rows);
};
