import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';
import { ADVISORIES_FILE, type Advisory, lockedIn, readAdvisories } from './advisories.ts';

/** Asks the registry that npm is set up with for the advisories of all locked versions, and keeps them. */
const { positionals } = readArguments(import.meta.filename, { words: true });
const [file = ADVISORIES_FILE] = positionals;

const root = join(import.meta.dirname, '..');
// npm tells its scripts of no registry but another one than its own.
const registry = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/';

const stopWith = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const wanted: Record<string, string[]> = {};
for (const { name, version } of lockedIn(join(root, 'pnpm-lock.yaml'))) {
  wanted[name] = [...(wanted[name] ?? []), version];
}

const reply = await fetch(`${registry.replace(/\/$/, '')}/-/npm/v1/security/advisories/bulk`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(wanted),
  signal: AbortSignal.timeout(60_000),
}).catch(() => stopWith(`The registry ${registry} cannot be reached; the advisories stay as they were.`));
if (!reply.ok) stopWith(`The registry ${registry} tells no advisories: it answered ${reply.status}.`);

type Told = { readonly url: string; readonly title: string; readonly vulnerable_versions: string };
const told = (await reply.json()) as Readonly<Record<string, readonly Told[]>>;

const known = readAdvisories();
const advisories: Record<string, readonly Advisory[]> = { ...known.advisories };
let added = 0;
for (const [name, all] of Object.entries(told)) {
  const before = advisories[name] ?? [];
  const asked = all.map(({ url, title, vulnerable_versions: affected }) => ({ id: basename(url), title, affected }));
  const kept = before.filter(({ id }) => !asked.some((one) => one.id === id));
  added += kept.length + asked.length - before.length;
  advisories[name] = [...kept, ...asked];
}
const asOf = new Date().toISOString().slice(0, 10);
writeFileSync(file, `${JSON.stringify({ asOf, advisories }, null, 2)}\n`);
process.stdout.write(
  `${Object.keys(wanted).length} packages asked about, ${added} advisories new. Now: npm run check\n`,
);
