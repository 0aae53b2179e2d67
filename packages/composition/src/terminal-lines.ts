type Line = {
  readonly time: string;
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly type: string; readonly message?: string; readonly code?: string };
  readonly [fact: string]: unknown;
};

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A line of the log as a person reads it on a terminal: without the stack of an error. */
export const terminalLine = (json: string): string => {
  const { time, level, msg, err, ...facts } = JSON.parse(json) as Line;
  const shown = Object.entries(facts).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const error = err && [err.type, err.code, err.message].filter((part) => part !== undefined).join(' ');
  const details = [...shown, ...(error ? [error] : [])].join(', ');
  return `${new Date(time).toTimeString().slice(0, 8)} ${LEVELS[level]} ${msg}${details ? ` (${details})` : ''}\n`;
};
