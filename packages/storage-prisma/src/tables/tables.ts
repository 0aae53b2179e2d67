import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import { auditTable } from './audit.ts';
import { caseTables } from './cases.ts';
import { childTable } from './children.ts';
import { peopleTables } from './people.ts';
import { securityTables } from './security.ts';

/** All tables of a database, by the subjects of the files beside this one. */
export const tablesOver = (access: Access): Tables => ({
  ...caseTables(access),
  ...peopleTables(access),
  ...securityTables(access),
  audit: auditTable(access),
  children: childTable(access),
});
