import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';

/** Prints how large the code base is. `count.help.txt` says how each figure is counted. */
const { list } = readArguments(import.meta.filename, { options: { list: { type: 'boolean' } } }).values;

const ROOT = join(import.meta.dirname, '..');
const CODE = /\.(ts|tsx|mts|js|mjs|cjs)$/;
const PRODUCT = /^(packages|apps)\/[^/]+\/(src|reference)\//;
const SHORT = 15;

type File = { readonly path: string; readonly lines: number };

const print = (value: number, what: string): void => {
  process.stdout.write(`${String(value).padStart(7)}  ${what}\n`);
};

const files: readonly File[] = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((path) => CODE.test(path) && !path.includes('/generated/'))
  .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 }));
const product = files.filter(({ path }) => PRODUCT.test(path));
const short = files.filter(({ lines }) => lines < SHORT);
const sum = (some: readonly File[]): number => some.reduce((total, { lines }) => total + lines, 0);

print(sum(product), `lines of the product in ${product.length} files`);
print(sum(files) - sum(product), `other lines in ${files.length - product.length} files`);
print(short.length, `files with fewer than ${SHORT} lines`);
if (list) for (const { path, lines } of short) process.stdout.write(`           ${path} ${lines}\n`);
