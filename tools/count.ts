import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readArguments } from '@health-case/terminal/read-arguments';
import { freePort } from '../packages/storage-prisma/testing/free-port.ts';
import { countStorage } from './count-storage.ts';

/** Prints how large the code base is. `count.help.txt` says how each figure is counted. */
const { trace, list } = readArguments(import.meta.filename, {
  options: { trace: { type: 'boolean' }, list: { type: 'boolean' } },
}).values;

const ROOT = join(import.meta.dirname, '..');
const CODE = /\.(ts|tsx|mts|js|mjs|cjs)$/;
const PRODUCT = /^(packages|apps)\/[^/]+\/(src|reference|verify)\//;
/** What people read, in each language. */
const WORDS = /\/words[./]/;
const SHORT = 15;

type File = { readonly path: string; readonly text: string; readonly lines: number };

const print = (value: number, what: string, names: readonly string[] = []): void => {
  process.stdout.write(`${String(value).padStart(7)}  ${what}\n`);
  if (list) process.stdout.write(names.map((name) => `           ${name}\n`).join(''));
};

const trackedFiles = (): readonly File[] =>
  execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => CODE.test(path) && !path.includes('/generated/'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .map((file) => ({ ...file, lines: file.text.split('\n').length - 1 }));

const countLines = (files: readonly File[]): void => {
  const sum = (some: readonly File[]): number => some.reduce((total, { lines }) => total + lines, 0);
  const product = files.filter(({ path }) => PRODUCT.test(path));
  const short = files.filter(({ lines }) => lines < SHORT);
  print(sum(product), `lines of the product in ${product.length} files`);
  const words = product.filter(({ path }) => WORDS.test(path));
  print(sum(words), `of them words of the languages, in ${words.length} files`);
  print(sum(files) - sum(product), `other lines in ${files.length - product.length} files`);
  print(
    short.length,
    `files with fewer than ${SHORT} lines`,
    short.map(({ path, lines }) => `${path} ${lines}`),
  );
};

/** Where in the project an import leads, without folder `src` and ending, which the packages' `exports` leave out. */
const moduleOf = (path: string): string => path.replace(/^([^/]+\/[^/]+)\/src\//, '$1/').replace(CODE, '');
const importedModule = (from: string, specifier: string): string =>
  specifier.startsWith('.')
    ? moduleOf(join(from, '..', specifier))
    : specifier.replace(
        /^@health-case\//,
        /^@health-case\/(variant|together|operator|migrate|demo)/.test(specifier) ? 'apps/' : 'packages/',
      );

const DECLARED =
  /^export (?:default |declare |abstract |async )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
const NAMED = /^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm;
const WHOLE = /(?:\* as \w+ from|\* from|\bimport\()\s*'([^']+)'/gm;

/** Of `a, type b as c` the names before (a, b) or after (a, c) `as`. */
const namesIn = (braces: string, side: 'before' | 'after'): readonly string[] =>
  [...braces.matchAll(/(?:type )?(\w+)(?: as (\w+))?/g)].map(
    ([, before = '', after = before]) => ({ before, after })[side],
  );

const exportedNames = ({ text }: File): readonly string[] => [
  ...[...text.matchAll(DECLARED)].map(([, name = '']) => name),
  ...[...text.matchAll(LISTED)].flatMap(([, braces = '']) => namesIn(braces, 'after')),
];

const countExports = (files: readonly File[]): void => {
  const importers = new Map<string, Set<string>>();
  const note = (name: string, path: string): void => {
    importers.set(name, (importers.get(name) ?? new Set()).add(path));
  };
  for (const { path, text } of files) {
    for (const [, braces = '', specifier = ''] of text.matchAll(NAMED)) {
      for (const name of namesIn(braces, 'before')) note(`${importedModule(path, specifier)} ${name}`, path);
    }
    for (const [, specifier = ''] of text.matchAll(WHOLE)) note(`${importedModule(path, specifier)} *`, path);
  }
  const exported = files.flatMap((file) => exportedNames(file).map((name) => `${moduleOf(file.path)} ${name}`));
  const importersOf = (name: string) =>
    new Set([...(importers.get(name) ?? []), ...(importers.get(name.replace(/ .*/, ' *')) ?? [])]);
  const once = exported.filter((name) => importersOf(name).size === 1);
  print(exported.length, 'names exported by the product');
  const share = Math.round((100 * once.length) / exported.length);
  print(once.length, `of them (${share} %) with exactly one importing file in the product`, once);
};

/** Counts the functions that run in this process, which serves, while it answers one request. */
const countCalled = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-count-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  Object.assign(process.env, { DATABASE_URL: `file:${join(folder, 'store.db')}`, PORT: `${port}`, LOG_LEVEL: 'error' });
  process.argv.length = 2;
  await import(pathToFileURL(join(ROOT, 'apps/variant-a/src/main.ts')).href);

  const addChild = await signedInParent(`http://127.0.0.1:${port}/api/Auth`);
  for (const number of [1000, 2000, 3000, 4000, 5000]) await addChild(number);
  // Until nothing is left to do of what was asked before.
  await setTimeout(1500);
  await session.post('Profiler.takePreciseCoverage');
  const runs: (readonly string[])[] = [];
  for (const number of [6000, 7000, 8000]) {
    await addChild(number);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    runs.push(result.flatMap(functionsRun));
  }
  // What does not run for each of them belongs to a timer.
  const called = runs.reduce((inAll, run) => inAll.filter((name) => run.includes(name)));
  print(new Set(called.map((name) => name.split(' ')[0])).size, 'project files run to add one child');
  print(called.length, 'project functions run to add one child', called);
  process.kill(process.pid, 'SIGTERM');
};

const functionsRun = ({ url, functions }: Profiler.ScriptCoverage): readonly string[] => {
  const path = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)).replaceAll('\\', '/') : '';
  if (!/^(packages|apps)\//.test(path) || path.includes('/generated/')) return [];
  return functions
    .filter(({ ranges }) => ranges[0]?.count)
    .map(({ functionName, ranges }) => `${path} ${functionName || 'unnamed'}@${ranges[0]?.startOffset}`);
};

/** Adds children as a parent who has just registered and logged in. */
const signedInParent = async (url: string): Promise<(number: number) => Promise<unknown>> => {
  const post = async (path: string, fields: Record<string, string>): Promise<Record<string, string>> => {
    const reply = await fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(fields) });
    const { status, body } = (await reply.json()) as { status: string; body: Record<string, string> };
    if (status !== 'OK') throw new Error(`${path}: ${body}`);
    return body;
  };
  const credentials = { email: 'parent@example.org', password: 'a long password of one parent' };
  const name = { firstName: 'Ada', lastName: 'Byron' };
  await post('register', { ...credentials, ...name, role: 'Par' });
  const { id = '' } = await post('login', credentials);
  return (number) => post('child', { id, ...name, birthDate: '2020-02-29', socSecNum: `756 1234 ${number}` });
};

const files = trackedFiles();
countLines(files);
countExports(files.filter(({ path }) => PRODUCT.test(path)));
countStorage(files, print);
if (trace) await countCalled();
