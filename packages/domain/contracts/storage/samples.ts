import {
  type Account,
  AT_FIRST,
  type Credentials,
  type PasswordHash,
  type Role,
} from '@health-case/domain/model/account';
import { type AuditRecord, about, type NotedRecord } from '@health-case/domain/model/audit';
import {
  type Certification,
  type ClosedTask,
  closeTask,
  type OngoingCase,
  type OpenTask,
} from '@health-case/domain/model/case';
import type { Certificate, StatusPlace } from '@health-case/domain/model/certificate';
import type { Child, SocSecNum } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { WaitingMail } from '@health-case/domain/model/mail';
import type { AccountId, ChildId, Day, Instant, PersonName, Title } from '@health-case/domain/model/values';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { must } from '../../test/support/values.ts';

let given = 0;

/** Identifiers shaped as real ones, each sorting after those before it. */
export const nextId = <Id extends string>(): Id => {
  given += 1;
  return `01900000-0000-7000-8000-${String(given).padStart(12, '0')}` as Id;
};

/** As a process makes them whose clock is behind: shaped alike, each sorting before all of `nextId`. */
export const earlierId = <Id extends string>(): Id => nextId<Id>().replace(/^019/, '018') as Id;

export const at = (milliseconds: number) => (1_790_000_000_000 + milliseconds) as Instant;

/** What databases, drivers and collations are known to trip over. */
export const AWKWARD_TEXT =
  'null % _ * ? $1 :x --; {} <b> " \' ` \\ e\u0301\u00e9\u00df\u0130\ufb01 \u{1f469}\u200d\u2695\ufe0f\u{10ffff} \u05d0\u200e\u3000\u200b';

export const account = (role: Role, facts: Partial<Account> = {}): Account => {
  const id = nextId<AccountId>();
  return {
    id,
    firstName: 'Åsa' as PersonName,
    lastName: `O'Neil ${AWKWARD_TEXT}` as PersonName,
    email: `${id}@example.org` as EmailAddress,
    role,
    registeredAt: at(1),
    ...AT_FIRST,
    madeThrough: 'A',
    confirmed: role === 'Par' ? undefined : 'open',
    ...facts,
  };
};

export const hash = (text: string) => text as PasswordHash;
export const credentials = (person: Account): Credentials => ({ account: person, passwordHash: hash('hash') });

export const child = (socSecNum?: string): Child => ({
  id: nextId(),
  firstName: 'Mia' as PersonName,
  lastName: `Jansen ${AWKWARD_TEXT}` as PersonName,
  birthDate: undefined,
  socSecNum: socSecNum as SocSecNum | undefined,
});

export const caseOf = ({ id: childId }: Child, doctorId: AccountId): OngoingCase => ({
  id: nextId(),
  childId,
  doctorId,
  title: AWKWARD_TEXT as Title,
  openedAt: at(10),
  status: 'ongoing',
});

export const taskOf = ({ id: caseId }: OngoingCase): OpenTask => {
  return { id: nextId(), caseId, title: AWKWARD_TEXT as Title, dueOn: '2026-12-24' as Day, status: 'open' };
};

export const certificateOf = ({ id: certificationId, caseId }: Certification, status: StatusPlace): Certificate => {
  return { id: nextId(), certificationId, caseId, status, disclosed: 'name', issuedAt: at(70), expiresAt: at(80) };
};

type MailFacts = { readonly [Name in keyof WaitingMail]?: WaitingMail[Name] };

/** A mail to an address, unless the facts name an account. */
export const mailOf = (facts: MailFacts = {}): WaitingMail => {
  const addressee = { accountId: undefined, to: 'ann@example.org' as EmailAddress };
  const nothing = { caseId: undefined, invitation: undefined, failedAt: undefined, problem: undefined };
  const times = { at: at(1), notBefore: at(1), attempts: 0 };
  return { id: nextId(), kind: 'reset', ...addressee, ...times, ...nothing, ...facts } as WaitingMail;
};

export const auditRecord = (facts: Partial<AuditRecord> = {}): AuditRecord => ({
  id: nextId(),
  at: at(100),
  requestId: AWKWARD_TEXT,
  by: nextId(),
  action: 'case shown',
  on: nextId(),
  outcome: 'OK',
  child: undefined,
  ...facts,
});

/** The record of a page about several children. */
export const listRecord = (children: readonly ChildId[], facts: Partial<AuditRecord> = {}): NotedRecord => ({
  ...auditRecord({ action: 'cases listed', ...facts }),
  ...about(new Set(children)),
});

/** Runs a unit of work that is expected to succeed. */
export const keep = async <T>(storage: Storage, work: (stores: Stores) => Promise<T>): Promise<T> =>
  must(await storage.write(async (stores) => ok(await work(stores))));

export const closed = (task: OpenTask, moment = 30): ClosedTask => must(closeTask(task, at(moment)));

export const keepClosedTask = async (storage: Storage, facts: OngoingCase): Promise<ClosedTask> => {
  const task = taskOf(facts);
  await keep(storage, async ({ tasks }) => {
    await tasks.insert(task);
    await tasks.save(closed(task));
  });
  return closed(task);
};

export const insert = (storage: Storage, person: Account = account('Par')) =>
  storage.write(({ accounts }) => accounts.insert(credentials(person)));

export const keepAccount = async (storage: Storage, role: Role, facts: Partial<Account> = {}): Promise<Account> => {
  const made = account(role, facts);
  await insert(storage, made);
  return made;
};

/** A unit that writes what it read and something more, so that one that is lost is missed. */
export const lengthenPassword = (storage: Storage, id: AccountId) =>
  keep(storage, async ({ accounts }) => {
    const known = await accounts.credentialsOf(id);
    await accounts.setPassword(id, hash(`${known?.passwordHash}+`));
  });

export const keepRecords = (storage: Storage, ...records: readonly AuditRecord[]) =>
  keep(storage, async ({ audit }) => {
    for (const added of records) await audit.append(added);
  });

export const keepCase = async (storage: Storage) => {
  const doctor = await keepAccount(storage, 'Doc');
  const parent = await keepAccount(storage, 'Par');
  const concerned = child();
  const facts = caseOf(concerned, doctor.id);
  await keep(storage, async ({ children, cases }) => {
    await children.insert(concerned, parent.id);
    await cases.insert(facts);
  });
  return { doctor, parent, child: concerned, case: facts };
};

export const personOf = ({ id, firstName, lastName }: Account) => ({ id, firstName, lastName });
