import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from '../ground/ground.ts';
import { scratchFolder } from '../ground/processes.ts';
import { freePorts, type Ports, startProxy } from './proxy.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/proxies.md');

/** haproxy as docs/proxies.md has it, for each variant; its connections are shared by whoever comes. */
export const startHaproxy = async (ground: Ground, program: string, upstreams: Ports): Promise<Ports> => {
  const [, shown] = /```haproxy\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
  if (shown === undefined) throw new Error('docs/proxies.md has no configuration of haproxy.');
  const ports = await freePorts();
  const [defaults = '', variantA = ''] = shown.split(/(?=^frontend)/m);
  const of = (variant: 'A' | 'B'): string =>
    variantA
      .replaceAll('variant_a', `variant_${variant}`)
      .replace('bind :3000', `bind 127.0.0.1:${ports[variant]}`)
      .replace(/10\.0\.0\.1\d:3000/g, `127.0.0.1:${upstreams[variant]}`)
      .concat('  http-reuse always\n');
  const file = join(scratchFolder(ground), 'haproxy.cfg');
  writeFileSync(file, `${defaults}${of('A')}${of('B')}`);
  await startProxy(ground, program, ['-db', '-f', file], ports);
  return ports;
};
