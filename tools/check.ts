import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { progressLine as line } from '@health-case/terminal/progress-line';
import { readArguments } from '@health-case/terminal/read-arguments';

readArguments(import.meta.filename);

/** The rules of the project besides its tests. All steps run, also after one failed. */
const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', bin('biome'), 'ci', '--error-on-warnings', '.'],
  ['types of the domain, without Node', bin('tsc'), '-p', 'packages/domain'],
  ['types of the client, without Node', bin('tsc'), '-p', 'packages/client', '--noEmit'],
  ['types', bin('tsc'), '-p', '.'],
  ['boundaries', bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'quality'],
  ['dead code', bin('knip'), '--treat-config-hints-as-errors'],
  ['licences and known advisories', process.execPath, 'tools/check-packages.ts'],
];

const run = (command: string, args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }));
  });

let failed = 0;
for (const [name, command, ...args] of STEPS) {
  const { code, output } = await line.during(`        ${name} …`, () => run(command, args));
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}\n`);
  if (code === 0) continue;
  failed += 1;
  process.stdout.write(`${output}\n`);
}
process.stdout.write(`checks: ${STEPS.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
