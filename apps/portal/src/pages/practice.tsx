import { parseNewEmail } from '@health-case/domain/model/email';
import { PRACTICE, type Practice, type PracticeFact } from '@health-case/domain/model/practice';
import { oneOf } from '@health-case/domain/result';
import { Field } from '../components/fields.tsx';
import { FormOf, nameOf, Submit } from '../kit/elements.tsx';
import {
  choice,
  codeOfAddress,
  emailAddress,
  longText,
  newPassword,
  optional,
  personName,
  text,
} from '../kit/fields.ts';
import { form, OWN, type Typed, type View, type Visit } from '../kit/form.ts';
import { Heading, Text, TextLink } from '../kit/show.tsx';
import { withQuery } from '../kit/urls.ts';
import type { FieldName } from '../words/fields.ts';
import { ofBrowser, signedIn } from './sign-in.tsx';

/** D-39: for whoever has a code of the operator. */
const [SETUP, OF_STAFF] = ['/setup', '/setup/own'];

const FACTS = {
  practiceName: 'name',
  practiceAddress: 'address',
  telephone: 'telephone',
  practiceEmail: 'email',
  privacy: 'privacy',
  practiceStatement: 'statement',
  sentenceEn: 'sentenceEn',
  sentenceDe: 'sentenceDe',
  sentenceFr: 'sentenceFr',
  sentenceNl: 'sentenceNl',
  namedInMails: 'namedInMails',
} as const satisfies Readonly<Record<string, PracticeFact>>;
type FieldOfPractice = keyof typeof FACTS;
/** What the operator may say, managers may: a fact without a field does not compile. */
type Asked<Fact extends (typeof FACTS)[FieldOfPractice]> = Fact;
type FactOfPractice = Asked<PracticeFact>;

const practiceFields = {
  practiceName: text(PRACTICE.name, { autocomplete: 'organization' }),
  practiceAddress: optional(text(PRACTICE.address)),
  telephone: optional(text(PRACTICE.telephone, { type: 'tel' })),
  practiceEmail: optional(text(PRACTICE.email, { type: 'email' })),
  privacy: optional(text(PRACTICE.privacy)),
  practiceStatement: optional(longText(PRACTICE.statement, 2)),
  sentenceEn: optional(longText(PRACTICE.sentenceEn, 2)),
  sentenceDe: optional(longText(PRACTICE.sentenceDe, 2)),
  sentenceFr: optional(longText(PRACTICE.sentenceFr, 2)),
  sentenceNl: optional(longText(PRACTICE.sentenceNl, 2)),
  namedInMails: optional(
    choice(PRACTICE.namedInMails, ({ words: { ownData } }) => [
      { value: 'no', text: ownData.no },
      { value: 'yes', text: ownData.yes },
    ]),
  ),
};

const EACH = Object.entries(FACTS) as [FieldOfPractice, FactOfPractice][];
const PRACTICE_FIELDS = EACH.map(([field]) => field);

const typedOf = (practice: Practice | undefined): Typed => ({
  ...Object.fromEntries(EACH.map(([field, fact]) => [field, practice?.[fact] ?? ''])),
  namedInMails: practice?.namedInMails ?? 'no',
});

type Values = { readonly practiceName: string } & {
  readonly [Field in Exclude<FieldOfPractice, 'practiceName'>]: string | undefined;
};

/** What is left empty is taken away. */
const factsOf = (values: Values): Practice => ({
  ...Object.fromEntries(EACH.map(([field, fact]) => [fact, values[field] ?? ''])),
  name: values.practiceName,
});

const viewOf = (visit: Visit, person: readonly FieldName[]): View => {
  const { words, member } = visit;
  const { setup } = words.manage;
  const isOfStaff = person.length === 0;
  return {
    title: isOfStaff ? setup.ownTitle : setup.title,
    body: [
      <Text>{setup.text}</Text>,
      <FormOf>
        <Field name="setupCode" />
        <Heading>{setup.practice}</Heading>
        {PRACTICE_FIELDS.map((name) => (
          <Field name={name} />
        ))}
        <Heading>{setup.manager}</Heading>
        {isOfStaff && member ? (
          <Text>{setup.you(nameOf(member.caller.actor))}</Text>
        ) : (
          <TextLink href={withQuery('/sign-in', { next: OF_STAFF })}>{setup.hasAccount}</TextLink>
        )}
        {person.map((name) => (
          <Field name={name} />
        ))}
        <Submit>{setup.title}</Submit>
      </FormOf>,
    ],
  };
};

const start = async ({ app }: Visit) => typedOf((await app.showPractice()).value);
const parseStaffRole = oneOf(['Doc', 'Ast']);
const NEWCOMER = ['firstName', 'lastName', 'role', 'email', 'newPassword'] as const;

const withAccount = form(SETUP, 'anyone', {
  fields: {
    setupCode: codeOfAddress,
    ...practiceFields,
    firstName: personName('given-name'),
    lastName: personName('family-name'),
    role: choice(parseStaffRole, ({ words: { common } }) => [
      { value: 'Doc', text: common.roles.Doc },
      { value: 'Ast', text: common.roles.Ast },
    ]),
    email: emailAddress('username', parseNewEmail),
    newPassword,
  },
  start,
  view: (visit) => viewOf(visit, NEWCOMER),
  submit: ({ app, facts, words }, { setupCode: code, firstName, lastName, role, email, newPassword, ...practice }) => {
    const newcomer = { firstName, lastName, role, email, language: words.language };
    return app.setUpPractice({ ...facts, code, facts: factsOf(practice), newcomer, password: newPassword });
  },
  beside: { CODE_INVALID: 'setupCode', EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'newPassword' },
  leadsTo: async (visit, { values: { email, newPassword: password } }) => {
    const session = await visit.app.logIn({ ...ofBrowser(visit), email, password });
    return session.ok ? signedIn(visit, session.value, { next: '/manage' }) : '/sign-in?done=registered';
  },
});

const ofStaff = form(OF_STAFF, ['Doc', 'Ast'], {
  spared: OWN,
  fields: { setupCode: codeOfAddress, ...practiceFields },
  start,
  view: (visit) => viewOf(visit, []),
  submit: ({ app, call }, { setupCode: code, ...practice }) =>
    app.setUpPractice({ ...call, code, facts: factsOf(practice) }),
  beside: { CODE_INVALID: 'setupCode' },
  leadsTo: () => '/manage?done=saved',
});

const practice = form('/manage/practice', 'manager', 'does the same', {
  fields: practiceFields,
  start,
  title: ({ manage }) => manage.practice.title,
  back: '/manage',
  about: ({ words }) => <Text>{words.manage.practice.text}</Text>,
  submit: ({ app, call }, values) => app.changePractice({ ...call, facts: factsOf(values) }),
  leadsTo: () => '/manage?done=practiceSaved',
});

export const pages = [withAccount, ofStaff, practice];
