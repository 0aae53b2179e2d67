import { type Person, type PersonInRole, ROLES } from '@health-case/domain/model/account';
import type { ChildNames } from '@health-case/domain/model/child';
import type { Pages } from '@health-case/domain/model/pages';
import type { ChildId, Instant } from '@health-case/domain/model/values';
import type { Detail } from '@health-case/domain/use-cases/case-lists';
import { z } from 'zod';
import * as field from './fields.ts';
import { jsonOfPages, type LongJson } from './lists.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json | undefined };

/** What an envelope contains. */
export type Content = Json | LongJson;

export const isLong = (content: Content): content is LongJson =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content;

/** D-31: what a request may ask of the answer alone. */
type Wanted = { readonly detail?: Detail | undefined };

/** Makes the content from a use case's output, in the words of the wire. The schema is part of the API document. */
export type Answer<Output, Made extends Content = Content> = {
  readonly schema: z.ZodType;
  readonly contentOf: (output: Output, wanted: Wanted) => Made;
};

/** The compiler checks what `contentOf` returns against the schema; the running service does not. */
export const one = <Output, Written extends Json>(
  schema: z.ZodType<Written>,
  contentOf: (output: Output, wanted: Wanted) => NoInfer<Written>,
): Answer<Output> => ({ schema, contentOf });

export const list = <Entry, Written extends Json>(
  entry: z.ZodType<Written>,
  toJson: (entry: Entry) => NoInfer<Written>,
): Answer<Pages<Entry>, LongJson> => ({ schema: z.array(entry), contentOf: (pages) => jsonOfPages(pages, toJson) });

/** D-13: ISO 8601, UTC, with milliseconds. */
export const isoOf = (instant: Instant): string => new Date(instant).toISOString();

// The answers that several subjects use.

const [firstName, lastName] = [field.firstName.in, field.lastName.in];

export const done = one(z.null(), () => null);

export const role = z.enum(ROLES).meta({ description: 'Doctor, assistant or parent.', examples: ['Par'] });

/** D-31. */
export const personInRole = z.object({ firstName, lastName, role }).meta({ id: 'PersonInRole' });
export const personInRoleJson = ({
  firstName,
  lastName,
  role,
}: Omit<PersonInRole, 'id'>): z.output<typeof personInRole> => {
  return { firstName, lastName, role };
};

/** D-30. */
export const childNames = z
  .object({ id: field.childId.in, firstName, lastName, birthDate: field.birthDate.in.nullable() })
  .meta({ id: 'ChildNames' });
export const childNamesJson = ({ id, firstName, lastName, birthDate }: ChildNames): z.output<typeof childNames> => {
  return { id, firstName, lastName, birthDate: birthDate ?? null };
};

type Named<Id> = Pick<Person, 'firstName' | 'lastName'> & { readonly id: Id };
/** D-18. */
const namedList = <Id extends string>(id: z.ZodType<string>, name: string) =>
  list(z.object({ firstName, lastName, id }).meta({ id: name }), ({ id, firstName, lastName }: Named<Id>) => {
    return { firstName, lastName, id };
  });
export const people = namedList<Person['id']>(field.accountId.in, 'Person');
export const children = namedList<ChildId>(field.childId.in, 'Child');
