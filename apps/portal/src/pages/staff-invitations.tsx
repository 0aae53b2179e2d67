import { parseNewEmail } from '@health-case/domain/model/email';
import { oneOf } from '@health-case/domain/result';
import { begin } from '../kit/drafts.ts';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { choice, codeOfAddress, emailAddress } from '../kit/fields.ts';
import { type AnyForm, form } from '../kit/form.ts';
import { formAt } from '../kit/form-state.ts';
import { LinkButton, List, Text } from '../kit/show.tsx';
import { nameOf } from '../kit/told-apart.ts';
import { type MemberVisit, needed } from '../kit/visit.ts';
import { register } from './register.tsx';

/** D-40: who is invited to the staff. An address stands in no URL. */
export const INVITATIONS = '/manage/invitations';

const invited = async ({ app, call }: MemberVisit) => needed(await app.listStaffInvitations(call));
type Pending = Awaited<ReturnType<typeof invited>>[number];

/** A form of its own, which does with the invitation what the form does that it is of. */
const buttonOf = (visit: MemberVisit, of: AnyForm, { email, role }: Pending, text: string) => {
  return (
    <FormOf id={null} state={formAt(visit, of, of.path, { email, role })}>
      <LinkButton text={text} what={email} />
    </FormOf>
  );
};

const withdraw: AnyForm = form(`${INVITATIONS}/withdraw`, 'manager', {
  fields: { email: emailAddress() },
  title: ({ manage }) => manage.invitations.withdrawTitle,
  back: INVITATIONS,
  about: ({ words }) => <Text>{words.children.invitations.text}</Text>,
  send: ({ children }) => children.invitations.submit,
  submit: ({ app, call }, { email }) => app.withdrawStaffInvitation({ ...call, email }),
  says: { INVITATION_NOT_FOUND: ({ manage }) => manage.invitations.gone },
  leadsTo: () => `${INVITATIONS}?done=invitationWithdrawn`,
});

const invite: AnyForm = form(INVITATIONS, 'manager', {
  staysOpen: true,
  fields: {
    email: emailAddress('off', parseNewEmail),
    role: choice(oneOf(['Doc', 'Ast'] as const), ({ words: { common, account } }) => [
      { value: 'Doc', text: common.roles.Doc, hint: account.register.asDoctor },
      { value: 'Ast', text: common.roles.Ast, hint: account.register.asAssistant },
    ]),
  },
  view: async (visit) => {
    const { words, formats } = visit;
    const { children, common, fields, manage } = words;
    const texts = manage.invitations;
    const { sending, until } = children.invitations;
    return {
      title: texts.title,
      back: '/manage',
      isWide: true,
      body: [
        <Text>{texts.text}</Text>,
        <List
          caption={texts.title}
          head={[fields.email.label, common.role, texts.by, texts.state, texts.again, children.invitations.withdraw]}
          rows={(await invited(visit)).map((one) => [
            one.email,
            common.roles[one.role],
            one.by ? nameOf(one.by) : texts.noMore,
            one.hasFailed ? manage.unreached : one.isSent ? until(formats.moment(one.expiresAt)) : sending,
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
  leadsTo: () => `${INVITATIONS}?done=staffInvited`,
});

/** Where the link of the mail leads: registering begins, with address, role and code. */
const join = form('/invited', 'anyone', 'does the same', {
  fields: { code: codeOfAddress },
  title: ({ manage }) => manage.invitations.joinTitle,
  about: ({ words }) => <Text>{words.manage.invitations.joinText}</Text>,
  send: ({ manage }) => manage.invitations.join,
  submit: async ({ app, facts }, { code }) => app.showStaffInvitation({ ...facts, code }),
  beside: { CODE_INVALID: 'code' },
  leadsTo: (visit, { value: { email, role }, values: { code } }) =>
    begin(visit, register, register.path, { email, role, invitation: code }, 1),
});

export const staffInvitationPages = [invite, withdraw, join];
