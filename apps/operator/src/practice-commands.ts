import { PRACTICE, type Practice, type PracticeFact } from '@health-case/domain/model/practice';
import { missing, ok, type Parser } from '@health-case/domain/result';
import { type Command, type Group, type Input, option, unwrap } from './commands.ts';
import type { Output } from './output.ts';

const OPTIONS: Readonly<Record<Exclude<PracticeFact, 'name'>, readonly [flag: string, about: string]>> = {
  address: ['--address', 'street and town, in one line'],
  telephone: ['--telephone', 'the telephone number'],
  email: ['--email', 'the e-mail address for parents'],
  privacy: ['--privacy', 'the address of the privacy notice'],
  statement: ['--statement', 'what doctors certify who say nothing else'],
  sentenceEn: ['--sentence-en', 'for parents in English: the hours, what to do in an emergency'],
  sentenceDe: ['--sentence-de', 'the same in German'],
  sentenceFr: ['--sentence-fr', 'the same in French'],
  sentenceNl: ['--sentence-nl', 'the same in Dutch'],
  namedInMails: ['--named-in-mails', 'whether mails name the practice, yes or no'],
};

/** An empty text takes the fact away. */
const orEmpty = (parse: Parser<string>): Parser<string> =>
  Object.assign(
    (text: string) => {
      const parsed = parse(text);
      return parsed === missing ? ok('') : parsed;
    },
    { longest: parse.longest },
  );

const print = async (practice: Practice | undefined, { say }: Output): Promise<void> => {
  const lines = Object.entries(practice ?? {}).map(([fact, text]) => `${`${fact}:`.padEnd(14)}${text}\n`);
  await say({ practice: practice ?? null }, practice ? lines.join('') : 'The practice has no name yet.\n');
};

const practice: Group = {
  about: 'what pages and certificates say of the practice',
  commands: {
    set: {
      about:
        'Saves what is given. What is not given stays; an empty text is taken away. Pages show it within 10 seconds.',
      options: [
        option('--name <text>', 'the name of the practice', PRACTICE.name).makeOptionMandatory(),
        ...Object.entries(OPTIONS).map(([fact, [flag, about]]) =>
          option(`${flag} <text>`, about, orEmpty(PRACTICE[fact as PracticeFact])),
        ),
      ],
      examples: [
        '--name "Children\'s practice Holm" --address "1 Market Street, Delft" --telephone "+31 15 212 00 00"',
        '--name "Children\'s practice Holm" --telephone ""',
      ],
      run: async ({ requestId, ...facts }: Practice & Pick<Input<'setPractice'>, 'requestId'>, output, operator) =>
        print(unwrap(await operator.setPractice({ requestId, facts })), output),
    },
    show: {
      about: 'Shows what was saved.',
      examples: ['', '--json'],
      run: async (_, output, operator) => print(unwrap(await operator.showPractice()), output),
    },
  },
};

export const practiceGroups = { practice };

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
