import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { root, startProgram } from '@health-case/harness/processes';
import { freePort } from '@health-case/storage-prisma/testing/free-port';

const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** A program of this machine; Debian keeps some outside the PATH of users. */
export const toolAt = (name: string): string | undefined =>
  places.map((place) => join(place, name)).find((path) => existsSync(path));

export const NGINX = toolAt('nginx');

const WORKERS = 2;

/** The upstream processes of the variants, as the configuration names them. */
export const PLACES = ['variant-a-1', 'variant-a-2', 'variant-b-1', 'variant-b-2'] as const;
export type Place = (typeof PLACES)[number];

/** Of each line of its log, what tests look at: several upstreams and their statuses are joined by commas. */
type Logged = Readonly<Record<'variant' | 'upstream' | 'upstreamStatus', string>> & { readonly status: number };

/**
 * Runs nginx with the project's own configuration, in which nothing but addresses and folders is replaced. At a place
 * without an upstream nobody listens.
 */
export const startNginx = async (
  harness: Harness,
  upstreams: Readonly<Partial<Record<Place | 'portal-1' | 'portal-2', number>>>,
) => {
  const [folder, nobody] = [scratchFolder(harness), await freePort()];
  const ports = { A: await freePort(), B: await freePort(), portal: await freePort() };
  const ours = new Map([
    ['3000', ports.A],
    ['3001', ports.B],
    ['3002', ports.portal],
  ]);
  const portOf = (port: string): number => ours.get(port) ?? 0;
  const configure = (down?: Place): string => {
    const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
      .replace(/^(\s+server) (\S+):3000/gm, (_, word: string, place: Place) => {
        return `${word} 127.0.0.1:${upstreams[place] ?? nobody}${place === down ? ' down' : ''}`;
      })
      .replace(/^(\s+listen )(\d+)/gm, (_, word: string, port: string) => `${word}127.0.0.1:${portOf(port)}`)
      .replace(/^(\s+)(300\d)(?= \w+;)/gm, (_, space: string, port: string) => `${space}${portOf(port)}`);
    return writeConfiguration(folder, site);
  };
  const { child, count } = await run(harness, folder, configure());
  return {
    ports,
    /** Sends nothing more to a place, if one is named; resolves when nothing is in flight to it. */
    takeOut: async (place?: Place): Promise<void> => {
      configure(place);
      const exited = count('exited with code 0');
      child.kill('SIGHUP');
      // The old workers exit when their requests are done.
      await waitUntil(() => count('exited with code 0') === exited + WORKERS);
    },
    /** A line for each request, in the order of their ends. */
    log: (): readonly Logged[] =>
      readFileSync(join(folder, 'access.log'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
};

const run = async (harness: Harness, folder: string, file: string) => {
  const { child, kill } = startProgram(harness, { command: [NGINX ?? '', '-c', file], env: {} });
  // Its workers outlive a master that is killed with SIGKILL.
  harness.defer(() => kill('SIGTERM'));
  const errorLog = join(folder, 'error.log');
  const count = (words: string): number =>
    existsSync(errorLog) ? readFileSync(errorLog, 'utf8').split(words).length - 1 : 0;
  await waitUntil(() => count('start worker process ') === WORKERS);
  return { child, count };
};

/** Runs nginx with the project's own configuration for one machine, and a certificate for its names. */
export const startNginxOfOneMachine = async (
  harness: Harness,
  upstreams: Readonly<Record<'A' | 'B' | 'portal', number>>,
) => {
  const folder = scratchFolder(harness);
  const [certificate, key] = [join(folder, 'health-case.pem'), join(folder, 'health-case.key')];
  const named = ['health', 'a', 'b'].map((name) => `DNS:${name}.example.org`).join(',');
  const names = ['-subj', '/CN=a.example.org', '-addext', `subjectAltName=${named}`];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate];
  execFileSync(toolAt('openssl') ?? '', ['req', '-x509', ...made, ...names], { stdio: 'ignore' });
  const ports = { http: await freePort(), https: await freePort() };
  const site = readFileSync(join(root, 'deploy/nginx-one-machine.conf'), 'utf8')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.https}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstreams.A}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${upstreams.B}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${upstreams.portal}`)
    .replaceAll('/etc/ssl/health-case.pem', certificate)
    .replaceAll('/etc/ssl/private/health-case.key', key);
  await run(harness, folder, writeConfiguration(folder, site));
  const log = () => ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  return { ports, ca: readFileSync(certificate), log };
};

/** Writes a site's configuration into nginx's own, for a user who may write to this folder only; returns its file. */
const writeConfiguration = (folder: string, site: string): string => {
  const [file, temp] = [join(folder, 'nginx.conf'), join(folder, 'temp')];
  mkdirSync(temp, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${temp};`);
  const main = `
    daemon off;
    worker_processes ${WORKERS};
    pid ${join(folder, 'nginx.pid')};
    error_log ${join(folder, 'error.log')} notice;
    events {}
    http { ${temporary.join(' ')} ${site.replaceAll('/var/log/nginx', folder)} }`;
  writeFileSync(file, main);
  return file;
};
