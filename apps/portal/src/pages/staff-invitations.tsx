import { isConfirmed } from '@health-case/domain/model/account';
import { parseNewEmail } from '@health-case/domain/model/email';
import type { AccountId } from '@health-case/domain/model/values';
import { oneOf } from '@health-case/domain/result';
import { Field } from '../components/fields.tsx';
import { begin } from '../kit/drafts.ts';
import { FormOf, nameOf, Submit, toldApart } from '../kit/elements.tsx';
import { choice, codeOfAddress, emailAddress } from '../kit/fields.ts';
import { type AnyForm, form, idIn, type MemberVisit, needed, page } from '../kit/form.ts';
import { formAt } from '../kit/form-state.ts';
import { Facts, InsetText, LinkButton, List, listed, Text, TextLink } from '../kit/show.tsx';
import { pathHere } from '../kit/urls.ts';
import { register } from './sign-in.tsx';

/** Doctors and assistants who wait until a manager has confirmed them (D-40). */
const CONFIRMATIONS = '/manage/confirmations';
const ONE = `${CONFIRMATIONS}/:waitingId`;

const unconfirmed = page(CONFIRMATIONS, 'manager', async (visit) => {
  const { app, call, formats, account, common, fields, manage, address } = visit;
  const texts = manage.confirmations;
  const { entries, after } = await listed(visit, (paging) => app.listUnconfirmed({ ...call, paging }));
  const named = await toldApart(entries);
  return {
    title: texts.title,
    back: '/manage',
    isWide: true,
    body: [
      <Text>{texts.text}</Text>,
      <List
        caption={texts.title}
        head={[fields.name.label, common.role, fields.email.label, account.since, texts.decide]}
        rows={entries.map((one) => [
          named(one),
          common.roles[one.role],
          one.isProven ? one.email : `${one.email} (${address.mine.notYet})`,
          formats.moment(one.registeredAt),
          { href: `${CONFIRMATIONS}/${one.id}`, text: texts.decide, what: named(one) },
        ])}
        none={<Text>{texts.none}</Text>}
        after={after}
      />,
    ],
  };
});

const accountIn = (visit: MemberVisit) => idIn<AccountId>(visit, 'ACCOUNT_NOT_FOUND', 'waitingId');

const shownIn = async (visit: MemberVisit) => {
  const { app, call, formats, account, common, fields } = visit;
  const one = needed(await app.showUnconfirmed({ ...call, accountId: accountIn(visit) }));
  const facts = [
    { name: fields.name.label, value: nameOf(one) },
    { name: common.role, value: common.roles[one.role] },
    { name: fields.email.label, value: one.email },
    { name: account.since, value: formats.moment(one.registeredAt) },
  ];
  return { one, facts: <Facts facts={facts} /> };
};

const confirmAccount = form(ONE, 'manager', 'does the same', {
  view: async (visit) => {
    const { manage, refusals } = visit.words;
    const texts = manage.confirmations;
    const { one, facts } = await shownIn(visit);
    const cannot = isConfirmed(one) ? 'ACCOUNT_CONFIRMED' : one.isProven ? undefined : 'ADDRESS_NOT_PROVEN';
    return {
      title: texts.question,
      back: CONFIRMATIONS,
      body: [
        facts,
        cannot ? (
          <InsetText>{refusals[cannot]}</InsetText>
        ) : (
          [
            <Text>{texts.warning}</Text>,
            <FormOf>
              <Submit>{texts.confirm}</Submit>
            </FormOf>,
          ]
        ),
        isConfirmed(one) ? null : <TextLink href={`${CONFIRMATIONS}/${one.id}/decline`}>{texts.decline}</TextLink>,
      ],
    };
  },
  submit: (visit) => visit.app.confirmAccount({ ...visit.call, accountId: accountIn(visit) }),
  leadsTo: () => `${CONFIRMATIONS}?done=accountConfirmed`,
});

const declineAccount = form(`${ONE}/decline`, 'manager', {
  title: ({ manage }) => manage.confirmations.decline,
  back: CONFIRMATIONS,
  about: async (visit) => [(await shownIn(visit)).facts, <Text>{visit.words.manage.confirmations.declineText}</Text>],
  send: ({ manage }) => manage.confirmations.decline,
  kind: 'warning',
  submit: (visit) => visit.app.declineAccount({ ...visit.call, accountId: accountIn(visit) }),
  leadsTo: () => `${CONFIRMATIONS}?done=accountDeclined`,
});

/** D-40: who is invited to the staff. An address stands in no URL. */
const INVITATIONS = '/manage/invitations';

export const invited = async ({ app, call }: MemberVisit) => needed(await app.listStaffInvitations(call));
type Pending = Awaited<ReturnType<typeof invited>>[number];

/** A form of its own, which does with the invitation what the form does that it is of. */
const buttonOf = (visit: MemberVisit, of: AnyForm, { email, role }: Pending, text: string) => {
  return (
    <FormOf id={null} state={formAt(visit, of, of.path, { email, role })}>
      <LinkButton text={text} what={email} />
    </FormOf>
  );
};

export const withdraw: AnyForm = form(`${INVITATIONS}/withdraw`, 'manager', {
  fields: { email: emailAddress() },
  carries: ['from'],
  title: ({ manage }) => manage.invitations.withdrawTitle,
  back: INVITATIONS,
  about: ({ words }) => <Text>{words.children.invitations.text}</Text>,
  send: ({ children }) => children.invitations.submit,
  submit: ({ app, call }, { email }) => app.withdrawStaffInvitation({ ...call, email }),
  says: { INVITATION_NOT_FOUND: ({ manage }) => manage.invitations.gone },
  leadsTo: (_, { carried: { from } }) => `${pathHere(from) ?? INVITATIONS}?done=invitationWithdrawn`,
});

const invite: AnyForm = form(INVITATIONS, 'manager', {
  staysOpen: true,
  needsProof: 'to send',
  fields: {
    email: emailAddress('off', parseNewEmail),
    role: choice(oneOf(['Doc', 'Ast'] as const), ({ words: { common, account } }) => [
      { value: 'Doc', text: common.roles.Doc, hint: account.register.asDoctor },
      { value: 'Ast', text: common.roles.Ast, hint: account.register.asAssistant },
    ]),
  },
  view: async (visit) => {
    const { formats, children, common, fields, manage } = visit;
    const texts = manage.invitations;
    const { givenUp, sending, until } = children.invitations;
    return {
      title: texts.title,
      back: '/manage',
      isWide: true,
      body: [
        <Text>{texts.text}</Text>,
        <List
          caption={texts.title}
          head={[fields.email.label, common.role, texts.by, common.state, texts.again, children.invitations.withdraw]}
          rows={(await invited(visit)).map((one) => [
            one.email,
            common.roles[one.role],
            one.by ? nameOf(one.by) : texts.noMore,
            {
              refused: manage.unreached,
              'given up': givenUp,
              sent: until(formats.moment(one.expiresAt)),
              waits: sending,
            }[one.mail],
            buttonOf(visit, invite, one, texts.again),
            buttonOf(visit, withdraw, one, children.invitations.withdraw),
          ])}
          none={<Text>{texts.none}</Text>}
        />,
        <FormOf>
          <Field name="email" />
          <Field name="role" label={common.role} />
          <Submit>{texts.send}</Submit>
        </FormOf>,
      ],
    };
  },
  submit: ({ app, call }, values) => app.inviteStaff({ ...call, ...values }),
  beside: { EMAIL_TAKEN: 'email' },
  says: { EMAIL_TAKEN: ({ manage }) => manage.taken },
  leadsTo: () => `${INVITATIONS}?done=staffInvited`,
});

/** Where the link of the mail leads: registering begins, with address, role and code. */
const join = form('/invited', 'anyone', 'does the same', {
  fields: { code: codeOfAddress },
  title: ({ manage }) => manage.invitations.joinTitle,
  about: ({ words }) => <Text>{words.manage.invitations.joinText}</Text>,
  send: ({ common }) => common.register,
  submit: async ({ app, facts }, { code }) => app.showStaffInvitation({ ...facts, code }),
  beside: { CODE_INVALID: 'code' },
  leadsTo: (visit, { value: { email, role }, values: { code } }) =>
    begin(visit, register, register.path, { email, role, invitation: code }, 1),
});

export const pages = [unconfirmed, confirmAccount, declineAccount, withdraw, invite, join];
