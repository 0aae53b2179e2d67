import { type Account, type Person, ROLES, type SessionToken } from '@health-case/domain/model/account';
import type { Pages } from '@health-case/domain/model/pages';
import type { ChildId, Instant } from '@health-case/domain/model/values';
import { z } from 'zod';
import * as field from './fields.ts';
import { jsonOfPages, type LongJson } from './lists.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json | undefined };

/** What an envelope contains. */
export type Content = Json | LongJson;

export const isLong = (content: Content): content is LongJson =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content;

/** Makes the content from a use case's output, in the words of the wire. The schema is part of the API document. */
export type Answer<Output, Made extends Content = Content> = {
  readonly schema: z.ZodType;
  readonly contentOf: (output: Output) => Made;
};

/** The compiler checks what `contentOf` returns against the schema; the running service does not. */
export const one = <Output, Written extends Json>(
  schema: z.ZodType<Written>,
  contentOf: (output: Output) => NoInfer<Written>,
): Answer<Output> => ({ schema, contentOf });

export const list = <Entry, Written extends Json>(
  entry: z.ZodType<Written>,
  toJson: (entry: Entry) => NoInfer<Written>,
): Answer<Pages<Entry>, LongJson> => ({
  schema: z.array(entry),
  contentOf: (pages) => jsonOfPages(pages, toJson),
});

/** D-13: ISO 8601, UTC, with milliseconds. */
export const isoOf = (instant: Instant): string => new Date(instant).toISOString();

// The answers of both variants' tables. shared-routes.ts has those of its own.

const [firstName, lastName] = [field.firstName.in, field.lastName.in];

export const done = one(z.null(), () => null);

export const role = z.enum(ROLES).meta({ description: 'Doctor, assistant or parent.', examples: ['Par'] });

/** D-16. */
export const sessionOpened = one(
  z.object({ id: field.sessionId, firstName, lastName, role }).meta({ id: 'Session' }),
  ({ token, account: { firstName, lastName, role } }: { token: SessionToken; account: Account }) => {
    return { id: token, firstName, lastName, role };
  },
);

/** D-17. */
export const childAdded = one(z.object({ ChildID: field.childId.in }), (id: ChildId) => ({ ChildID: id }));

type Named<Id> = Pick<Person, 'firstName' | 'lastName'> & { readonly id: Id };
/** D-18. */
const namedList = <Id extends string>(id: z.ZodType<string>, name: string) =>
  list(z.object({ firstName, lastName, id }).meta({ id: name }), ({ id, firstName, lastName }: Named<Id>) => {
    return { firstName, lastName, id };
  });
export const people = namedList<Person['id']>(field.accountId.in, 'Person');
export const children = namedList<ChildId>(field.childId.in, 'Child');
