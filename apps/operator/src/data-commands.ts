import type { OperatorApplication } from '@health-case/domain/application';
import { type ChildId, parseChildId } from '@health-case/domain/model/values';
import {
  argument,
  type BackedUp,
  type Command,
  type CommandContext,
  flag,
  type Json,
  newCall,
  Refused,
  type Restored,
  unwrap,
} from './commands.ts';
import { isoOf, print } from './output.ts';

const CHILD = argument('id', 'the identifier of the child', parseChildId);
const EXAMPLE = '01993f2e-6d1c-7a40-8c55-0b1f6f3f9a21';
type ById = { readonly id: ChildId };

/** Moments, the only numbers in a child's data, are printed in ISO 8601. */
const momentsAsText = (_: string, value: unknown) => (typeof value === 'number' ? isoOf(value as never) : value);

export const childCommands: readonly Command[] = [
  {
    name: 'export',
    about: 'Prints all data of a child as JSON, with its number in the clear: for a person with a right to it.',
    argument: CHILD,
    examples: [`child export ${EXAMPLE} > child.json`],
    run: ({ id }: ById, { operate, line }: CommandContext) =>
      operate('existing', async (operator) => {
        const exporting = () => operator.exportChild({ childId: id, ...newCall() });
        const { child, cases, people } = unwrap(await line.during('Collecting what is kept of the child …', exporting));
        const file = { ...child, cases: cases.map(({ case: facts, ...parts }) => ({ ...facts, ...parts })), people };
        await print(`${JSON.stringify(file, momentsAsText, 2)}\n`);
      }),
  },
  {
    name: 'erase',
    about:
      'Erases a child, its cases, tasks, certifications and their history for good. The audit trail stays, without any data of it. Earlier backups still hold the child.',
    argument: CHILD,
    options: [flag('--yes', 'that this is meant')],
    examples: [`child erase ${EXAMPLE} --yes`],
    run: async ({ json, id, yes }: Json & ById & { readonly yes: boolean }, { operate, line }: CommandContext) => {
      if (!yes) throw new Refused('Nothing was erased: this cannot be undone, so say --yes if it is meant.');
      await operate('existing', async (operator) => {
        const erasing = () => operator.eraseChild({ childId: id, ...newCall() });
        unwrap(await line.during('Erasing …', erasing));
        await print(json ? `${JSON.stringify({ erased: id })}\n` : `The child ${id} is erased.\n`);
      });
    },
  },
];

const reencryptAll = async (operator: OperatorApplication, { line }: CommandContext, { json }: Json): Promise<void> => {
  let total = 0;
  await line.during('Looking for numbers to seal anew …', async () => {
    for await (const sealed of operator.reencrypt()) {
      total += sealed;
      line.show(`Numbers sealed anew: ${total} …`);
    }
  });
  await print(json ? `${JSON.stringify({ sealedAnew: total })}\n` : `Numbers sealed anew: ${total}.\n`);
};

export const keyCommands: readonly Command[] = [
  {
    name: 'rotate',
    about:
      'Makes a new data key and reencrypts all numbers with it, while the service runs. If it is interrupted, `key reencrypt` finishes it.',
    examples: ['key rotate'],
    run: (given: Json, context: CommandContext) =>
      context.operate('existing', async (operator) => {
        unwrap(await operator.rotateDataKey(newCall()));
        await reencryptAll(operator, context, given);
      }),
  },
  {
    name: 'reencrypt',
    about:
      'Reencrypts with the current data key what an older one encrypted, for example after a restore or an interruption.',
    examples: ['key reencrypt', 'key reencrypt --json'],
    run: (given: Json, context: CommandContext) =>
      context.operate('existing', (operator) => reencryptAll(operator, context, given)),
  },
];

type ByFile = { readonly file: string };

const backedUp = ({ store, backup, bytes, secretKey }: BackedUp): string =>
  `The store ${store} is backed up in ${backup}, ${bytes} bytes.
It opens only with the secret key of this store, which is not in it: keep what ${secretKey} holds in another place.
`;

const restored = ({ store, backup, setAside, auditPlace, sessionsEnded }: Restored): string => {
  const replaced = setAside === undefined ? '' : `The store that was there is kept as ${setAside}.\n`;
  const trail =
    auditPlace === undefined
      ? 'The end of its audit trail is not what was written: run audit verify.'
      : `The last record in its audit trail was at place ${auditPlace}.`;
  return `The store ${store} is restored from ${backup}.\n${replaced}${trail}\nSessions ended: ${sessionsEnded}.\n`;
};

export const storeCommands: readonly Command[] = [
  {
    name: 'back-up',
    about: 'Copies the store into one new file, also while the service serves it. The secret key is not in it.',
    argument: argument('file', 'the file to make, which must not be there yet'),
    examples: ['store back-up /backups/2026-06-15.db', 'store back-up /backups/x.db --json'],
    run: async ({ json, file }: Json & ByFile, { backUp }: CommandContext) => {
      const done = await backUp(file);
      if (done) await print(json ? `${JSON.stringify(done)}\n` : backedUp(done));
    },
  },
  {
    name: 'restore',
    about: 'Restores a backup as the store. The service must be stopped, and the secret key be the same.',
    argument: argument('file', 'a backup'),
    options: [flag('--force', 'replace an existing store, which is kept under another name')],
    examples: ['store restore /backups/2026-06-15.db', 'store restore /backups/x.db --force'],
    run: async ({ json, file, force }: Json & ByFile & { readonly force: boolean }, { restore }: CommandContext) => {
      const done = await restore({ backup: file, force });
      if (!done) return;
      const { setAside = null, auditPlace = null } = done;
      await print(json ? `${JSON.stringify({ ...done, setAside, auditPlace })}\n` : restored(done));
    },
  },
];
