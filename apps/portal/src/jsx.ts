import { readFileSync } from 'node:fs';
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'oxc-transform';

/*
 * Node runs TypeScript, but not JSX. Importing this module lets the process import `.tsx`: each file is compiled when it
 * is read, so there is no build step. Vitest compiles such files by itself, by the same settings in tsconfig.json.
 */

const SETTINGS = { jsx: { runtime: 'automatic', importSource: 'hono/jsx' }, sourcemap: true } as const;

const compile = (url: string): string => {
  const path = fileURLToPath(url);
  const { code, errors, map } = transformSync(path, readFileSync(path, 'utf8'), SETTINGS);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  const mapped = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${mapped}`;
};

// Compiled lines are not those of the file, which errors shall name.
setSourceMapsSupport(true, { nodeModules: false });

registerHooks({
  load: (url, context, next) =>
    /^file:.*\.tsx$/.test(url) ? { format: 'module', source: compile(url), shortCircuit: true } : next(url, context),
});
