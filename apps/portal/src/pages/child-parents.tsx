import { type Parent, parseBirthDate } from '@health-case/domain/model/child';
import type { AccountId } from '@health-case/domain/model/values';
import type { PendingInvitation } from '@health-case/domain/use-cases/parents';
import { Field } from '../components/fields.tsx';
import { ASKED_AGE, askingAge, checkAge } from '../kit/child-age.ts';
import { FormOf, Submit, toldApart } from '../kit/elements.tsx';
import { codeOfAddress, day, emailAddress, optional } from '../kit/fields.ts';
import { type AnyForm, firstPage, form, idIn, type MemberVisit, NotShown, needed } from '../kit/form.ts';
import { formAt } from '../kit/form-state.ts';
import { Facts, Heading, Link, Text } from '../kit/show.tsx';
import { pathHere } from '../kit/urls.ts';
import type { Words } from '../words/words.ts';
import { CARRIED_NAME, ChildName, childIdOf, invitationFact, pathOf, startNaming } from './own-child.tsx';

/** Who is invited to become a parent of a child, and has not joined (D-33). An address stands in no URL. */

const parentsPathOf = (visit: MemberVisit): string => `${pathOf(childIdOf(visit))}/parents`;

const pendingInvitations = async (visit: MemberVisit): Promise<readonly PendingInvitation[]> =>
  needed(await visit.app.listParentInvitations({ ...visit.call, childId: childIdOf(visit) }));

/** Opened by its address, as after signing in again, it asks which invitation. The list of them has a button for each. */
export const withdrawInvitation: AnyForm = form('/children/:id/parents/withdraw', ['Par'], {
  fields: { email: emailAddress() },
  carries: [...CARRIED_NAME, 'from'],
  start: startNaming,
  title: ({ children }) => children.invitations.title,
  back: parentsPathOf,
  about: ({ words }) => [<ChildName />, <Text>{words.children.invitations.text}</Text>],
  send: ({ children }) => children.invitations.submit,
  submit: (visit, { email }) => visit.app.withdrawParentInvitation({ ...visit.call, childId: childIdOf(visit), email }),
  leadsTo: (visit, { carried: { from } }) => `${pathHere(from) ?? parentsPathOf(visit)}?done=invitationWithdrawn`,
});

const parentsOf = async (visit: MemberVisit): Promise<readonly Parent[]> =>
  firstPage(needed(await visit.app.listParents({ ...visit.call, childId: childIdOf(visit) })));

const isSelf = ({ member }: MemberVisit, id: AccountId): boolean => id === member.caller.actor.id;

/** Whoever has added the child may remove others, and everybody may leave unless nobody would be left. */
const changeOf = (visit: MemberVisit, parents: readonly Parent[], { id }: Parent, name: string) => {
  const { leave, leaveWhat, remove } = visit.children.parents;
  const href = `${parentsPathOf(visit)}/${id}/remove`;
  if (isSelf(visit, id)) return parents.length > 1 ? { href, text: leave, what: leaveWhat } : undefined;
  const mayRemove = parents.some((one) => one.hasAdded && isSelf(visit, one.id));
  return mayRemove ? { href, text: remove, what: name } : undefined;
};

const inviteParent = form('/children/:id/parents', ['Par'], {
  staysOpen: true,
  needsProof: 'to send',
  fields: { email: emailAddress() },
  carries: CARRIED_NAME,
  start: startNaming,
  view: async (visit, { hidden: { childName = '' } }) => {
    const { address, children, common } = visit;
    const { title, invite, inviteText, present, send, you, hasAdded } = children.parents;
    const [parents, pending] = await Promise.all([parentsOf(visit), pendingInvitations(visit)]);
    const named = await toldApart(parents);
    const facts = parents.map((parent) => ({
      name: named(parent),
      value: [isSelf(visit, parent.id) ? you : common.roles.Par, parent.hasAdded ? hasAdded : []].flat().join('. '),
      change: changeOf(visit, parents, parent, named(parent)),
    }));
    const withdraw = (email: string) =>
      formAt(visit, withdrawInvitation, `${parentsPathOf(visit)}/withdraw`, { childName, email });
    const invited = pending.map((one) => invitationFact(visit, one, withdraw(one.email)));
    return {
      title,
      back: pathOf(childIdOf(visit)),
      body: [
        <ChildName />,
        <Facts facts={facts} />,
        pending.length > 0 && [<Heading>{children.invitations.heading}</Heading>, <Facts facts={invited} />],
        <Heading>{invite}</Heading>,
        visit.member.isProven ? (
          [
            <Text>{inviteText}</Text>,
            <FormOf>
              <Field name="email" hint={present(parents.map(named).join(', '))} />
              <Submit>{send}</Submit>
            </FormOf>,
          ]
        ) : (
          <Text>
            {address.mine.needed} <Link href="/account/address">{address.mine.confirm}</Link>
          </Text>
        ),
      ],
    };
  },
  submit: (visit, { email }) => visit.app.inviteParent({ ...visit.call, childId: childIdOf(visit), email }),
  beside: { EMAIL_OWN: 'email' },
  leadsTo: (visit) => `${pathOf(childIdOf(visit))}/parents?done=parentInvited`,
});

const parentIdOf = (visit: MemberVisit): AccountId => idIn<AccountId>(visit, 'PARENT_NOT_FOUND', 'parentId');

const textsOf = ({ leave, remove }: Words['children'], visit: MemberVisit) =>
  isSelf(visit, parentIdOf(visit)) ? leave : remove;

export const removeParent = form('/children/:id/parents/:parentId/remove', ['Par'], {
  carries: [...CARRIED_NAME, 'from'],
  start: startNaming,
  title: ({ children }, visit) => textsOf(children, visit).title,
  back: parentsPathOf,
  about: async (visit) => {
    const id = parentIdOf(visit);
    const parents = await parentsOf(visit);
    const parent = parents.find((one) => one.id === id);
    if (!parent) throw new NotShown({ code: 'PARENT_NOT_FOUND' });
    return [
      <ChildName />,
      isSelf(visit, id) ? null : <Heading>{(await toldApart(parents))(parent)}</Heading>,
      <Text>{textsOf(visit.words.children, visit).text}</Text>,
    ];
  },
  send: ({ children }, visit) => textsOf(children, visit).submit,
  kind: 'warning',
  submit: (visit) => visit.app.removeParent({ ...visit.call, childId: childIdOf(visit), parentId: parentIdOf(visit) }),
  leadsTo: (visit, { carried: { from } }) =>
    isSelf(visit, parentIdOf(visit))
      ? '/children?done=childLeft'
      : `${pathHere(from) ?? parentsPathOf(visit)}?done=parentRemoved`,
});

const joinChild = form('/join', ['Par'], {
  fields: { code: codeOfAddress, birthDate: optional(day(parseBirthDate)) },
  carries: [ASKED_AGE],
  check: checkAge,
  onceWrong: askingAge,
  view: ({ words: { children } }) => ({
    title: children.join.title,
    back: '/children',
    body: [
      <Text>{children.join.text}</Text>,
      <Text>{children.join.own}</Text>,
      <FormOf>
        <Field name="code" hint={children.join.code} />
        <Field name="birthDate" label={children.join.birthDate} />
        <Submit>{children.join.submit}</Submit>
      </FormOf>,
    ],
  }),
  submit: ({ app, call }, values) => app.joinChild({ ...call, ...values }),
  beside: { CODE_INVALID: 'code' },
  says: { CODE_INVALID: ({ children }) => children.join.wrong },
  leadsTo: (_, { value }) => `${pathOf(value.childId)}?done=childJoined`,
});

export const pages = [withdrawInvitation, inviteParent, removeParent, joinChild];
