import type { FieldCipher, WrappedKey } from '@health-case/domain/ports/security';

/** The moments of the rows, in milliseconds since 1970. */
export const MOMENT = 1_790_000_000_000;

export const IDS = {
  doctor: '01900000-0000-7000-8000-000000000001',
  assistant: '01900000-0000-7000-8000-000000000002',
  parent: '01900000-0000-7000-8000-000000000003',
  child: '01900000-0000-7000-8000-000000000004',
  case: '01900000-0000-7000-8000-000000000005',
  task: '01900000-0000-7000-8000-000000000006',
  certification: '01900000-0000-7000-8000-000000000007',
  event: '01900000-0000-7000-8000-000000000008',
  secondEvent: '01900000-0000-7000-8000-000000000009',
  // Requested after the other, by a process whose clock was behind.
  liveCertification: '01800000-0000-7000-8000-000000000000',
  record: '01900000-0000-7000-8000-000000000010',
} as const;
export const SOC_SEC_NUM = '756.1234.5678.97';

type Written = {
  /** A moment as a literal of the provider. */
  readonly moment: string;
  readonly keys: readonly WrappedKey[];
  readonly cipher: FieldCipher;
};

const account = (id: string, role: string, moment: string) => `
  INSERT INTO "Account" ("id", "firstName", "lastName", "email", "passwordHash", "role", "registeredAt")
  VALUES ('${id}', 'Åsa', 'O''Neil', '${role}@example.org', 'hash', '${role}', ${moment})`;

/** The places of rows among those of one owner; earlier versions had none. */
type Places = { readonly column: string; readonly at: (place: number) => string };
const NO_PLACES: Places = { column: '', at: () => '' };
const PLACES: Places = { column: ', "place"', at: (place) => `, ${place}` };

/** One record, which names no child. */
const auditTrail = (moment: string, cipher: FieldCipher): readonly string[] => {
  const sealed = JSON.stringify(['1', IDS.record, MOMENT, 'request', IDS.parent, 'case opened', IDS.case, 'OK']);
  const seal = cipher.fingerprint(sealed, 'AuditRecord:');
  return [
    `INSERT INTO "AuditRecord" ("place", "id", "at", "requestId", "byId", "action", "on", "outcome", "seal")
     VALUES (1, '${IDS.record}', ${moment}, 'request', '${IDS.parent}', 'case opened', '${IDS.case}', 'OK', '${seal}')`,
    `INSERT INTO "AuditEnd" ("id", "place", "seal", "endSeal")
     VALUES (1, 1, '${seal}', '${cipher.fingerprint(`1:${seal}`, 'AuditEnd')}')`,
  ];
};

const initial = ({ moment, keys, cipher }: Written, { column, at } = NO_PLACES): readonly string[] => [
  ...keys.map(
    ({ id, purpose, wrapped }, index) => `
    INSERT INTO "WrappedKey" ("id", "purpose", "wrapped"${column})
    VALUES ('${id}', '${purpose}', '${wrapped}'${at(index + 1)})`,
  ),
  account(IDS.doctor, 'Doc', moment),
  account(IDS.assistant, 'Ast', moment),
  account(IDS.parent, 'Par', moment),
  `INSERT INTO "Session" ("digest", "accountId", "startedAt", "lastUsedAt")
   VALUES ('session', '${IDS.parent}', ${moment}, ${moment})`,
  `INSERT INTO "Assistance" ("doctorId", "assistantId") VALUES ('${IDS.doctor}', '${IDS.assistant}')`,
  `INSERT INTO "Child" ("id", "parentId", "firstName", "lastName", "birthDate", "socSecNum")
   VALUES ('${IDS.child}', '${IDS.parent}', 'Mia', 'Jansen', '2019-02-28',
           '${cipher.seal(SOC_SEC_NUM, `Child:${IDS.child}:socSecNum`)}')`,
  `INSERT INTO "Case" ("id", "childId", "parentId", "doctorId", "title", "openedAt")
   VALUES ('${IDS.case}', '${IDS.child}', '${IDS.parent}', '${IDS.doctor}', 'Asthma', ${moment})`,
  `INSERT INTO "Task" ("id", "caseId", "title", "closedAt") VALUES ('${IDS.task}', '${IDS.case}', 'Spirometry', ${moment})`,
  `INSERT INTO "Certification"
     ("id", "caseId", "taskId", "requestedById", "requestedAt", "status", "decidedAt", "reason"${column})
   VALUES ('${IDS.certification}', '${IDS.case}', '${IDS.task}', '${IDS.parent}', ${moment}, 'rejected', ${moment}, 'No.'${at(1)})`,
  `INSERT INTO "Certification"
     ("id", "caseId", "taskId", "liveTaskId", "requestedById", "requestedAt", "status"${column})
   VALUES ('${IDS.liveCertification}', '${IDS.case}', '${IDS.task}', '${IDS.task}', '${IDS.parent}', ${moment}, 'requested'${at(2)})`,
  `INSERT INTO "CaseEvent" ("id", "caseId", "at", "byId", "action"${column})
   VALUES ('${IDS.secondEvent}', '${IDS.case}', ${moment}, '${IDS.doctor}', 'task added'${at(2)}),
     ('${IDS.event}', '${IDS.case}', ${moment}, '${IDS.parent}', 'case opened'${at(1)})`,
  `INSERT INTO "Invitation" ("digest", "role", "issuedAt", "expiresAt", "usedById")
   VALUES ('invitation', 'Doc', ${moment}, ${moment}, '${IDS.doctor}')`,
  ...auditTrail(moment, cipher),
];

const orderedByWriting = (how: Written): readonly string[] => [
  ...initial(how, PLACES),
  `UPDATE "Task" SET "closedPlace" = 1`,
];

/**
 * Rows of every table as the version with a migration wrote them, by the beginning of the migration's name. A migration
 * that these statements do not fit gets an entry of its own.
 */
const WRITTEN_AT: readonly (readonly [from: string, write: (how: Written) => readonly string[]])[] = [
  ['20261121064655', (how) => initial(how)],
  ['20261122153627', orderedByWriting],
];

export const rowsAt = (migration: string, how: Written): readonly string[] => {
  const write = WRITTEN_AT.filter(([from]) => from <= migration).at(-1)?.[1];
  if (!write) throw new Error(`There are no rows that fit ${migration}.`);
  return write(how);
};
