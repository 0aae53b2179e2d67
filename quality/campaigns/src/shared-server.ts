import { startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';

/** One PostgreSQL server for all campaigns of a run, started when the first of them wants one. */
export const createSharedServer = () => {
  let server: ReturnType<typeof startPostgresServer> | undefined;
  return {
    url: async (): Promise<string> => {
      server ??= startPostgresServer();
      return (await server).url;
    },
    remove: async (): Promise<void> => (await server)?.remove(),
  };
};
