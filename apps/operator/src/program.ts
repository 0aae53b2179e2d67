import { version } from '@health-case/terminal/version';
import { Command } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addAuditCommands } from './audit-commands.ts';
import { addChildCommands } from './child-commands.ts';
import { addInvitationCommands } from './invitation-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addStoreCommands } from './store-commands.ts';
import type { Surroundings } from './surroundings.ts';

const ABOUT = `Runs the health case service from within: on the store that DATABASE_URL names, also while the service serves it.

Exit code 0: done. 1: refused, or something cannot be used; nothing was changed. 2: wrong usage.`;

/** An option that is not known is repeated with its value, which could be a secret. */
const withoutValue = (sentence: string): string => sentence.replace(/(option '-[\w-]*)=.*'/s, "$1'");

/** The command line, as a tree of commands; throws a `CommanderError` instead of ending the process. */
export const createProgram = (surroundings: Surroundings): Command => {
  const program = new Command('npm run operator --').description(ABOUT).version(version).exitOverride();
  program.configureOutput({ outputError: (sentence, write) => write(withoutValue(sentence)) });
  const account = program
    .command('account')
    .description('accounts: their creation, sessions, logins and passwords, and whether they may log in');
  addAccountCommands(account, surroundings);
  const invitation = program.command('invitation').description('codes with which doctors and assistants register');
  addInvitationCommands(invitation, surroundings);
  const child = program.command('child').description('the data of one child, where a person asks for it');
  addChildCommands(child, surroundings);
  const key = program.command('key').description('the key under which social security numbers are sealed');
  addKeyCommands(key, surroundings);
  const audit = program.command('audit').description('the record of who did what');
  addAuditCommands(audit, surroundings);
  const store = program.command('store').description('the file in which everything is kept: backups');
  addStoreCommands(store, surroundings);
  return program;
};
