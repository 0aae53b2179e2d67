import { OperatorError } from '@health-case/domain/errors';

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
