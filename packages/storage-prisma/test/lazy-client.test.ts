import { describe, expect, it } from 'vitest';
import { finished, start } from './support/programs.ts';
import { migratedFile } from './support/sqlite.ts';

const PROGRAM = new URL('./support/load-lazily-program.ts', import.meta.url);

describe("Prisma's client over SQLite", () => {
  it('is loaded neither by a start nor by what every request needs, but when something is first asked of it', async () => {
    const { output, exitCode } = await finished(start(PROGRAM, await migratedFile()));
    expect({ output, exitCode }).toEqual({ output: '[false,false,true]', exitCode: 0 });
  });
});
