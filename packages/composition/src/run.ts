import type { Log } from '@health-case/http/observation';
import { createProgressLine, type ProgressLine } from '@health-case/terminal/progress-line';
import { version } from '@health-case/terminal/version';
import { createLog } from './log.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import { openToOthers } from './open-to-others.ts';
import { type Served, type Service, startService } from './service.ts';
import { readSettings, type Settings } from './settings.ts';
import { shownDatabase } from './shown-database.ts';
import { tellOperator } from './tell-operator.ts';

/**
 * The life of a process: starts, tells where it serves, and stops on SIGTERM or SIGINT. What the operator can mend is
 * one sentence on standard error and exit code 1.
 */
export const run = async (served: readonly Served[]): Promise<void> => {
  await tellOperator(async () => {
    const settings = readSettings(process.env);
    const log = createLog(settings.logLevel);
    endOnFault(log);
    const line = createProgressLine(process.stderr);
    const service = await line.during('Starting …', () => startService(settings, served, log));
    // Whoever reads that it serves may tell it to stop at once.
    stopOnSignal(service, log, line);
    warn(settings, log);
    greet(settings, service, log);
  });
};

/** Tells of what is probably a mistake, but no reason not to start. */
const warn = (settings: Settings, log: ReturnType<typeof createLog>): void => {
  for (const names of misspeltSettings(process.env))
    log.warn(names, 'A variable is no setting, but its name is nearly that of one.');
  for (const file of openToOthers(settings)) {
    log.warn({ file, mode: '600' }, 'Other users may read or write this file; set its mode.');
  }
};

/** Node would print the error as it is, with whatever it quotes. In what state it left the process, nobody knows. */
const endOnFault = (log: ReturnType<typeof createLog>): void => {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'The process failed, and ends.');
    process.exit(1);
  });
};

const greet = (settings: Settings, { urls, metricsUrl }: Service, log: Log): void => {
  const database = shownDatabase(settings.database);
  if (!process.stdout.isTTY) {
    // First, so that whoever reads where it serves knows all addresses.
    if (metricsUrl !== undefined) log.info({ url: metricsUrl }, 'Serving metrics.');
    for (const { name, url } of urls) log.info({ version, variant: name, url, database }, 'Serving.');
    return;
  }
  const lines = urls.map(({ name, url }) => `  variant ${name}   ${url}\n`).join('');
  const metrics = metricsUrl === undefined ? '' : `  metrics     ${metricsUrl}\n`;
  const [first] = urls;
  const examples = `${first?.url}/docs in a browser, or curl -i ${first?.url}/healthz`;
  process.stdout.write(
    `\nThe health case service ${version} is running.\n\n${lines}${metrics}  data        ${database}\n\n`,
  );
  process.stdout.write(`Try it:  ${examples}\nThe README has a tour. Ctrl-C stops.\n\n`);
};

/** A terminal sends its signal to every process of the group, and npm hands it on besides: the second is no new wish. */
const stopOnSignal = (service: Service, log: Log, line: ProgressLine): void => {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    if (!process.stdout.isTTY) log.info({ signal }, 'Stopping.');
    try {
      await line.during('Stopping …', service.stop);
      if (!process.stdout.isTTY) log.info({}, 'Stopped.');
    } catch (error) {
      log.error({ err: error }, 'Stopped, but what was still to be written into the audit trail is lost.');
      process.exitCode = 1;
    }
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
};
