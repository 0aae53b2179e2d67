import { type Command, type Input, unwrap } from './commands.ts';

/** D-39: while nobody who can log in manages the practice. */
export const setup: Command = {
  about: 'Prints a link to set up the practice and become its manager: once, within 24 hours.',
  mayCreate: true,
  run: async (given: Input<'issueSetupCode'>, output, operator, portal) => {
    const code = unwrap(await operator.issueSetupCode(given));
    const link = `${portal}/setup#${code}`;
    await output.say({ link, code }, `Open ${link}\nIf the page asks for a code, it is ${code}\n`);
  },
};
