import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';

/** A package in the version that a lockfile names. */
export type Resolved = { readonly name: string; readonly version: string };

/** All packages that a lockfile of pnpm or npm names, for every platform. */
export const packagesIn = (file: string): readonly Resolved[] => {
  const text = readFileSync(file, 'utf8');
  return basename(file) === 'package-lock.json' ? ofNpm(JSON.parse(text)) : ofPnpm(parse(text));
};

/** The keys are `@scope/name@1.2.3`. */
const ofPnpm = ({ packages }: { readonly packages: object }): readonly Resolved[] =>
  Object.keys(packages).map((id) => {
    const at = id.lastIndexOf('@');
    return { name: id.slice(0, at), version: id.slice(at + 1) };
  });

type NpmLock = { readonly packages: Readonly<Record<string, { readonly version?: string }>> };

/** The keys are paths such as `node_modules/a/node_modules/b`. */
const ofNpm = ({ packages }: NpmLock): readonly Resolved[] =>
  Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.split('node_modules/').at(-1);
    return name && version ? [{ name, version }] : [];
  });
