import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer, Sender } from './mailer.ts';
import { messageOf } from './message.ts';

/**
 * D-27: puts each mail into `folder`, as a file `<id of the mail>.eml` with lines that end in LF. The file is whole
 * whenever it is there, and on the disk when `send` resolves. A mail that is sent again replaces its file. Only the
 * owner of the process can read folder and files, as codes stand in them.
 */
export const createFolderMailer = ({ folder, ...sender }: Sender & { readonly folder: string }): Mailer => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (letter) => {
      const { message } = await composer.sendMail(messageOf(letter, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(folder, `${letter.id}.eml`, message as Buffer);
    },
    close: () => undefined,
  };
};

const writeWhole = async (folder: string, name: string, content: Buffer): Promise<void> => {
  const draft = join(folder, `${name}.draft`);
  {
    await using file = await open(draft, 'w', 0o600);
    await file.writeFile(content);
    await file.sync();
  }
  await rename(draft, join(folder, name));
  await using names = await open(folder, 'r');
  await names.sync();
};
