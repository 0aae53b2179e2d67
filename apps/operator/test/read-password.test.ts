import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { readPassword } from '../src/read-password.ts';

/** A terminal at which these keys are pressed, and the text on its screen. It echoes unless it is in raw mode. */
const terminal = (keys: string) => {
  let shown = '';
  const setRawMode = vi.fn<(wanted: boolean) => void>();
  const raw = () => setRawMode.mock.lastCall?.[0] ?? false;
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
  const waiting = keys.split(/(?<=\r)/);
  const prompts = new Writable({
    write: (chunk: Buffer, _, done) => {
      shown += chunk;
      // The next line is typed as soon as the prompt is shown.
      if (chunk.toString().endsWith(': ')) {
        const line = waiting.shift() ?? '';
        if (!raw()) shown += line;
        input.write(line);
      }
      done();
    },
  });
  return { answer: readPassword(input, prompts), shown: () => shown, raw };
};

const piped = (bytes: string | Buffer) => {
  const input = new PassThrough();
  input.end(bytes);
  return readPassword(input, new PassThrough());
};

describe('at a terminal, a password', () => {
  it('is asked for twice and never shown', async () => {
    const { answer, raw, shown } = terminal('vT9#mossx\u007fy-lantern\rvT9#mossy-lantern\r');
    expect(await answer).toBe('vT9#mossy-lantern');
    expect(shown()).toBe('Password: \nThe same again: \n');
    expect(raw()).toBe(false);
  });

  it.each([
    ['vT9#mossy-lantern\rvT9#mossy-Lantern\r', 'The two passwords differ'],
    ['vT9#mo\u0003', 'nothing was changed'],
    ['\u0004', 'nothing was changed'],
  ])('is not taken after the keys %j', async (keys, sentence) => {
    await expect(terminal(keys).answer).rejects.toThrow(sentence);
  });
});

describe('on standard input, a password', () => {
  it.each(['', '\n', '\r\n'])('is the one line, with the blanks around it: %j', async (end) => {
    expect(await piped(`  vT9#mossy  ${end}`)).toBe('  vT9#mossy  ');
  });

  it.each([
    ['nothing', '', 'The password is missing.'],
    ['too few characters', 'short\n', 'The password must have 8 to 128 characters.'],
    ['two lines', 'vT9#mossy\nlantern\n', 'Standard input must hold one line, the password.'],
    ['what is not UTF-8', Buffer.from([0x61, 0xff, 0xfe]), 'Standard input must hold the password in UTF-8.'],
  ])('is refused if it holds %s', async (_, bytes, sentence) => {
    await expect(piped(bytes)).rejects.toThrow(sentence);
  });
});
