import type { CaseFilter, TaskFilter } from '@health-case/domain/model/case';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { Access } from '../access.ts';
import { type Columns, columnsBeside, columnsOf, hot, joined, plan, quoted, type Value } from '../statement.ts';
import { among } from './rows.ts';

export const CASE = columnsOf('Case', 'id', 'childId', 'doctorId', 'title', 'openedAt', 'newSince', 'finishedAt');
export const TASK = columnsOf('Task', 'id', 'caseId', 'title', 'dueOn', 'wishedById', 'closedAt', 'closedById');

const LISTED_CASE = joined(CASE, columnsOf('Case', 'certification'));
const LISTED_TASK = joined(TASK, columnsOf('Case', 'childId'));
const CHILD_OF_TASK = '(SELECT c."childId" FROM "Case" c WHERE c."id" = "Task"."caseId") AS "childId"';

/** SQLite joins at most 500 selects. */
export const MOST_OWNERS = 200;
/** A list has up to four of each owner. */
const AT_ONCE = 64;

/** One of them, if it is given, or all; at most so many that one can see that they are too many. */
export const CHILDREN_OF_PARENT = hot<[parentId: string, only: string]>(
  'Each page of their cases asks for them.',
).returning(columnsOf('Parenthood', 'childId'))`
  SELECT "childId" FROM "Parenthood" WHERE "parentId" = $1 AND ($2 = '' OR "childId" = $2)
  LIMIT ${`${MOST_OWNERS + 1}`}`;

/** Whose cases: those of a doctor, of a child, or of a child with a doctor. */
export type Owner = { readonly doctorId?: string | undefined; readonly childId?: string | undefined };

/** Each count of owners would be a statement of its own, so it is rounded up. Nothing has an empty id. */
const filled = <One>(owners: readonly One[], nobody: One): readonly One[] => {
  const missing = 2 ** Math.ceil(Math.log2(owners.length)) - owners.length;
  return [...owners, ...Array<One>(missing).fill(nobody)];
};

/** `$1` is the entry before the page, or `start`. */
type Order = { readonly start: string; readonly follows: string; readonly by: string };
const OLDEST_FIRST: Order = { start: '', follows: '"id" > $1', by: '"id"' };
/** Every id sorts before `start`: its greatest digit is "f". */
const NEWEST_FIRST: Order = { start: 'z', follows: '"id" < $1', by: '"id" DESC' };
const orderOf = ({ newestFirst }: Pick<CaseFilter | TaskFilter, 'newestFirst'>): Order =>
  newestFirst ? NEWEST_FIRST : OLDEST_FIRST;

/** What one index has in this order. */
type Part = { readonly conditions: readonly string[]; readonly by: string };

const firstOf = ({ table, names }: Columns<unknown>, { conditions, by }: Part): string =>
  `SELECT ${names.map((name) => (name === 'childId' && table === 'Task' ? CHILD_OF_TASK : `"${name}"`)).join(', ')} FROM "${table}" WHERE ${conditions.join(' AND ')} ORDER BY ${by} LIMIT $2`;

/** The first entries of several parts. Each is cut from its index before they are sorted. */
const firstOfAll = (columns: Columns<unknown>, parts: readonly Part[], by: string): string => {
  if (parts[0] && parts.length === 1) return firstOf(columns, parts[0]);
  const names = quoted(columns.names);
  const pages = parts.map((part, nth) => `SELECT ${names} FROM (${firstOf(columns, part)}) p${nth}`);
  return `SELECT ${names} FROM (${pages.join('\n    UNION ALL ')}) p ORDER BY ${by} LIMIT $2`;
};

/** The index has only what waits. */
const WAITS = `"id" IN (SELECT "caseId" FROM "Certification" WHERE "status" = 'requested')`;

const newIf = (isNew: boolean): string => `"newSince" IS ${isNew ? 'NOT ' : ''}NULL`;

/** How many fit of what one statement reads a page of. */
export const COUNT = columnsBeside<{ readonly count: number }>('', 'count');
const IDS = { Case: columnsOf('Case', 'id'), Task: columnsOf('Task', 'id') };
const countOf = (of: keyof typeof IDS, parts: readonly Part[]) =>
  plan<readonly Value[]>('It counts.').returning(COUNT)`
    SELECT COUNT(*) AS "count" FROM (${firstOfAll(IDS[of], parts, OLDEST_FIRST.by)}) n`;

const WHY = "Prisma's own reads and sorts all that the owners have.";

/**
 * A page of the cases of `owners`, who are all of one kind. A condition that is hidden in an expression leaves the
 * index to another one: a child has few cases, and so has a doctor at a time, but not over the years.
 */
export const casesOf = (
  owners: readonly Owner[],
  { after, size }: PageRequest<string>,
  { status, certification, waits, isNew, ...filter }: Omit<CaseFilter, 'children'>,
) => {
  const order = orderOf(filter);
  const values: Value[] = [after ?? order.start, size];
  const equal = (column: string, value: string | undefined, isHidden: boolean): readonly string[] =>
    value === undefined ? [] : [`"${column}"${isHidden ? ` || ''` : ''} = $${values.push(value)}`];
  const ofChildren = owners.some(({ childId }) => childId !== undefined);
  const filters = [
    ...equal('certification', certification, ofChildren || status === 'ongoing'),
    ...(status ? [`"finishedAt" IS ${status === 'ongoing' ? '' : 'NOT '}NULL`] : []),
    ...(waits ? [WAITS] : []),
    ...(isNew === undefined ? [] : [newIf(isNew)]),
  ];
  const nobody = { childId: owners[0]?.childId && '', doctorId: owners[0]?.doctorId && '' };
  const parts = filled(owners, nobody).map(({ childId, doctorId }) => ({
    conditions: [
      ...equal('childId', childId, false),
      ...equal('doctorId', doctorId, ofChildren),
      ...filters,
      order.follows,
    ],
    by: order.by,
  }));
  return {
    page: plan<readonly Value[]>(WHY).returning(LISTED_CASE)`${firstOfAll(LISTED_CASE, parts, order.by)}`,
    count: () => countOf('Case', parts),
    values,
  };
};

/** A page of the cases of a parent with more children than parents have: all of them are read, and sorted. */
export const casesOfAll = (
  parentId: string,
  { after, size }: PageRequest<string>,
  { status, certification, doctorId, waits, isNew, ...filter }: CaseFilter,
) => {
  const { start, follows, by } = orderOf(filter);
  const values: Value[] = [after ?? start, size, parentId];
  const equal = (column: string, value: string | undefined): string =>
    value === undefined ? '' : ` AND c."${column}" = $${values.push(value)}`;
  const filters = equal('certification', certification) + equal('doctorId', doctorId);
  const ended = status ? ` AND c."finishedAt" IS ${status === 'ongoing' ? '' : 'NOT '}NULL` : '';
  const waiting = (waits ? ` AND c.${WAITS}` : '') + (isNew === undefined ? '' : ` AND c.${newIf(isNew)}`);
  const names = LISTED_CASE.names.map((name) => `c."${name}"`).join(', ');
  const page = plan<readonly Value[]>(WHY).returning(LISTED_CASE)`
    SELECT ${names} FROM "Parenthood" p CROSS JOIN "Case" c
    WHERE p."parentId" = $3 AND c."childId" = p."childId" AND c.${follows}${filters}${ended}${waiting} ORDER BY c.${by} LIMIT $2`;
  return { page, values };
};

/** As the index of open tasks has it. */
const DUE_ON = `COALESCE("dueOn", '~')`;
const BY_DUE = `${DUE_ON}, "id"`;
/** What follows a task: due on the same day, and later. Each is a part of the index. */
const dueBehind = (after: string): readonly Part[] => {
  const day = `COALESCE((SELECT ${DUE_ON} FROM "Task" WHERE "id" = $1), '')`;
  if (after === '') return [{ conditions: [`${DUE_ON} > $1`], by: BY_DUE }];
  return [
    { conditions: [`${DUE_ON} = ${day}`, '"id" > $1'], by: '"id"' },
    { conditions: [`${DUE_ON} > ${day}`], by: BY_DUE },
  ];
};

const BY_CLOSING = '"closedAt" DESC, "id" DESC';
/** Behind a task that is open again all are listed. */
const CLOSED_AT = `COALESCE((SELECT "closedAt" FROM "Task" WHERE "id" = $1), '9999-12-31')`;
const CLOSED_BEFORE: readonly Part[] = [
  { conditions: [`"closedAt" = ${CLOSED_AT}`, '"id" < $1'], by: '"id" DESC' },
  { conditions: [`"closedAt" < ${CLOSED_AT}`], by: BY_CLOSING },
];

/** A page of the tasks of doctors. Open ones and closed ones have an index each. */
export const tasksOf = (
  doctors: readonly string[],
  request: PageRequest<string>,
  { status, byDue, byClosing, newestFirst, children }: TaskFilter = {},
) => {
  const { start, follows, by } = orderOf({ newestFirst });
  const { after = start, size } = request;
  const values: Value[] = [after, size];
  // A child has few cases, and these few tasks: the index of the doctor's is left to others.
  const ofChildren = children && [
    `"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" IN (${among(children)
      .in.map((id) => `$${values.push(id)}`)
      .join(', ')}))`,
  ];
  const states = status ? [status] : (['open', 'closed'] as const);
  const inIdOrder = [{ conditions: [follows], by }];
  const ranges = byDue ? dueBehind(after) : byClosing ? CLOSED_BEFORE : inIdOrder;
  const parts = filled(doctors, '').flatMap((doctorId) => {
    const doctor = `$${values.push(doctorId)}`;
    return states.flatMap((state) => {
      const own = [
        `"doctorId"${ofChildren ? ` || ''` : ''} = ${doctor}`,
        ...(ofChildren ?? []),
        `"closedAt" IS ${state === 'open' ? '' : 'NOT '}NULL`,
      ];
      return ranges.map(({ conditions, by }) => ({ conditions: [...own, ...conditions], by }));
    });
  });
  return {
    page: plan<readonly Value[]>(WHY).returning(
      LISTED_TASK,
    )`${firstOfAll(LISTED_TASK, parts, byDue ? BY_DUE : byClosing ? BY_CLOSING : by)}`,
    count: () => countOf('Task', parts),
    values,
  };
};

type Entry = { readonly id: string };

/** A page of the lists of several owners as of one, by id. A statement takes only so many of them. */
const paged = async <Owner, Row extends Entry>(
  owners: readonly Owner[],
  { size }: PageRequest<string>,
  pageOf: (some: readonly Owner[]) => Promise<readonly Row[]>,
  newestFirst?: true,
  keyOf: (row: Row) => string = ({ id }) => id,
): Promise<readonly Row[]> => {
  if (owners.length <= AT_ONCE) return owners.length === 0 ? [] : pageOf(owners);
  const [some, others] = [owners.slice(0, AT_ONCE), owners.slice(AT_ONCE)];
  const rows = [
    ...(await pageOf(some)),
    ...(await paged(others, { after: undefined, size }, pageOf, newestFirst, keyOf)),
  ];
  const sorted = rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return (newestFirst ? sorted.toReversed() : sorted).slice(0, size);
};

/** How many the lists of several owners have together, up to so many. */
const counted = async <Owner>(
  owners: readonly Owner[],
  atMost: number,
  countOf: (some: readonly Owner[]) => Promise<readonly { readonly count: number }[]>,
): Promise<number> => {
  let count = 0;
  for (let from = 0; from < owners.length && count < atMost; from += AT_ONCE)
    count += Number((await countOf(owners.slice(from, from + AT_ONCE)))[0]?.count ?? 0);
  return Math.min(count, atMost);
};

/** D-31: lists of cases and tasks by whose they are. */
export const caseLists = ({ sql }: Access) => ({
  childrenOf: async (parentId: string, only = '') =>
    (await sql.rows(CHILDREN_OF_PARENT, parentId, only)).map(({ childId }) => childId),
  casesOf: (owners: readonly Owner[], request: PageRequest<string>, filter: Parameters<typeof casesOf>[2]) =>
    paged(
      owners,
      request,
      (some) => {
        const { page, values } = casesOf(some, request, filter);
        return sql.rows(page, ...values);
      },
      filter.newestFirst,
    ),
  countCases: (owners: readonly Owner[], filter: Parameters<typeof casesOf>[2], atMost: number) =>
    counted(owners, atMost, (some) => {
      const request = { after: undefined, size: atMost };
      const { count, values } = casesOf(some, request, { ...filter, newestFirst: undefined });
      return sql.rows(count(), ...values);
    }),
  countTasks: (doctors: readonly string[], filter: TaskFilter, atMost: number) =>
    counted(filter.children?.length === 0 ? [] : doctors, atMost, (some) => {
      const inAnyOrder = { ...filter, byDue: undefined, byClosing: undefined, newestFirst: undefined };
      const { count, values } = tasksOf(some, { after: undefined, size: atMost }, inAnyOrder);
      return sql.rows(count(), ...values);
    }),
  casesOfAll: (parentId: string, request: PageRequest<string>, filter: Parameters<typeof casesOfAll>[2]) => {
    const { page, values } = casesOfAll(parentId, request, filter);
    return sql.rows(page, ...values);
  },
  tasksOf: (doctors: readonly string[], request: PageRequest<string>, filter: TaskFilter | undefined) =>
    paged(
      filter?.children?.length === 0 ? [] : doctors,
      request,
      (some) => {
        const { page, values } = tasksOf(some, request, filter);
        return sql.rows(page, ...values);
      },
      filter?.byClosing ?? filter?.newestFirst,
      ({ id, dueOn, closedAt }) => (filter?.byDue ? (dueOn ?? '~') : filter?.byClosing ? Number(closedAt) : '') + id,
    ),
});
