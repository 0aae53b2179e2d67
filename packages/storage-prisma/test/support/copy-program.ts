import { copy } from './copies.ts';

/** `FROM TO PAGES`: copies, and kills itself after so many pages. */
const [from = '', to = '', pages] = process.argv.slice(2);
let left = Number(pages);
const { signal } = new AbortController();
signal.throwIfAborted = () => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
await copy(from, to, signal);
