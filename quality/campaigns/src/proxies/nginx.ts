import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from '../ground/ground.ts';
import { scratchFolder } from '../ground/processes.ts';
import { freePorts, type Ports, startProxy } from './proxy.ts';

const CONFIGURATION = join(import.meta.dirname, '../../../../deploy/nginx.conf');

/** nginx as deploy/nginx.conf has it, with one process of each variant in the places of two. */
export const startNginx = async (ground: Ground, program: string, upstreams: Ports): Promise<Ports> => {
  const folder = scratchFolder(ground);
  const ports = await freePorts();
  const listening: Readonly<Record<string, number>> = { '3000': ports.A, '3001': ports.B };
  const site = readFileSync(CONFIGURATION, 'utf8')
    .replace(/(server) variant-a-\d:3000/g, `$1 127.0.0.1:${upstreams.A}`)
    .replace(/(server) variant-b-\d:3000/g, `$1 127.0.0.1:${upstreams.B}`)
    .replace(/^(\s+listen )(\d+)/gm, (_, word: string, port: string) => `${word}127.0.0.1:${listening[port]}`)
    .replace(/^(\s+)(\d+)( [ab];)/gm, (_, space: string, port: string, rest: string) => space + listening[port] + rest)
    .replaceAll('/var/log/nginx', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/temp;`,
  );
  mkdirSync(join(folder, 'temp'));
  const file = join(folder, 'nginx.conf');
  const surroundings = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  writeFileSync(file, `${surroundings} http { ${temporary.join(' ')} ${site} }`);
  await startProxy(ground, program, ['-c', file], ports);
  return ports;
};
