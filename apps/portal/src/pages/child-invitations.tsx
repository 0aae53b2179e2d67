import { parseEmail } from '@health-case/domain/model/email';
import type { PendingInvitation } from '@health-case/domain/use-cases/parents';
import { EmailField, FormOf, Submit } from '../kit/elements.tsx';
import { type AnyForm, type FormState, field, form } from '../kit/form.ts';
import { stateOf } from '../kit/form-state.ts';
import { pathHere } from '../kit/place.ts';
import { Facts, Heading, Text } from '../kit/show.tsx';
import { type MemberVisit, needed } from '../kit/visit.ts';
import { CARRIED_NAME, ChildName, childIdOf, pathOf, startNaming } from './own-child.tsx';

/** Who is invited to become a parent of a child, and has not joined (D-33). An address stands in no URL. */

const parentsPathOf = (visit: MemberVisit): string => `${pathOf(childIdOf(visit))}/parents`;

export const pendingInvitations = async (visit: MemberVisit): Promise<readonly PendingInvitation[]> =>
  needed(await visit.app.listParentInvitations({ ...visit.call, childId: childIdOf(visit) }));

/** Opened by its address, as after signing in again, it asks which invitation. The list of them has a button for each. */
export const withdrawInvitation: AnyForm = form({
  path: '/children/:id/parents/withdraw',
  who: ['Par'],
  fields: { email: field(parseEmail) },
  carries: [...CARRIED_NAME, 'from'],
  start: startNaming,
  steps: [
    {
      asks: ['email'],
      view: (visit, state) => {
        const { words } = visit;
        const { title, text, submit } = words.children.invitations;
        return {
          title,
          back: parentsPathOf(visit),
          body: (
            <>
              <ChildName state={state} />
              <Text>{text}</Text>
              <FormOf state={state}>
                <EmailField words={words} state={state} />
                <Submit>{submit}</Submit>
              </FormOf>
            </>
          ),
        };
      },
    },
  ],
  submit: (visit, { email }) => visit.app.withdrawParentInvitation({ ...visit.call, childId: childIdOf(visit), email }),
  leadsTo: (visit, { carried: { from } }) => `${pathHere(from) ?? parentsPathOf(visit)}?done=invitationWithdrawn`,
});

/** The form that withdraws one, on the page of all. */
const withdrawing = (visit: MemberVisit, { hidden }: FormState, email: string): FormState => {
  const { childName = '' } = hidden;
  const state = stateOf(visit, withdrawInvitation, { step: 0, typed: { childName } });
  return { ...state, action: `${parentsPathOf(visit)}/withdraw`, hidden: { ...state.hidden, email } };
};

/** `state`: of the form of the page, which knows the name of the child. */
export const Invitations = ({
  visit,
  state,
  pending,
}: {
  readonly visit: MemberVisit;
  readonly state: FormState;
  readonly pending: readonly PendingInvitation[];
}) => {
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
