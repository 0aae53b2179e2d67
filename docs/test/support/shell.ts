import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Shell = {
  /** What the commands say on standard output. Rejects if one of them fails, or says nothing for too long. */
  readonly run: (commands: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Milliseconds for one block of commands, on a busy machine. */
const PATIENCE = 60_000;

/** Reads each file as if it had been typed; the first command that fails ends the shell. */
const LOOP = 'while read -r file; do . "$file" < /dev/null > "$file.out" 2> "$file.err"; echo done; done';

/** One shell for all blocks of a guide: what a block sets, those after it use. */
export const openShell = (folder: string, env: NodeJS.ProcessEnv): Shell => {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', LOOP], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  // One that has ended takes no more: that no answer comes says so.
  child.stdin.on('error', () => undefined);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let blocks = 0;
  return {
    run: async (commands) => {
      blocks += 1;
      const file = join(folder, `block-${blocks}.sh`);
      writeFileSync(file, `${commands}\n`);
      child.stdin.write(`${file}\n`);
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      const { done } = await lines.next();
      clearTimeout(timer);
      const output = readFileSync(`${file}.out`, 'utf8');
      if (done) throw new Error(`A command failed:\n${commands}\n${output}${readFileSync(`${file}.err`, 'utf8')}`);
      return output;
    },
    close: async () => {
      child.stdin.end();
      await closed;
    },
  };
};
