import { LANGUAGES } from '@health-case/domain/model/account';
import { isNotice, MAIL_KINDS, type WaitingMail } from '@health-case/domain/model/mail';
import { ALL_TOPICS, NOTICE_TIMES } from '@health-case/domain/model/notice';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type * as Row from '../generated/sqlite/client.ts';
import {
  CHANGE,
  columnsOf,
  hot,
  insertRow,
  joining,
  lock,
  lockOf,
  race,
  SKIP,
  SKIP_TO_CHANGE,
  type Value,
} from '../statement.ts';
import {
  among,
  branded,
  broken,
  fromRow,
  modelOf,
  oneOf,
  pageOf,
  type Stored,
  toInstant,
  toRow,
  type Unswept,
} from './rows.ts';

const FACTS = ['id', 'kind', 'accountId', 'to', 'at', 'notBefore'] as const;
const MAIL = columnsOf(
  'Mail',
  ...FACTS,
  'attempts',
  'failedAt',
  'problem',
  'caseId',
  'childId',
  'invitedById',
  'validDays',
  'kinds',
  'language',
);
export const ADD_MAIL = joining(hot('Most changes tell somebody.').inserting(MAIL));
/**
 * PostgreSQL takes this order from the index only if it begins with the index's first column. What is about a child
 * is taken together with it, as who withdraws an invitation or merges children has locked the child before; while others
 * have the child, the mail waits. With NOT EXISTS in place of IS NULL, PostgreSQL would read all children for each mail.
 * So it is with the account that it is for: who signs in, changes the password or closes it has locked it before.
 */
export const NEXT_DUE = race<[now: Date]>('Each mail is taken by one unit.').selecting(MAIL)`
  WHERE "failedAt" IS NULL AND "notBefore" <= $1 AND (
    (SELECT "id" FROM "Child" WHERE "id" = "childId") IS NULL
    OR EXISTS (SELECT 1 FROM "Child" WHERE "id" = "childId"${SKIP}))
    AND ("accountId" IS NULL OR EXISTS (SELECT 1 FROM "Account" WHERE "id" = "accountId"${SKIP_TO_CHANGE}))
  ORDER BY "failedAt", "notBefore", "id" LIMIT 1${SKIP}`;
/** The daily mail to an account that nobody has tried to send. */
export const DAILY_TO = lock<[accountId: string]>('Of units that add to it, each sees what the other has.').selecting(
  MAIL,
)`
  WHERE "accountId" = $1 AND "kind" = 'daily' AND "attempts" = 0 LIMIT 1${CHANGE}`;
export const REMOVE_DAILY_TO = joining(
  hot<[accountId: string]>('Each login removes them.').sql`
  DELETE FROM "Mail" WHERE "accountId" = $1 AND "kind" = 'daily' AND "failedAt" IS NULL`,
);
export const LOCK_MAIL = lockOf(CHANGE, 'Mail', 'id');

type ToAddress = Extract<WaitingMail, { readonly accountId: undefined }>;
type ToAccount = Exclude<WaitingMail, ToAddress>;
type Invitation = NonNullable<WaitingMail['invitation']>;

const toInvitation = (childId: string | null, invitedBy: string | null, days: number | null) =>
  childId === null || invitedBy === null
    ? undefined
    : branded<Invitation>({ childId, invitedBy, ...(days !== null && { days }) });

const toMail = ({ childId, invitedById, kinds, language, validDays, ...row }: Stored<Row.Mail>): WaitingMail => {
  const { accountId, to, ...found } = fromRow(row);
  const kind = oneOf(MAIL_KINDS, row.kind, 'a mail of a kind', row.id);
  const invitation = toInvitation(childId, invitedById, validDays);
  const about = childId !== null && !invitation ? branded<Pick<Invitation, 'childId'>>({ childId }) : {};
  const facts = {
    ...found,
    kind,
    invitation,
    ...about,
    ...(kinds !== null && { kinds: kinds.split(',').filter(isNotice) }),
    ...(language !== null && { language: oneOf(LANGUAGES, language, 'a mail in a language', row.id) }),
  };
  if (accountId !== undefined) return branded<ToAccount>({ ...facts, accountId, to });
  if (to === undefined) throw broken('a mail for nobody', row.id);
  return branded<ToAddress>({ ...facts, accountId, to });
};

const rowOf = ({ invitation, kinds, language, ...mail }: Omit<WaitingMail, 'id'>) => ({
  ...toRow(mail, 'at', 'notBefore', 'failedAt'),
  childId: invitation?.childId ?? mail.childId ?? null,
  invitedById: invitation?.invitedBy ?? null,
  validDays: invitation?.days ?? null,
  kinds: kinds?.join() ?? null,
  language: language ?? null,
});

const mailStore = ({ change, sql, read, write }: Access): Unswept<'mails'> => ({
  find: async (id) =>
    modelOf(await read(({ mail }) => mail.findFirst({ where: { id } }), sql.lock(LOCK_MAIL, id)), toMail),
  insert: (waiting) => {
    const row: Readonly<Record<string, Value>> = rowOf(waiting);
    return sql.insert(ADD_MAIL, [MAIL.names.map((name) => row[name] ?? null)]);
  },
  dailyTo: async (accountId) => modelOf(await sql.one(DAILY_TO, accountId), toMail),
  removeDailyTo: (accountId) => sql.write(REMOVE_DAILY_TO, accountId),
  nextDue: async (now) => modelOf(await sql.one(NEXT_DUE, new Date(now)), toMail),
  save: ({ id, ...changed }) => write(({ mail }) => mail.updateMany({ where: { id }, data: rowOf(changed) })),
  remove: (id) => write(({ mail }) => mail.deleteMany({ where: { id } })),
  removeAll: async (kinds) => (await change(({ mail }) => mail.deleteMany({ where: { kind: among(kinds) } }))).count,
  invitedTo: async (childId) => {
    const inviting = { where: { childId, invitedById: { not: null } } };
    return (await read(({ mail }) => mail.findMany(inviting))).map(toMail);
  },
  failedTo: async (accountId, to) => {
    const failed = { where: { accountId: accountId ?? null, to: to ?? null, failedAt: { not: null } } };
    return (await read(({ mail }) => mail.findMany(failed))).map(toMail);
  },
  all: async (request) => (await read(({ mail }) => mail.findMany(pageOf({}, request)))).map(toMail),
  counts: async () => {
    // In the order of an index: PostgreSQL takes it only if it begins with the index's first column.
    const orderBy = [{ failedAt: 'asc' as const }, { at: 'asc' as const }];
    const first = { where: { failedAt: null }, orderBy, select: { at: true } };
    const [counted, oldest] = await Promise.all([
      read(({ mail }) => mail.count({ select: { _all: true, failedAt: true } })),
      read(({ mail }) => mail.findFirst(first)),
    ]);
    const { _all: all, failedAt: failed } = counted;
    return { waiting: all - failed, failed, oldest: modelOf(oldest?.at, toInstant) };
  },
});

export const INSERT_CHOICE = race<[accountId: string, topic: string, time: string]>(
  'Of two choices, the last one stays.',
).sql`
  ${insertRow('NoticeChoice', ['accountId', 'topic', 'time'])}
  ON CONFLICT ("accountId", "topic") DO UPDATE SET "time" = excluded."time"`;
export const INSERT_NOTICE = race<[accountId: string, kind: string]>('Of two that tell the same, one does.').sql`
  ${insertRow('Notice', ['accountId', 'kind'])} ON CONFLICT DO NOTHING`;

export const REMOVE_NOTICES = joining(
  hot<[accountId: string]>('Each login removes them.').sql`DELETE FROM "Notice" WHERE "accountId" = $1`,
);

const noticeStore = ({ sql, read, write }: Access): Stores['notices'] => ({
  choicesOf: async (accountId) =>
    (await read(({ noticeChoice }) => noticeChoice.findMany({ where: { accountId } }))).map(({ topic, time }) => ({
      topic: oneOf(ALL_TOPICS, topic, 'a choice of a topic', accountId),
      time: oneOf(NOTICE_TIMES, time, 'a choice of a time', accountId),
    })),
  choose: async (accountId, choices) => {
    await write(({ noticeChoice }) => noticeChoice.deleteMany({ where: { accountId } }));
    for (const { topic, time } of choices) await sql.write(INSERT_CHOICE, accountId, topic, time);
  },
  insert: async (accountId, kind) => (await sql.count(INSERT_NOTICE, accountId, kind)) === 1,
  remove: (accountId, kind) => write(({ notice }) => notice.deleteMany({ where: { accountId, kind } })),
  removeAll: (accountId) => sql.write(REMOVE_NOTICES, accountId),
});

export const mailStores = { mails: mailStore, notices: noticeStore };
