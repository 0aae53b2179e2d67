import { LANGUAGES, parseLanguage } from '@health-case/domain/model/account';
import { parseNewEmail } from '@health-case/domain/model/email';
import { NOTICE_TIMES, type NoticeChoice, type Topic, topicsOf } from '@health-case/domain/model/notice';
import { oneOf } from '@health-case/domain/result';
import { keepLanguage } from '../kit/cookies.ts';
import { markOf, nameOf, toldApart } from '../kit/elements.tsx';
import { choice, codeOfAddress, emailAddress, newPassword, ownPassword, personName } from '../kit/fields.ts';
import { type FieldRule, form, type MemberVisit, needed, OWN, page } from '../kit/form.ts';
import { type Fact, Facts, NONE, Text, TextLink } from '../kit/show.tsx';
import { LANGUAGE_NAMES } from '../words/words.ts';
import { colleagueIn } from './own-child.tsx';

/** D-28. */
const ACCOUNT = '/account' as const;

const assisted = async ({ app, call, words }: MemberVisit): Promise<string | undefined> => {
  if (call.actor.role !== 'Ast') return undefined;
  const doctors = needed(await app.listOwnDoctors(call));
  const named = await toldApart(doctors);
  return doctors.map((one) => colleagueIn(words, one, named(one))).join(', ') || NONE;
};

const account = page(ACCOUNT, 'member', { ...OWN, secondFactor: true }, async (visit) => {
  const { app, call, words, formats, member, account: texts, common, fields, manage } = visit;
  const { factor, newChildren } = texts;
  const known = needed(await app.describeAccount(call));
  const [time, ...others] = new Set(needed(await app.showNotices(call)).map((one) => one.time));
  const codesLeft = known.secondFactor && factor.codesLeft(needed(await app.countRecoveryCodes(call)));
  const mails = time && others.length === 0 ? texts.noticeTimes[time] : texts.mailsMixed;
  const takesNew = known.role === 'Doc' && newChildren[known.takesNoChildren ? 'no' : 'yes'];
  const { isManager } = call.actor;
  const email = member.isProven ? known.email : `${known.email} (${words.address.mine.notYet})`;
  const facts: readonly Fact[] = [
    { name: texts.name, value: nameOf(known), change: `${ACCOUNT}/name` },
    {
      name: common.role,
      value: [common.roles[known.role], isManager && manage.staff.states.manager].filter(Boolean).join(', '),
    },
    { name: manage.staff.doctors, value: await assisted(visit) },
    { name: fields.email.label, value: email, change: `${ACCOUNT}/email` },
    { name: fields.password.label, value: '••••••••', change: `${ACCOUNT}/password` },
    known.secondFactor
      ? { name: factor.title, value: factor.isOn, change: `${ACCOUNT}/factor/off` }
      : { name: factor.title, value: factor.isOff, change: `${ACCOUNT}/factor` },
    { name: factor.codes, value: codesLeft, change: `${ACCOUNT}/factor/codes/new` },
    { name: fields.language.label, value: LANGUAGE_NAMES[known.language], change: `${ACCOUNT}/language` },
    { name: texts.mails, value: mails, change: `${ACCOUNT}/notices` },
    { name: newChildren.title, value: takesNew, change: `${ACCOUNT}/new-children` },
    { name: texts.mark, value: `${markOf(known.id)}. ${texts.markText}` },
    { name: texts.since, value: formats.moment(known.registeredAt) },
  ];
  const link = (path: string, text: string) => <TextLink href={`${ACCOUNT}/${path}`}>{text}</TextLink>;
  return {
    title: common.myAccount,
    body: [
      <Facts facts={facts} />,
      member.isProven ? null : link('address', words.address.mine.confirm),
      link('access', words.address.access.title),
      link('passkeys', words.passkeys.title),
      link('logins', texts.logins.title),
      known.role === 'Doc' ? link('phrases', words.phrases.title.phrase) : null,
      link('data', words.ownData.title),
      link('close', words.ownData.close.title),
    ],
  };
});

const saved = `${ACCOUNT}?done=saved`;

const name = form(`${ACCOUNT}/name`, 'member', 'does the same', {
  spared: OWN,
  fields: { firstName: personName('given-name'), lastName: personName('family-name') },
  start: async ({ member }) => {
    const { firstName, lastName } = member.caller.actor;
    return { firstName, lastName };
  },
  title: ({ account }) => account.name,
  back: ACCOUNT,
  submit: ({ app, call }, values) => app.changeProfile({ ...call, ...values }),
  leadsTo: () => saved,
});

const language = form(`${ACCOUNT}/language`, 'member', 'does the same', {
  spared: OWN,
  fields: { language: choice(parseLanguage, () => LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }))) },
  start: async ({ member }) => ({ language: member.caller.actor.language }),
  back: ACCOUNT,
  submit: ({ app, call }, values) => app.changeProfile({ ...call, ...values }),
  leadsTo: ({ c }, { values }) => {
    keepLanguage(c, values.language);
    return saved;
  },
});

const TOPICS = {
  mailNewCase: 'new case',
  mailNote: 'note',
  mailDue: 'task due',
  mailDecision: 'decision waiting',
  mailConfirm: 'to confirm',
  mailOpened: 'case opened',
  mailFinished: 'case finished',
  mailDecided: 'decided',
  mailHandover: 'handed over',
  mailParents: 'parents changed',
} as const satisfies Readonly<Record<string, Topic>>;

export const nameOfTopic = (topic: Topic) => Object.entries(TOPICS).find(([, one]) => one === topic)?.[0] ?? '';

/** Asked of the roles that are told of it. */
const timeOf = (topic: Topic) =>
  ({
    parse: oneOf(NOTICE_TIMES),
    control: {
      as: 'select',
      options: ({ words }) => NOTICE_TIMES.map((value) => ({ value, text: words.account.noticeTimes[value] })),
    },
    isOptional: true,
    isAsked: ({ member }) => member !== undefined && topicsOf(member.caller.actor).includes(topic),
  }) as const satisfies FieldRule<NoticeChoice['time']>;

const TIMES = Object.fromEntries(Object.entries(TOPICS).map(([name, topic]) => [name, timeOf(topic)])) as Readonly<
  Record<keyof typeof TOPICS, ReturnType<typeof timeOf>>
>;

/** D-43. */
const notices = form(`${ACCOUNT}/notices`, 'member', 'does the same', {
  spared: OWN,
  fields: TIMES,
  start: async ({ app, call }) =>
    Object.fromEntries(needed(await app.showNotices(call)).map(({ topic, time }) => [nameOfTopic(topic), time])),
  title: ({ account }) => account.mails,
  back: ACCOUNT,
  about: ({ words }) => <Text>{words.account.mailsText}</Text>,
  submit: ({ app, call }, values) => {
    const chosen = Object.entries(TOPICS) as [keyof typeof TOPICS, Topic][];
    const choices = chosen.flatMap(([name, topic]) => {
      const time = values[name];
      return time === undefined ? [] : { topic, time };
    });
    return app.chooseNotices({ ...call, choices });
  },
  leadsTo: () => saved,
});

const NEW_CHILDREN = ['yes', 'no'] as const;

const newChildren = form(`${ACCOUNT}/new-children`, ['Doc'], 'does the same', {
  fields: {
    newChildren: choice(oneOf(NEW_CHILDREN), ({ words }) =>
      NEW_CHILDREN.map((value) => ({ value, text: words.account.newChildren[value] })),
    ),
  },
  start: async ({ member }) => ({ newChildren: member.caller.actor.takesNoChildren ? 'no' : 'yes' }),
  back: ACCOUNT,
  submit: ({ app, call }, values) => app.setTakesNoChildren({ ...call, takesNoChildren: values.newChildren === 'no' }),
  leadsTo: () => saved,
});

const password = form(`${ACCOUNT}/password`, 'member', 'is refused', {
  spared: { ...OWN, callLimit: true },
  fields: { password: ownPassword, newPassword },
  title: ({ fields }) => fields.newPassword.label,
  back: ACCOUNT,
  about: ({ words }) => <Text>{words.account.endsOthers}</Text>,
  submit: ({ app, call }, values) => app.changePassword({ ...call, ...values }),
  beside: { PASSWORD_WRONG: 'password', PASSWORD_COMMON: 'newPassword' },
  leadsTo: () => saved,
});

const email = form(`${ACCOUNT}/email`, 'member', {
  spared: OWN,
  fields: { email: emailAddress('email', parseNewEmail), password: ownPassword },
  title: ({ account }) => account.newEmail,
  back: ACCOUNT,
  about: ({ words }) => <Text>{words.account.emailNeedsCode}</Text>,
  send: ({ common }) => common.next,
  submit: ({ app, call }, values) => app.changeEmail({ ...call, ...values }),
  beside: { PASSWORD_WRONG: 'password' },
  leadsTo: () => `${ACCOUNT}/email/confirm`,
});

const confirmEmail = form(`${ACCOUNT}/email/confirm`, 'member', 'is refused', {
  spared: OWN,
  fields: { code: codeOfAddress },
  title: (words) => words.account.confirmEmail,
  back: `${ACCOUNT}/email`,
  submit: ({ app, call }, values) => app.confirmEmail({ ...call, ...values }),
  beside: { CODE_INVALID: 'code' },
  says: { CODE_INVALID: ({ account }) => account.notConfirmed },
  leadsTo: () => saved,
});

export const pages = [account, name, language, notices, newChildren, password, email, confirmEmail];
