import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir, registerHooks, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* Importing this module lets Node import `.tsx`: each file is compiled when it is read, without a build step. */

const SETTINGS = { jsx: { runtime: 'automatic', importSource: 'hono/jsx' }, sourcemap: true } as const;

const compile = (path: string, source: string): string => {
  const { transformSync } = createRequire(import.meta.url)('oxc-transform') as typeof import('oxc-transform');
  const { code, errors, map } = transformSync(path, source, SETTINGS);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  const mapped = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${mapped}`;
};

/** Beside what Node keeps of compiled code: the compiler costs 13 MB and is loaded for changed files alone. */
const compiledOnce = (path: string): string => {
  const source = readFileSync(path, 'utf8');
  const folder = getCompileCacheDir();
  if (folder === undefined) return compile(path, source);
  const kept = join(folder, `jsx-${hash('sha256', `${path}\n${source}`)}.js`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const code = compile(path, source);
    keep(kept, code);
    return code;
  }
};

/** Whole or not at all: other processes read it. */
const keep = (file: string, code: string): void => {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, code);
    renameSync(unfinished, file);
  } catch {
    // The folder cannot be written: the next start compiles anew.
  }
};

// Compiled lines are not those of the file, which errors shall name.
setSourceMapsSupport(true, { nodeModules: false });

registerHooks({
  load: (url, context, next) =>
    // Vitest adds a query to the address of a test.
    /^file:[^?]*\.tsx(\?|$)/.test(url)
      ? { format: 'module', source: compiledOnce(fileURLToPath(url)), shortCircuit: true }
      : next(url, context),
});
