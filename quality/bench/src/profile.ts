import { globSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import type { System, Work } from './compare.ts';
import { applyLoad, writeRequests } from './load.ts';
import type { Run } from './servers.ts';

type Node = Profiler.ProfileNode;

const SECONDS = 10;
const SHOWN = 20;

/** The package, of the project or of npm, or the part of Node that a function is from. */
const moduleOf = ({ callFrame: { url, functionName } }: Node): string => {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  const npm = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name);
  const generated = url.includes('/generated/') ? ' (generated client)' : '';
  return (
    npm.findLast((name) => name !== '.pnpm') ?? (/\/((?:packages|apps)\/[^/]+)\//.exec(url)?.[1] ?? url) + generated
  );
};

const functionOf = (node: Node): string => {
  const { functionName, url, lineNumber } = node.callFrame;
  const place = url === '' ? '' : `  ${moduleOf(node)} ${url.split('/').at(-1)}:${lineNumber + 1}`;
  return `${functionName || '(anonymous)'}${place}`;
};

/** The shares of the time, without idle time, of the names that took most. */
const sharesOf = (
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  nameOf: (node: Node) => string,
): string => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id);
    if (!node || node.callFrame.functionName === '(idle)') continue;
    times.set(nameOf(node), (times.get(nameOf(node)) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  const most = [...times].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  return most.map(([name, time]) => `  ${((100 * time) / all).toFixed(1).padStart(5)} %  ${name}\n`).join('');
};

/** Where the service's time goes under the load of a work: its own time, by module and by function. */
export const profile = async (work: Work, run: Run): Promise<void> => {
  const folder = join(run.folder, `profile-${work.id}`);
  const { start } = work.systems[0] as System;
  const serviceOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const server = await start({ ...run, serviceOptions });
  const { id, groups, connections, errors } = work;
  const requests = writeRequests(join(run.folder, `${id}.lua`), groups);
  const load = { requests, connections, errors, seed: 0 };
  const sample = await applyLoad(run, server, load, SECONDS).finally(server.stop);
  const [file = ''] = globSync('*.cpuprofile', { cwd: folder });
  const measured = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profiler.Profile;
  const rate = `${Math.round(sample.perSecond)} requests/s, ${Math.round(sample.cpuMicroseconds)} µs of CPU each`;
  const [modules, functions] = [sharesOf(measured, moduleOf), sharesOf(measured, functionOf)];
  process.stdout.write(`${work.title}: ${rate}, with the profiler\nby module\n${modules}by function\n${functions}\n`);
};
