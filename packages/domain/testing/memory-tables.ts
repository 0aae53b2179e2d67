import type { Tables } from '../src/ports/tables.ts';
import { accountTables, attemptTables, passkeyTables, peopleTables, secretTables } from './memory-account-tables.ts';
import { caseTables, certificationTables } from './memory-case-tables.ts';
import { certificateTables } from './memory-certificate-tables.ts';
import { childTables } from './memory-child-tables.ts';
import type { MemoryTables } from './memory-maps.ts';
import { textTable } from './memory-text-tables.ts';

/** The tables of the entities, over the maps that `maps` has at the time of a call. */
export const entityTables = (maps: MemoryTables): Omit<Tables, 'audit' | 'keys'> => ({
  ...peopleTables(maps),
  ...secretTables(maps),
  ...attemptTables(maps),
  ...accountTables(maps),
  ...passkeyTables(maps),
  ...childTables(maps),
  ...caseTables(maps),
  ...certificationTables(maps),
  ...certificateTables(maps),
  texts: textTable(maps),
  ids: idTable(maps),
});

const idTable = (maps: MemoryTables): Tables['ids'] => ({
  newest: async () => {
    const { accounts, auditPending, cases, certificates, certifications, children, history, mails, tasks } = maps;
    const tables = [accounts, auditPending, cases, certificates, certifications, children, history, mails, tasks];
    const last = [...maps.audit.values()].at(-1)?.id;
    return [...tables.flatMap((table) => [...table.keys()]), ...(last ? [last] : [])].sort().at(-1);
  },
});
