import { isUtf8 } from 'node:buffer';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '@health-case/domain/errors';
import { type Password, parsePassword } from '@health-case/domain/model/account';

/** What standard input holds. Throws where it is more than `most` bytes, as it may have no end. */
export const readInput = async (input: NodeJS.ReadableStream, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > most) throw new OperatorError('Standard input holds more than this command takes.');
  }
  return Buffer.concat(chunks);
};

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** D-08: from a terminal twice and without showing it, from anything else the one line that it holds. */
export const readPassword = async (input: Input, prompts: NodeJS.WritableStream): Promise<Password> => {
  const text = input.isTTY ? await askTwice(input, prompts) : await onlyLine(input);
  const parsed = parsePassword(text);
  if (!parsed.ok) throw new OperatorError(`The password ${parsed.refusal.problem}.`);
  return parsed.value;
};

/** The line is edited as every line is; only what would be shown of it goes nowhere. */
const askTwice = async (input: Input, prompts: NodeJS.WritableStream): Promise<string> => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The terminal stops echoing here, before anybody is asked, and begins again after both answers.
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  lines.on('SIGINT', () => lines.close());
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (prompt: string): Promise<string> => {
    prompts.write(prompt);
    const { value, done } = await typed.next();
    prompts.write('\n');
    if (done) throw new OperatorError('No password was given; nothing was changed.');
    return value;
  };
  try {
    const text = await ask('Password: ');
    if (text !== (await ask('The same again: '))) throw new OperatorError('The two passwords differ; start again.');
    return text;
  } finally {
    lines.close();
  }
};

const MOST_BYTES = 64 * 1024;

const onlyLine = async (input: Input): Promise<string> => {
  const bytes = await readInput(input, MOST_BYTES);
  if (!isUtf8(bytes)) throw new OperatorError('Standard input must hold the password in UTF-8.');
  const line = bytes.toString().replace(/\r?\n$/, '');
  if (/[\r\n]/.test(line)) throw new OperatorError('Standard input must hold one line, the password.');
  return line;
};
