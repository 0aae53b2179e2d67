import { revokeWhere } from './cases.ts';
import { plan } from './statement.ts';

const eraseFrom = (table: string, column = 'caseId') =>
  plan<[caseId: string]>('One of a row of statements, as of a child that is erased.').sql`
    DELETE FROM "${table}" WHERE "${column}" = $1`;

/** A case with its parts, each before what it refers to. */
export const ERASE_CASE = [
  revokeWhere('"caseId" = $1'),
  ...['Certificate', 'Certification', 'Task', 'CaseEvent'].map((table) => eraseFrom(table)),
  eraseFrom('Case', 'id'),
];
