import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { onTestFinished, vi } from 'vitest';
import { scratchFolder } from './process.ts';

const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** nginx, where it is installed; Debian keeps it outside the PATH of users. */
export const NGINX = places.map((place) => join(place, 'nginx')).find(existsSync);

const CONFIGURATION = join(import.meta.dirname, '../../../../deploy/nginx.conf');
const WORKERS = 2;
const PATIENCE = { timeout: 20_000, interval: 10 };

/** The places of processes, as the configuration names them. */
export const PLACES = ['variant-a-1', 'variant-a-2', 'variant-b-1', 'variant-b-2'] as const;
export type Place = (typeof PLACES)[number];

export type Nginx = {
  readonly ports: { readonly A: number; readonly B: number };
  /** Sends nothing more to a place; resolves when nothing is under way to it any more. */
  readonly takeOut: (place: Place) => Promise<void>;
  readonly putBack: (place: Place) => Promise<void>;
  /** A line for each request, in the order of their ends. */
  readonly log: () => readonly Logged[];
};

/** Of each line, what tests look at: several upstreams and their statuses are joined by commas. */
type Logged = {
  readonly variant: string;
  readonly upstream: string;
  readonly upstreamStatus: string;
  readonly status: number;
};

/** Runs nginx with the project's own configuration, in which nothing but addresses and folders is replaced. */
export const startNginx = async (upstreams: Readonly<Record<Place, number>>): Promise<Nginx> => {
  const folder = scratchFolder();
  const ports = { A: await freePort(), B: await freePort() };
  const out = new Set<Place>();
  const configure = () => writeFileSync(join(folder, 'site.conf'), filledIn({ folder, ports, upstreams, out }));
  configure();
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder));
  const child = spawn(NGINX ?? '', ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const errors = () => readFileSync(join(folder, 'error.log'), 'utf8');
  const count = (words: string) => errors().split(words).length - 1;
  await vi.waitUntil(
    () => existsSync(join(folder, 'error.log')) && count('start worker process ') === WORKERS,
    PATIENCE,
  );

  // The new workers serve before the old ones leave, which they do when all that they had begun is done.
  const reload = async (): Promise<void> => {
    configure();
    const gone = count('exited with code 0');
    child.kill('SIGHUP');
    await vi.waitUntil(() => count('exited with code 0') === gone + WORKERS, PATIENCE);
  };
  return {
    ports,
    takeOut: (place) => {
      out.add(place);
      return reload();
    },
    putBack: (place) => {
      out.delete(place);
      return reload();
    },
    log: () =>
      readFileSync(join(folder, 'access.log'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Logged),
  };
};

type Filling = {
  readonly folder: string;
  readonly ports: Nginx['ports'];
  readonly upstreams: Readonly<Record<Place, number>>;
  readonly out: ReadonlySet<Place>;
};

const filledIn = ({ folder, ports, upstreams, out }: Filling): string => {
  const listening: Readonly<Record<string, number>> = { '3000': ports.A, '3001': ports.B };
  return readFileSync(CONFIGURATION, 'utf8')
    .replace(/^(\s+server) (\S+):3000/gm, (_, word: string, place: Place) => {
      return `${word} 127.0.0.1:${upstreams[place]}${out.has(place) ? ' down' : ''}`;
    })
    .replace(/^(\s+listen )(\d+)/gm, (_, word: string, port: string) => `${word}127.0.0.1:${listening[port]}`)
    .replace(/^(\s+)(\d+)( [ab];)/gm, (_, space: string, port: string, rest: string) => {
      return `${space}${listening[port]}${rest}`;
    })
    .replaceAll('/var/log/nginx', folder);
};

/** The main configuration, as a distribution has it, for a user who may write to this folder only. */
const mainConfiguration = (folder: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => {
    return `${what}_temp_path ${join(folder, 'temp')};`;
  });
  mkdirSync(join(folder, 'temp'));
  return `
    daemon off;
    worker_processes ${WORKERS};
    pid ${join(folder, 'nginx.pid')};
    error_log ${join(folder, 'error.log')} notice;
    events {}
    http { ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`;
};
