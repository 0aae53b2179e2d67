import { backUp, restore } from './store-file-calls.ts';

/**
 * `back-up STORE BACKUP` or `restore BACKUP STORE` as a process. `killed`: it kills itself while the copy is checked.
 */
const [call, from = '', to = '', killed] = process.argv.slice(2);
let threads = call === 'back-up' ? 2 : 1;
process.on('worker', () => {
  threads -= 1;
  if (killed && threads === 0) process.kill(process.pid, 'SIGKILL');
});
await (call === 'back-up' ? backUp(from, to) : restore(from, to, { force: true }));
