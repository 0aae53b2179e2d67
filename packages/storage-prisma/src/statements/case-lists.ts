import type { CaseFilter, Task } from '@health-case/domain/model/case';
import type { PageRequest } from '@health-case/domain/model/pages';
import { columnsOf, hot, plan, quoted, type Value } from './statement.ts';

const FACTS = ['id', 'childId', 'doctorId', 'title', 'sealed', 'openedAt', 'finishedAt'] as const;
const CASE = columnsOf('Case', ...FACTS, 'certification');
const TASK = columnsOf('Task', 'id', 'caseId', 'title', 'sealed', 'closedAt');

export const DOCTORS_OF_ASSISTANT = hot<[assistantId: string]>(
  'Each page of their cases or tasks asks for them.',
).returning(columnsOf('Assistance', 'doctorId'))`
  SELECT "doctorId" FROM "Assistance" WHERE "assistantId" = $1`;
export const CHILDREN_OF_PARENT = hot<[parentId: string]>('Each page of their cases asks for them.').returning(
  columnsOf('Parenthood', 'childId'),
)`
  SELECT "childId" FROM "Parenthood" WHERE "parentId" = $1`;

/** Whose cases: those of a doctor, of a child, or of a child with a doctor. */
export type Owner = { readonly doctorId?: string | undefined; readonly childId?: string | undefined };

/** SQLite joins at most 500 selects. */
export const MOST_OWNERS = 200;

/** One count of parts for several counts of owners, as each is a statement of its own. */
const roundedUp = (owners: number): number => 2 ** Math.ceil(Math.log2(owners));

const WHY = "A page of several lists is merged from their indexes. Prisma's own reads and sorts them all.";

/** Entries by id, a page at a time. Each part takes its own from the end of an index, so nothing is sorted. */
const merged = (columns: typeof CASE | typeof TASK, parts: readonly string[]): string =>
  parts
    .map((part) => `SELECT ${quoted(columns.names)} FROM "${columns.table}" WHERE ${part} AND "id" > $1`)
    .join('\n UNION ALL ');

/**
 * A page of the cases of `owners`, who are all of one kind. Each condition that is hidden in an expression leaves the
 * index to another one: a child has few cases, and so has a doctor at a time, but not over the years.
 */
export const casesOf = (
  owners: readonly Owner[],
  { after = '', size }: PageRequest<string>,
  { status, certification }: CaseFilter,
) => {
  const values: Value[] = [after, size];
  const add = (value: Value) => `$${values.push(value)}`;
  const ofChildren = owners.some(({ childId }) => childId !== undefined);
  const filters: string[] = [];
  if (status) filters.push(`"finishedAt" IS ${status === 'ongoing' ? '' : 'NOT '}NULL`);
  if (certification) {
    const isHidden = ofChildren || status === 'ongoing';
    filters.push(`"certification"${isHidden ? ` || ''` : ''} = ${add(certification)}`);
  }
  const partOf = ({ doctorId, childId }: Owner): string => {
    const owned: string[] = [];
    if (ofChildren) owned.push(`"childId" = ${add(childId ?? '')}`);
    if (doctorId !== undefined) owned.push(`"doctorId"${ofChildren ? ` || ''` : ''} = ${add(doctorId)}`);
    return [...owned, ...filters].join(' AND ');
  };
  // Nothing has an empty id.
  const nobody: Owner = { childId: '', doctorId: owners[0]?.doctorId && '' };
  const filled = [...owners, ...Array<Owner>(roundedUp(owners.length) - owners.length).fill(nobody)];
  const page = plan<readonly Value[]>(WHY).returning(CASE)`
    SELECT ${CASE} FROM (${merged(CASE, filled.map(partOf))}) c ORDER BY "id" LIMIT $2`;
  return { page, values };
};

/** A page of the tasks of doctors. Open ones and closed ones have an index each. */
export const tasksOf = (
  doctors: readonly string[],
  { after = '', size }: PageRequest<string>,
  status: Task['status'] | undefined,
) => {
  const values: Value[] = [after, size];
  const states = status ? [status] : (['open', 'closed'] as const);
  const filled = [...doctors, ...Array<string>(roundedUp(doctors.length) - doctors.length).fill('')];
  const parts = filled.flatMap((doctorId) => {
    const doctor = `$${values.push(doctorId)}`;
    return states.map((state) => `"doctorId" = ${doctor} AND "closedAt" IS ${state === 'open' ? '' : 'NOT '}NULL`);
  });
  const page = plan<readonly Value[]>(WHY).returning(TASK)`
    SELECT ${TASK} FROM (${merged(TASK, parts)}) t ORDER BY "id" LIMIT $2`;
  return { page, values };
};
