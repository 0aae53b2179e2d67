import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { StoreUnusable } from '../../src/failures.ts';

/** A folder of migrations in Prisma's layout, removed with its test. */
export const migrationsFolder = (...migrations: readonly (readonly [name: string, script: string])[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of migrations) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), script);
  }
  return folder;
};

/** The error of opening a store: one sentence that names the database once and quotes no password. */
export const refusalOf = async (opening: Promise<unknown>, name: string): Promise<string> => {
  const refusal: unknown = await opening.catch((error) => error);
  expect(refusal).toBeInstanceOf(StoreUnusable);
  const { message } = refusal as StoreUnusable;
  expect(message.split(name)).toHaveLength(2);
  expect(message).not.toMatch(/\n|hush/);
  return message;
};
