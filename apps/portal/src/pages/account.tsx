import {
  LANGUAGES,
  NOTICES,
  parseLanguage,
  parseNotices,
  parsePassword,
  parsePasswordAttempt,
} from '@health-case/domain/model/account';
import { parseNewEmail } from '@health-case/domain/model/email';
import { parsePersonName } from '@health-case/domain/model/values';
import { oneOf } from '@health-case/domain/result';
import { Choice, EmailField, FormOf, PasswordField, Submit, TextField } from '../kit/elements.tsx';
import { OwnPassword } from '../kit/factor-field.tsx';
import { type AnyForm, type AnyPage, codeOfMail, field, form, page, secret } from '../kit/form.ts';
import { LANGUAGE_NAMES } from '../kit/frame.tsx';
import { keepLanguage } from '../kit/session-cookie.ts';
import { Facts, Link, Text } from '../kit/show.tsx';
import { markOf, nameOf } from '../kit/told-apart.ts';
import { needed } from '../kit/visit.ts';

/** One's own account (D-28). */
const ACCOUNT = '/account';

const account = page(
  ACCOUNT,
  'member',
  async ({ app, call, words, formats, member }) => {
    const { account: texts, common, fields } = words;
    const known = needed(await app.describeAccount(call));
    const change = (href: string, what: string) => ({ href: `${ACCOUNT}/${href}`, text: common.change, what });
    const facts = [
      {
        name: texts.name,
        value: nameOf(known),
        change: change('name', texts.name),
      },
      { name: common.role, value: common.roles[known.role] },
      {
        name: fields.email.label,
        value: member.isProven ? known.email : `${known.email} (${words.address.mine.notYet})`,
        change: change('email', fields.email.label),
      },
      { name: fields.password.label, value: '••••••••', change: change('password', fields.password.label) },
      {
        name: texts.factor.title,
        value: known.secondFactor ? texts.factor.isOn : texts.factor.isOff,
        change: change(known.secondFactor ? 'factor/off' : 'factor', texts.factor.title),
      },
      ...(known.secondFactor
        ? [
            {
              name: texts.factor.codes,
              value: texts.factor.codesLeft(needed(await app.countRecoveryCodes(call))),
              change: change('factor/codes/new', texts.factor.codes),
            },
          ]
        : []),
      {
        name: fields.language.label,
        value: LANGUAGE_NAMES[known.language],
        change: change('language', fields.language.label),
      },
      { name: texts.mails, value: texts.notices[known.notices], change: change('notices', texts.mails) },
      ...(known.role === 'Doc'
        ? [
            {
              name: texts.newChildren.title,
              value: texts.newChildren[known.takesNoChildren ? 'no' : 'yes'],
              change: change('new-children', texts.newChildren.title),
            },
          ]
        : []),
      { name: texts.mark, value: `${markOf(known.id)}. ${texts.markText}` },
      { name: texts.since, value: formats.moment(known.registeredAt) },
    ];
    return {
      title: common.myAccount,
      body: (
        <>
          <Facts facts={facts} />
          {member.isProven ? null : (
            <Text>
              <Link href={`${ACCOUNT}/address`}>{words.address.mine.confirm}</Link>
            </Text>
          )}
          <Text>
            <Link href={`${ACCOUNT}/access`}>{words.address.access.title}</Link>
          </Text>
          <Text>
            <Link href={`${ACCOUNT}/passkeys`}>{words.passkeys.title}</Link>
          </Text>
          <Text>
            <Link href={`${ACCOUNT}/logins`}>{texts.logins.title}</Link>
          </Text>
          <Text>{texts.leaving}</Text>
        </>
      ),
    };
  },
  { secondFactor: true },
);

const name = form('does the same', {
  path: `${ACCOUNT}/name`,
  who: 'member',
  fields: { firstName: field(parsePersonName), lastName: field(parsePersonName) },
  start: async ({ member }) => {
    const { firstName, lastName } = member.caller.actor;
    return { firstName, lastName };
  },
  steps: [
    {
      asks: ['firstName', 'lastName'],
      view: ({ words }, state) => ({
        title: words.account.name,
        back: ACCOUNT,
        body: (
          <FormOf state={state}>
            <TextField words={words} state={state} name="firstName" autocomplete="given-name" spellcheck={false} />
            <TextField words={words} state={state} name="lastName" autocomplete="family-name" spellcheck={false} />
            <Submit>{words.common.save}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.changeProfile({ ...call, ...values }),
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

const language = form('does the same', {
  path: `${ACCOUNT}/language`,
  who: 'member',
  fields: { language: field(parseLanguage) },
  start: async ({ member }) => ({ language: member.caller.actor.language }),
  steps: [
    {
      asks: ['language'],
      view: ({ words }, state) => ({
        title: words.fields.language.label,
        back: ACCOUNT,
        isTitleInBody: true,
        body: (
          <FormOf state={state}>
            <Choice
              words={words}
              state={state}
              name="language"
              isHeading
              options={LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }))}
            />
            <Submit>{words.common.save}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.changeProfile({ ...call, ...values }),
  leadsTo: ({ c }, { values }) => {
    keepLanguage(c, values.language);
    return `${ACCOUNT}?done=saved`;
  },
});

const notices = form('does the same', {
  path: `${ACCOUNT}/notices`,
  who: 'member',
  fields: { notices: field(parseNotices) },
  start: async ({ member }) => ({ notices: member.caller.actor.notices }),
  steps: [
    {
      asks: ['notices'],
      view: ({ words }, state) => ({
        title: words.fields.notices.label,
        back: ACCOUNT,
        isTitleInBody: true,
        body: (
          <FormOf state={state}>
            <Choice
              words={words}
              state={state}
              name="notices"
              isHeading
              options={NOTICES.map((value) => ({ value, text: words.account.notices[value] }))}
            />
            <Submit>{words.common.save}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.changeProfile({ ...call, ...values }),
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

const NEW_CHILDREN = ['yes', 'no'] as const;

/** D-43. */
const newChildren = form('does the same', {
  path: `${ACCOUNT}/new-children`,
  who: ['Doc'],
  fields: { newChildren: field(oneOf(NEW_CHILDREN)) },
  start: async ({ member }) => ({ newChildren: member.caller.actor.takesNoChildren ? 'no' : 'yes' }),
  steps: [
    {
      asks: ['newChildren'],
      view: ({ words }, state) => ({
        title: words.fields.newChildren.label,
        back: ACCOUNT,
        isTitleInBody: true,
        body: (
          <FormOf state={state}>
            <Choice
              words={words}
              state={state}
              name="newChildren"
              isHeading
              options={NEW_CHILDREN.map((value) => ({ value, text: words.account.newChildren[value] }))}
            />
            <Submit>{words.common.save}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.setTakesNoChildren({ ...call, takesNoChildren: values.newChildren === 'no' }),
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

const password = form('is refused', {
  path: `${ACCOUNT}/password`,
  who: 'member',
  spared: { callLimit: true },
  fields: { password: secret(parsePasswordAttempt), newPassword: secret(parsePassword) },
  steps: [
    {
      asks: ['password', 'newPassword'],
      view: (visit, state) => ({
        title: visit.words.fields.newPassword.label,
        back: ACCOUNT,
        body: (
          <>
            <Text>{visit.words.account.endsOthers}</Text>
            <FormOf state={state}>
              <OwnPassword visit={visit} state={state} />
              <PasswordField words={visit.words} state={state} name="newPassword" autocomplete="new-password" />
              <Submit>{visit.words.common.save}</Submit>
            </FormOf>
          </>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.changePassword({ ...call, ...values }),
  about: { PASSWORD_WRONG: 'password', PASSWORD_COMMON: 'newPassword' },
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

const email = form('does the same', {
  path: `${ACCOUNT}/email`,
  who: 'member',
  fields: { email: field(parseNewEmail), password: secret(parsePasswordAttempt) },
  steps: [
    {
      asks: ['email', 'password'],
      view: (visit, state) => ({
        title: visit.words.account.newEmail,
        back: ACCOUNT,
        body: (
          <>
            <Text>{visit.words.account.emailNeedsCode}</Text>
            <FormOf state={state}>
              <EmailField words={visit.words} state={state} autocomplete="email" />
              <OwnPassword visit={visit} state={state} />
              <Submit>{visit.words.common.next}</Submit>
            </FormOf>
          </>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.changeEmail({ ...call, ...values }),
  about: { PASSWORD_WRONG: 'password' },
  leadsTo: () => `${ACCOUNT}/email/confirm`,
});

const confirmEmail = form('is refused', {
  path: `${ACCOUNT}/email/confirm`,
  who: 'member',
  fields: { code: codeOfMail },
  steps: [
    {
      asks: ['code'],
      view: ({ words }, state) => ({
        title: words.account.confirmEmail,
        back: `${ACCOUNT}/email`,
        body: (
          <FormOf state={state}>
            <TextField words={words} state={state} name="code" autocomplete="off" spellcheck={false} />
            <Submit>{words.common.save}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.confirmEmail({ ...call, ...values }),
  about: { CODE_INVALID: 'code' },
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

export const accountPages: readonly AnyPage[] = [account];
export const accountForms: readonly AnyForm[] = [name, language, notices, newChildren, password, email, confirmEmail];
