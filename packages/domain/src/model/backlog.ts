/**
 * D-31, D-36: what a migration leaves to do while the service runs, each row by row, in the order of ids. Last, the
 * store's files are cleared of texts that were in the clear.
 */
export const BACKLOG_TASKS = [
  'account names',
  'patient names',
  'case titles',
  'task titles',
  'certification texts',
  'history reasons',
  'files',
] as const;

export type BacklogTask = (typeof BACKLOG_TASKS)[number];
