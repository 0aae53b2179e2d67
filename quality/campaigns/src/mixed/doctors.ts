import type { Reply } from '@health-case/http/testing/client';

type Entry = { readonly firstName: string; readonly lastName: string; readonly id: string };

/**
 * The one list that all worlds share. While others register, it is not known which of their doctors are in it by now: so
 * each who was known before the call must be there, and who is there beyond those must be about to be known.
 */
export type Doctors = {
  readonly add: (entry: Entry) => void;
  /** Around each registration of a doctor. */
  readonly begin: () => void;
  readonly end: () => void;
  readonly known: () => readonly Entry[];
  /** What is wrong with a page that was asked for when `before` were known, or nothing. */
  readonly faultOf: (reply: Reply, page: Page, before: readonly Entry[]) => string | undefined;
};

type Page = { readonly after?: string; readonly limit?: string };

export const createDoctors = (): Doctors => {
  const known = new Map<string, Entry>();
  let coming = 0;
  return {
    add: (entry) => void known.set(entry.id, entry),
    begin: () => {
      coming += 1;
    },
    end: () => {
      coming -= 1;
    },
    known: () => [...known.values()],
    faultOf: ({ content }, { after = '', limit }, before) => {
      const listed = content as readonly Entry[];
      const most = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
      const ids = listed.map(({ id }) => id);
      const last = listed.length < most ? '~' : (ids.at(-1) ?? '~');
      const missing = before.filter(({ id }) => id > after && id <= last && !ids.includes(id));
      if (missing.length > 0) return `the doctors ${missing.map(({ id }) => id)}`;
      if (listed.length > most) return `at most ${most} doctors`;
      if (ids.some((id, nth) => id <= (nth === 0 ? after : (ids[nth - 1] ?? '')))) return 'doctors in order';
      const strangers = ids.filter((id) => !known.has(id));
      if (strangers.length > coming) return `no more than ${coming} doctors who are not known`;
      const other = listed.find((entry) => known.has(entry.id) && !isSame(known.get(entry.id), entry));
      return other ? JSON.stringify(known.get(other.id)) : undefined;
    },
  };
};

const isSame = (one: Entry | undefined, other: Entry): boolean => JSON.stringify(one) === JSON.stringify(other);
