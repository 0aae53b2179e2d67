import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** What a unit file of systemd says, as far as the project's own say anything. */
export type Unit = {
  readonly commands: readonly string[];
  readonly runsOnce: boolean;
  readonly folder: string | undefined;
  /** Where it keeps its state, below /var/lib. */
  readonly state: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
};

export const readUnit = (file: string): Unit => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const all = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const words = (key: string) => all(key).flatMap((line) => line.split(' '));
  const files = all('EnvironmentFile')
    .map((path) => path.replace(/^-/, ''))
    .filter(existsSync);
  const settings = [...words('Environment'), ...files.map((path) => readFileSync(path, 'utf8'))];
  return {
    commands: [...all('ExecStart'), ...all('ExecStartPost')].map((line) => line.replaceAll('%%', '%')),
    runsOnce: all('Type').includes('oneshot'),
    folder: all('WorkingDirectory')[0],
    state: words('StateDirectory'),
    environment: parseEnv(settings.join('\n')),
  };
};
