import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from './generate.ts';

/** What is packed: plain ESM and its types, as TypeScript writes them. Run by `pnpm pack`. */
const root = join(import.meta.dirname, '../../..');
const target = join(import.meta.dirname, '../dist');

await setup();
rmSync(target, { recursive: true, force: true });
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(import.meta.dirname, '..')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

// In declarations, TypeScript leaves the endings of imports, and not every editor finds the file behind them.
for (const path of globSync('**/*.d.ts', { cwd: target })) {
  const file = join(target, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
