/** D-31, D-36: what a migration leaves to do while the service runs, each row by row, in the order of ids. */
export const BACKLOG_TASKS = [
  'account names',
  'patient names',
  'case titles',
  'task titles',
  'certification texts',
  'history reasons',
] as const;

export type BacklogTask = (typeof BACKLOG_TASKS)[number];
