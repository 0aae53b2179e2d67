import { inject, onTestFinished } from 'vitest';
import { administer, freshName } from '../../../packages/storage-prisma/testing/administer.ts';

/**
 * The server and the names that stand for those of a guide: roles and databases are its own, and go with the test. `password`
 * is what the guides show in place of one.
 */
export const guideDatabase = (): { readonly here: (text: string) => string; readonly password: string } => {
  const { serverUrl } = inject('postgres');
  const { username, password, host } = new URL(serverUrl);
  const name = freshName();
  onTestFinished(async () => {
    await administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const role of [name, `${name}_owner`]) await administer(serverUrl, `DROP ROLE IF EXISTS ${role}`);
  });
  return {
    password: '…',
    here: (text) =>
      text
        .replace(/\bhealth_case(?=_owner\b|\b)/g, name)
        .replaceAll('postgres@db.example.org', `${username}${password && ':'}${password}@${host}`)
        .replace(/db\.example\.org(?::5432)?/g, host)
        .replaceAll('?sslmode=verify-full', ''),
  };
};
