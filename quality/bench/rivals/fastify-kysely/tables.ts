/** The tables of prisma/models.prisma that the rival reads and writes, in Kysely's types. Instants are milliseconds. */
export type Tables = {
  Account: { id: string; firstName: string; lastName: string; email: string; role: string };
  Session: { digest: string; accountId: string; startedAt: number; lastUsedAt: number };
  Child: { id: string; parentId: string; firstName: string; lastName: string };
  Case: { id: string; childId: string; doctorId: string };
};
