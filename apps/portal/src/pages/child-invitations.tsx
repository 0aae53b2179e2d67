import type { PendingInvitation } from '@health-case/domain/use-cases/parents';
import { emailAddress } from '../kit/fields.ts';
import { type AnyForm, type FormState, form } from '../kit/form.ts';
import { stateOf } from '../kit/form-state.ts';
import { pathHere } from '../kit/place.ts';
import { useForm } from '../kit/rendering.ts';
import { Facts, Heading, Text } from '../kit/show.tsx';
import { type MemberVisit, needed } from '../kit/visit.ts';
import { CARRIED_NAME, ChildName, childIdOf, pathOf, startNaming } from './own-child.tsx';

/** Who is invited to become a parent of a child, and has not joined (D-33). An address stands in no URL. */

export const parentsPathOf = (visit: MemberVisit): string => `${pathOf(childIdOf(visit))}/parents`;

export const pendingInvitations = async (visit: MemberVisit): Promise<readonly PendingInvitation[]> =>
  needed(await visit.app.listParentInvitations({ ...visit.call, childId: childIdOf(visit) }));

/** Opened by its address, as after signing in again, it asks which invitation. The list of them has a button for each. */
export const withdrawInvitation: AnyForm = form({
  path: '/children/:id/parents/withdraw',
  who: ['Par'],
  fields: { email: emailAddress() },
  carries: [...CARRIED_NAME, 'from'],
  start: startNaming,
  step: {
    title: ({ children }) => children.invitations.title,
    back: parentsPathOf,
    about: ({ words }) => (
      <>
        <ChildName />
        <Text>{words.children.invitations.text}</Text>
      </>
    ),
    send: ({ children }) => children.invitations.submit,
  },
  submit: (visit, { email }) => visit.app.withdrawParentInvitation({ ...visit.call, childId: childIdOf(visit), email }),
  leadsTo: (visit, { carried: { from } }) => `${pathHere(from) ?? parentsPathOf(visit)}?done=invitationWithdrawn`,
});

/** The form that withdraws one, on the page of all. */
const withdrawing = (visit: MemberVisit, { hidden }: FormState, email: string): FormState => {
  const { childName = '' } = hidden;
  const state = stateOf(visit, withdrawInvitation, { step: 0, typed: { childName } });
  return { ...state, action: `${parentsPathOf(visit)}/withdraw`, hidden: { ...state.hidden, email } };
};

type Pending = { readonly visit: MemberVisit; readonly pending: readonly PendingInvitation[] };

export const Invitations = ({ visit, pending }: Pending) => {
  const state = useForm();
  const { heading, sending, until, withdraw, withdrawWhat } = visit.words.children.invitations;
  if (pending.length === 0) return null;
  return (
    <>
      <Heading>{heading}</Heading>
      <Facts
        facts={pending.map(({ email, expiresAt }) => ({
          name: email,
          value: expiresAt === undefined ? sending : until(visit.formats.moment(expiresAt)),
          change: { form: withdrawing(visit, state, email), text: withdraw, what: withdrawWhat(email) },
        }))}
      />
    </>
  );
};
