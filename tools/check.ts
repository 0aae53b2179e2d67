import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readArguments } from '@health-case/terminal/read-arguments';

readArguments(import.meta.filename);

/** The rules of the project besides its tests. All steps run, at once, also after one failed. */
const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

// Without a terminal each character would have a colour of its own.
const COLOURS = process.stdout.isTTY ? '--colors=force' : '--colors=off';

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', bin('biome'), 'ci', COLOURS, '--error-on-warnings', '.'],
  ['types of the domain, without Node', bin('tsc'), '-p', 'packages/domain'],
  ['types of the client, without Node', bin('tsc'), '-p', 'packages/client', '--noEmit'],
  ['types', bin('tsc'), '-p', '.', '--singleThreaded'],
  ['boundaries', bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'quality'],
  ['dead code', bin('knip'), '--treat-config-hints-as-errors'],
  ['licences and known advisories', process.execPath, 'tools/check-packages.ts'],
];

/** What a step has to say, if it failed. */
const faultOf = (command: string, args: readonly string[]): Promise<string | undefined> =>
  promisify(execFile)(command, args, { cwd: root, maxBuffer: 2 ** 26 }).then(
    () => undefined,
    ({ stdout, stderr }) => `${stdout}${stderr}\n`,
  );

// The other steps read what it writes.
const generating = faultOf(process.execPath, ['packages/client/tools/generate.ts']);
await generating;
const others = STEPS.map(([name, command, ...args]) => [name, faultOf(command, args)] as const);
let failed = 0;
for (const [name, faulty] of [['types of the client, made of the API', generating] as const, ...others]) {
  const fault = await faulty;
  if (fault !== undefined) failed += 1;
  process.stdout.write(`${fault === undefined ? 'ok    ' : 'FAILED'}  ${name}\n${fault ?? ''}`);
}
process.stdout.write(`checks: ${STEPS.length + 1 - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
