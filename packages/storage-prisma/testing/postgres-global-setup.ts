import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { TestProject } from 'vitest/node';
import type { PostgresForTests } from './postgres-databases.ts';

type Shared = { users: number; readonly program: ChildProcess; readonly prepared: Promise<PostgresForTests> };

/** One server for all projects of a run, although each loads this file anew. */
const run = globalThis as { healthCasePostgres?: Shared };

const startProgram = (): Shared => {
  const file = join(import.meta.dirname, 'postgres-for-run-program.ts');
  const program = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const prepared = Promise.race([
    once(createInterface(program.stdout), 'line').then(([line]) => JSON.parse(line) as PostgresForTests),
    once(program, 'exit').then(() => Promise.reject(new Error('There is no PostgreSQL to test on.'))),
  ]);
  return { users: 0, program, prepared };
};

/** For the tests of the projects that name this file: a real PostgreSQL server, for the time of the run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  run.healthCasePostgres ??= startProgram();
  const shared = run.healthCasePostgres;
  shared.users += 1;
  project.provide('postgres', await shared.prepared);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete run.healthCasePostgres;
    const ended = once(shared.program, 'exit');
    shared.program.stdin?.end();
    await ended;
  };
};
