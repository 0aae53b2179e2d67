import { type Command, type Input, unwrap } from './commands.ts';

/** D-39: while nobody who can log in manages the practice. */
export const setup: Command = {
  about:
    'Prints a link with a code, by which somebody sets up the practice and becomes its manager. It works once, for 24 hours; a newer one replaces it.',
  mayCreate: true,
  run: async (given: Input<'issueSetupCode'>, output, operator, portal) => {
    const code = unwrap(await operator.issueSetupCode(given));
    const link = `${portal}/setup#${code}`;
    await output.say({ link, code }, `Open ${link}\nIf the page asks for a code, it is ${code}\n`);
  },
};
