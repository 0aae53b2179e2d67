import { version } from '@health-case/terminal/read-arguments';
import { Command as Program } from 'commander';
import { accountGroups } from './account-commands.ts';
import { certificateGroups } from './certificate-commands.ts';
import { childGroups } from './child-commands.ts';
import { type Command, type CommandContext, newCall } from './commands.ts';
import { dataGroups } from './data-commands.ts';
import { createOutput, type Output } from './output.ts';
import { practiceGroups, setup } from './practice-commands.ts';
import { readPassword } from './read-password.ts';

const ABOUT = `Runs the commands of the operator on the store that DATABASE_URL names, also while the service serves it.

Exit code 0: done. 1: refused (nothing was changed), or failed. 2: wrong usage.
Repeat child erase if it failed, even if the child is gone: it clears the files.
If key rotate failed, key reencrypt finishes it.`;

/** What is kept of the sentences of commander: no value and no unknown name, as what was mistyped can be a password. */
const SENTENCES: readonly (readonly [sentence: RegExp, kept: string])[] = [
  [/^(error: unknown (?:option|command)) .*$/s, '$1; there is NAMES'],
  [/^(error: too many arguments[^:]*\. Expected \d+ arguments?) .*$/s, '$1'],
  [
    /^error: command-argument value '.*' is invalid for argument ('[^']+')\. (.*)\.$/s,
    'error: argument $1 is invalid. $2',
  ],
  [/^(error: option '[^']+' argument) '.*' is invalid\. (.*)\.$/s, '$1 is invalid. $2'],
  [/^(error: (?:missing required argument|required option|option) '[^']+'[\w ]*)$/, '$1'],
  [/^.*$/s, 'error: wrong usage'],
];

const quoteNothing = (command: Program): Program => {
  const names = [...command.commands.map((one) => one.name()), ...command.options.map(({ long }) => long), '--help'];
  return command.configureOutput({
    outputError: (sentence, write) => {
      const [known, kept] = SENTENCES.find(([one]) => one.test(sentence.trimEnd())) ?? [/^/, ''];
      write(`${sentence.trimEnd().replace(known, kept.replace('NAMES', names.join(', ')))}.\n`);
    },
  });
};

const GROUPS = {
  ...accountGroups,
  ...childGroups,
  ...dataGroups,
  ...practiceGroups,
  ...certificateGroups,
};

/** The command line, as a tree of commands; throws a `CommanderError` instead of ending the process. */
export const createProgram = (context: CommandContext): Program => {
  const program = new Program('npm run operator --').description(ABOUT).version(version).exitOverride();
  for (const [name, { about, commands }] of Object.entries(GROUPS)) {
    const group = program.command(name).description(about);
    for (const entry of Object.entries(commands)) quoteNothing(addCommand(group, entry, context));
    quoteNothing(group);
  }
  quoteNothing(addCommand(program, ['setup', setup], context));
  return quoteNothing(program);
};

const addCommand = (group: Program, [name, command]: readonly [string, Command], context: CommandContext): Program => {
  const { about, arguments: all = [], options = [], examples = [''] } = command;
  const added = group.command(name).description(about);
  for (const argument of all) added.addArgument(argument);
  for (const option of options) added.addOption(option);
  const words = group.parent ? `${group.name()} ${name}` : name;
  const lines = examples.map((example) => `  npm run operator -- ${words} ${example}`.trimEnd());
  return added
    .option('--json', 'answer in JSON, for programs (with npm run --silent, which keeps npm quiet)', false)
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
    .action(async () => {
      const { json, ...given } = added.opts();
      const named = Object.fromEntries(all.map((argument, nth) => [argument.name(), added.processedArgs[nth]]));
      await execute(command, { ...given, ...named, ...newCall() }, createOutput(json), context);
    });
};

const execute = async (command: Command, given: object, output: Output, context: CommandContext): Promise<void> => {
  if ('runInContext' in command) return command.runInContext(given as never, output, context);
  const { password, mayCreate = false, run } = command;
  const all = password ? { ...given, [password]: await readPassword(process.stdin, process.stderr) } : given;
  await context.operate((operator, portal) => run(all as never, output, operator, portal), mayCreate);
};
