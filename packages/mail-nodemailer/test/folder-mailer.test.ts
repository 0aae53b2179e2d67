import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE, letterOf, mailerContract, PUBLIC_URL } from '@health-case/domain/contracts/mailer-contract';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { MailId } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../terminal/testing/scratch-folder.ts';
import { createFolderMailer } from '../src/folder-mailer.ts';
import { readMail } from './support/mail-text.ts';

const SENDER = { from: 'no-reply@clinic.example.org' as EmailAddress, publicUrl: PUBLIC_URL };
const FILE = '01980000-0000-7000-8000-000000000001.eml';

const opened = () => {
  const folder = join(scratchFolder(), 'data', 'mail');
  return { folder, mailer: createFolderMailer({ ...SENDER, folder }) };
};

mailerContract('the folder', async () => {
  const { folder, mailer } = opened();
  const arrived: Buffer[] = [];
  return {
    mailer: {
      // A letter that is sent again replaces its file, and the suite looks at both.
      send: async (letter) => {
        await mailer.send(letter);
        arrived.push(readFileSync(join(folder, `${letter.id}.eml`)));
      },
    },
    arrived: () => Promise.all(arrived.map(readMail)),
    breakDown: async () => {
      await mailer.send(letterOf('reset'));
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
    },
    mend: async () => rmSync(folder),
  };
});

it('keeps each mail in one file that only the owner of the process can read, in such a folder', async () => {
  const { folder, mailer } = opened();
  await mailer.send(letterOf('reset'));
  await mailer.send(letterOf('reset', { id: '01980000-0000-7000-8000-000000000002' as MailId }));
  expect(readdirSync(folder)).toEqual([FILE, FILE.replace('1.eml', '2.eml')]);
  expect(readFileSync(join(folder, FILE), 'utf8').split('\n')).toContain(CODE);
  const modes = [folder, join(folder, FILE)].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});

it('replaces the file of a mail that is sent again, also where a crash has left a draft', async () => {
  const { folder, mailer } = opened();
  await mailer.send(letterOf('reset'));
  writeFileSync(join(folder, `${FILE}.draft`), 'x'.repeat(100_000));
  await mailer.send(letterOf('reset', { language: 'de' }));
  expect(readdirSync(folder)).toEqual([FILE]);
  const raw = readFileSync(join(folder, FILE));
  expect(await readMail(raw)).toMatchObject({ language: 'de' });
  expect(raw.includes('xxx')).toBe(false);
});

it('leaves the former file as it was while it cannot write the new one', async () => {
  const { folder, mailer } = opened();
  await mailer.send(letterOf('reset'));
  const before = readFileSync(join(folder, FILE));
  mkdirSync(join(folder, `${FILE}.draft`));
  await expect(mailer.send(letterOf('reset', { language: 'de' }))).rejects.toThrow();
  expect(readFileSync(join(folder, FILE))).toEqual(before);
});
