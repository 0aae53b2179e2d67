import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { applyLoad, writeRequests } from './measure/wrk.ts';
import type { Work } from './throughput.ts';

type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; hitCount?: number };
type Profile = { nodes: readonly Node[]; samples: readonly number[]; timeDeltas: readonly number[] };

const SECONDS = 10;
const SHOWN = 20;

/** The package of the project or of npm, or the part of Node, in which a function stands. */
const moduleOf = (url: string, functionName: string): string => {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  const npm = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)]
    .filter(([, name]) => name !== '.pnpm')
    .at(-1)?.[1];
  if (npm !== undefined) return npm;
  const own = /\/(packages|apps)\/([^/]+)\//.exec(url);
  const generated = url.includes('/generated/') ? ' (generated client)' : '';
  return own ? `${own[1]}/${own[2]}${generated}` : url;
};

const shares = (profile: Profile, nameOf: (node: Node) => string): readonly (readonly [string, number])[] => {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const times = new Map<string, number>();
  let all = 0;
  for (const [index, id] of profile.samples.entries()) {
    const node = nodes.get(id);
    const time = profile.timeDeltas[index] ?? 0;
    if (!node || node.callFrame.functionName === '(idle)') continue;
    all += time;
    const name = nameOf(node);
    times.set(name, (times.get(name) ?? 0) + time);
  }
  const sorted = [...times].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, SHOWN).map(([name, time]) => [name, time / all]);
};

const listOf = (title: string, entries: readonly (readonly [string, number])[]): string =>
  `${title}\n${entries.map(([name, share]) => `  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`).join('\n')}\n`;

/** Where the service's time goes under this load: its own time by module and by function, idling left out. */
export const profile = async (work: Work, context: Context): Promise<string> => {
  const folder = join(context.folder, `profile-${work.id}`);
  const [service] = work.contenders;
  if (!service) throw new Error('The scenario has no contenders.');
  const serviceOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const server = await service.start({ ...context, serviceOptions }, work.sessions(service.size));
  const requests = writeRequests(join(context.folder, `${work.id}.lua`), work.requests(service.size));
  const { connections, errorsExpected = false } = work;
  const load = { requests, connections, cpus: context.cores.load, errorsExpected };
  const sample = await applyLoad(server, load, SECONDS).finally(() => server.stop());
  const [file] = globSync('*.cpuprofile', { cwd: folder });
  const measured = JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')) as Profile;
  const functionOf = ({ callFrame: { functionName, url, lineNumber } }: Node): string => {
    const place = url === '' ? '' : `  ${moduleOf(url, functionName)} ${url.split('/').at(-1)}:${lineNumber + 1}`;
    return `${functionName || '(anonymous)'}${place}`;
  };
  const rate = `${Math.round(sample.perSecond)} requests/s, ${Math.round(sample.cpuMicroseconds)} µs of CPU each`;
  const byModule = shares(measured, ({ callFrame }) => moduleOf(callFrame.url, callFrame.functionName));
  return `${work.title}: ${rate}, profiler included\n${listOf('by module', byModule)}${listOf('by function', shares(measured, functionOf))}`;
};
