import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';

/** A package as a lockfile has resolved it. */
export type Resolved = { readonly name: string; readonly version: string };

/** Every package that a lockfile of pnpm or of npm names, for whichever platform. */
export const packagesIn = (file: string): readonly Resolved[] =>
  basename(file) === 'package-lock.json' ? ofNpm(file) : Object.keys(readPnpmLock(file).packages).map(resolvedOf);

/** Of a lockfile of pnpm what is read here. */
type PnpmLock = {
  /** By folder; a version may be a `link:` to another. */
  readonly importers: Readonly<Record<string, Depending<{ readonly version: string }>>>;
  readonly packages: Readonly<Record<string, Facts>>;
  /** By name and version, with what a package was joined to in brackets behind them, as it stands in versions, too. */
  readonly snapshots: Readonly<Record<string, Depending<string>>>;
};
type Depending<Version> = {
  readonly dependencies?: Readonly<Record<string, Version>>;
  readonly optionalDependencies?: Readonly<Record<string, Version>>;
};
type Facts = {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};

export const readPnpmLock = (file: string): PnpmLock => parse(readFileSync(file, 'utf8')) as PnpmLock;

/** `@scope/name@1.2.3` */
const resolvedOf = (id: string): Resolved => {
  const at = id.lastIndexOf('@');
  return { name: id.slice(0, at), version: id.slice(at + 1) };
};

type NpmLock = { readonly packages: Readonly<Record<string, { readonly version?: string }>> };

const ofNpm = (file: string): readonly Resolved[] => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as NpmLock;
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.split('node_modules/').at(-1);
    return name && version ? [{ name, version }] : [];
  });
};
