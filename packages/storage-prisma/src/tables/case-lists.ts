import type { PageRequest } from '@health-case/domain/model/pages';
import type { Access } from '../client.ts';
import * as SQL from '../statements/case-lists.ts';

type Entry = { readonly id: string };

/** A page of the lists of several owners as of one, by id. A statement takes only so many of them. */
const paged = async <Owner, Row extends Entry>(
  owners: readonly Owner[],
  { size }: PageRequest<string>,
  pageOf: (some: readonly Owner[]) => Promise<readonly Row[]>,
  newestFirst?: true,
): Promise<readonly Row[]> => {
  if (owners.length <= SQL.MOST_OWNERS) return owners.length === 0 ? [] : pageOf(owners);
  const [some, others] = [owners.slice(0, SQL.MOST_OWNERS), owners.slice(SQL.MOST_OWNERS)];
  const rows = [...(await pageOf(some)), ...(await paged(others, { after: undefined, size }, pageOf, newestFirst))];
  const sorted = rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  return (newestFirst ? sorted.toReversed() : sorted).slice(0, size);
};

/** D-31: lists of cases and tasks by whose they are. */
export const caseLists = ({ sql }: Access) => ({
  doctorsOf: async (assistantId: string) =>
    (await sql.rows(SQL.DOCTORS_OF_ASSISTANT, assistantId)).map(({ doctorId }) => doctorId),
  childrenOf: async (parentId: string, only = '') =>
    (await sql.rows(SQL.CHILDREN_OF_PARENT, parentId, only)).map(({ childId }) => childId),
  casesOf: (owners: readonly SQL.Owner[], request: PageRequest<string>, filter: Parameters<typeof SQL.casesOf>[2]) =>
    paged(
      owners,
      request,
      (some) => {
        const { page, values } = SQL.casesOf(some, request, filter);
        return sql.rows(page, ...values);
      },
      filter.newestFirst,
    ),
  casesOfAll: (parentId: string, request: PageRequest<string>, filter: Parameters<typeof SQL.casesOfAll>[2]) => {
    const { page, values } = SQL.casesOfAll(parentId, request, filter);
    return sql.rows(page, ...values);
  },
  tasksOf: (doctors: readonly string[], request: PageRequest<string>, status: Parameters<typeof SQL.tasksOf>[2]) =>
    paged(doctors, request, (some) => {
      const { page, values } = SQL.tasksOf(some, request, status);
      return sql.rows(page, ...values);
    }),
});
