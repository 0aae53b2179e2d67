import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export const freshName = (): string => `health_case_${randomBytes(6).toString('hex')}`;

/** The URL of another database of the same server. */
export const databaseAt = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: name }).href;

/** Runs one statement that is about databases, not inside one. */
export const administer = async (serverUrl: string, statement: string): Promise<readonly unknown[]> => {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};
