import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { parse } from 'yaml';

export type Advisory = {
  readonly id: string;
  readonly title: string;
  /** A range of versions. */
  readonly affected: string;
};

/** `asOf`: the day on which they were last brought up to date. Kept are those of versions that the lockfile has or had. */
export type Advisories = {
  readonly asOf: string;
  readonly advisories: Readonly<Record<string, readonly Advisory[]>>;
};

export const ADVISORIES_FILE = join(import.meta.dirname, 'advisories.json');
export const readAdvisories = () => JSON.parse(readFileSync(ADVISORIES_FILE, 'utf8')) as Advisories;

export type Locked = { readonly name: string; readonly version: string };

/** The packages that a lockfile names, for every platform. */
export const lockedIn = (lockfile: string): readonly Locked[] => {
  const { packages } = parse(readFileSync(lockfile, 'utf8')) as { readonly packages: object };
  return Object.keys(packages).map((id) => {
    const at = id.lastIndexOf('@');
    return { name: id.slice(0, at), version: id.slice(at + 1) };
  });
};

/** A prerelease comes before its release, and so is not fixed. */
export const advisoriesOf = ({ name, version }: Locked, { advisories }: Advisories): readonly Advisory[] =>
  (advisories[name] ?? []).filter(({ affected }) => satisfies(version, affected, { includePrerelease: true }));
