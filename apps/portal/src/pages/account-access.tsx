import { parseCodeDigest, parseSessionDigest } from '@health-case/domain/model/account';
import type { ChildEntry } from '@health-case/domain/model/child';
import { refuse } from '@health-case/domain/result';
import type { Login } from '@health-case/domain/use-cases/logins';
import type { Child } from 'hono/jsx';
import { trustedIn } from '../kit/cookies.ts';
import { nameOf, toldApart } from '../kit/elements.tsx';
import {
  type AnyForm,
  type FormState,
  firstPage,
  form,
  type MemberVisit,
  NotShown,
  needed,
  OWN,
  page,
} from '../kit/form.ts';
import { formAt } from '../kit/form-state.ts';
import { ButtonLink, Facts, Heading, List, listed, More, pageOf, pagingOf, Text, TextLink } from '../kit/show.tsx';
import type { Words } from '../words/words.ts';
import { removeParent, withdrawInvitation } from './child-parents.tsx';
import { coversOf, daysOf, endCover } from './covers.tsx';
import { colleagueIn, invitationFact, ownChildrenApart, pathOf } from './own-child.tsx';
import { withdrawFromPatient, withdrawPaper } from './patients.tsx';
import { invited, withdraw as withdrawStaff } from './staff-invitations.tsx';
import { assistantsApart, removeAssistant } from './team.tsx';

/** Where one's own account is signed in (D-28), and which browsers are not asked for its second factor (D-29). */
const [ACCOUNT, LOGINS] = ['/account', '/account/logins'];
const TRUSTED = `${LOGINS}/trusted`;

const trustedDevices = async ({ app, call, c, words, formats }: MemberVisit): Promise<Child> => {
  const { logins: texts } = words.account;
  const found = needed(await app.listTrustedDevices({ ...call, trusted: trustedIn(c) }));
  if (found.length === 0) return null;
  return [
    <Heading>{texts.trusted}</Heading>,
    <Text>{texts.trustedText}</Text>,
    <List
      caption={texts.trusted}
      head={[texts.device, texts.startedAt, texts.until, texts.end]}
      rows={found.map(({ id, device, provenAt, expiresAt, isCurrent }) => [
        isCurrent ? texts.thisOne(device ?? texts.unknown) : (device ?? texts.unknown),
        formats.moment(provenAt),
        formats.moment(expiresAt),
        { href: `${TRUSTED}/${id}`, text: texts.end, what: device ?? texts.unknown },
      ])}
      none={null}
    />,
  ];
};

const logins = page(LOGINS, 'member', OWN, async (visit) => {
  const { app, call, words, formats } = visit;
  const { logins: texts } = words.account;
  const paging = pagingOf(visit, parseSessionDigest);
  const { entries: found, after } = await pageOf(needed(await app.listLogins({ ...call, paging })));
  return {
    title: texts.title,
    back: ACCOUNT,
    isWide: true,
    body: [
      <Text>{texts.text}</Text>,
      <List
        caption={texts.title}
        head={[texts.device, texts.startedAt, texts.lastUsedAt, texts.end]}
        rows={found.map(({ id, device, startedAt, lastUsedAt, isCurrent }) => [
          isCurrent ? texts.thisOne(device ?? texts.unknown) : (device ?? texts.unknown),
          formats.moment(startedAt),
          formats.moment(lastUsedAt),
          isCurrent ? '' : { href: `${LOGINS}/${id}`, text: texts.end, what: formats.moment(startedAt) },
        ])}
        none={null}
        after={after}
      />,
      await trustedDevices(visit),
      <ButtonLink href={ACCOUNT} kind="secondary">
        {words.common.back}
      </ButtonLink>,
    ],
  };
});

const loginOf = async ({ app, call, c }: MemberVisit): Promise<Login> => {
  for await (const page of needed(await app.listLogins({ ...call, paging: {} }))) {
    const found = page.find(({ id }) => id === c.req.param('login'));
    if (found) return found;
  }
  throw new NotShown({ code: 'LOGIN_NOT_FOUND' });
};

const deviceOf = async ({ app, call, c }: MemberVisit) => {
  const all = needed(await app.listTrustedDevices({ ...call, trusted: trustedIn(c) }));
  const found = all.find(({ id }) => id === c.req.param('device'));
  if (!found) throw new NotShown({ code: 'LOGIN_NOT_FOUND' });
  return found;
};

type Ending = Pick<Login, 'device' | 'startedAt'> & Partial<Pick<Login, 'lastUsedAt'>>;
const factsOf = ({ words, formats }: MemberVisit, { device, startedAt, lastUsedAt }: Ending) => {
  const { logins: texts } = words.account;
  const facts = [
    { name: texts.device, value: device ?? texts.unknown },
    { name: texts.startedAt, value: formats.moment(startedAt) },
    { name: texts.lastUsedAt, value: lastUsedAt && formats.moment(lastUsedAt) },
  ];
  return <Facts facts={facts} />;
};

const ENDING = {
  spared: OWN,
  back: LOGINS,
  send: ({ account }: Words) => account.logins.end,
  kind: 'warning',
  leadsTo: () => `${LOGINS}?done=saved`,
} as const;

const endLogin = form(`${LOGINS}/:login`, 'member', {
  ...ENDING,
  title: ({ account }) => account.logins.endTitle,
  about: async (visit) => factsOf(visit, await loginOf(visit)),
  submit: async ({ app, call, c }) => {
    const login = parseSessionDigest(c.req.param('login') ?? '');
    return login.ok ? app.endLogin({ ...call, login: login.value }) : refuse('LOGIN_NOT_FOUND');
  },
});

const endTrust = form(`${TRUSTED}/:device`, 'member', {
  ...ENDING,
  title: ({ account }) => account.logins.endTrustTitle,
  about: async (visit) => {
    const { device, provenAt } = await deviceOf(visit);
    return factsOf(visit, { device, startedAt: provenAt });
  },
  submit: async ({ app, call, c }) => {
    const device = parseCodeDigest(c.req.param('device') ?? '');
    return device.ok ? app.endTrust({ ...call, device: device.value }) : refuse('LOGIN_NOT_FOUND');
  },
});

/** Who has access through an account: what the last page of a reset shows (D-28). */
const ACCESS = '/account/access';

/** A form that leads back here. */
const ending = (visit: MemberVisit, form: AnyForm, action: string, sent: FormState['hidden'] = {}): FormState =>
  formAt(visit, form, action, { ...sent, from: ACCESS });

type Shown = { readonly body: Child; readonly after?: string | undefined };

/** Assistants, and who stands in for the doctor (D-41), now or later. */
const ofDoctor = async (visit: MemberVisit): Promise<Shown | undefined> => {
  const { app, call, words } = visit;
  const { entries, after } = await listed(visit, (paging) => app.listOwnAssistants({ ...call, paging }));
  const named = await assistantsApart(visit, entries);
  const ofAssistants = entries.map((assistant) => {
    const form = ending(visit, removeAssistant, `/practice/assistants/${assistant.id}/remove`);
    const change = { form, text: words.staff.remove, what: named(assistant) };
    return { name: colleagueIn(words, assistant, named(assistant)), value: words.common.roles.Ast, change };
  });
  const ofDeputies = (await coversOf(visit, call.actor.id))
    .filter(({ doctorId }) => doctorId === call.actor.id)
    .map((cover) => {
      const form = ending(visit, endCover, `/covers/${cover.id}/end`);
      const change = { form, text: words.covers.end, what: nameOf(cover.deputy) };
      return {
        name: colleagueIn(words, cover.deputy),
        value: `${words.covers.deputy}, ${daysOf(visit, cover)}`,
        change,
      };
    });
  const facts = [...ofAssistants, ...ofDeputies];
  return facts.length === 0 ? undefined : { body: <Facts facts={facts} />, after };
};

/** D-42: whom somebody of the staff has invited, or given a code on paper, to become a parent. */
const ofStaff = async (visit: MemberVisit): Promise<Child> => {
  const { app, call, words, formats } = visit;
  const { heading, until, withdraw } = words.children.invitations;
  const { invitations, hasMore } = needed(await app.listSentInvitations(call));
  const facts = invitations.map(({ child, email, expiresAt }) => {
    const path = `/practice/children/${child.id}`;
    const value = `${nameOf(child)}. ${until(formats.moment(expiresAt))}`;
    const [name, form] =
      email === undefined
        ? [words.patients.paper, ending(visit, withdrawPaper, `${path}/paper/withdraw`)]
        : [email, ending(visit, withdrawFromPatient, `${path}/withdraw`, { email })];
    return { name, value, change: { form, text: withdraw, what: name } };
  });
  if (facts.length === 0) return undefined;
  return [
    <Heading>{heading}</Heading>,
    <Facts facts={facts} />,
    hasMore ? <Text>{words.address.access.more}</Text> : null,
  ];
};

/** D-40: whom the account has invited to the staff. */
const ofManager = async (visit: MemberVisit): Promise<Child> => {
  const { call, words } = visit;
  const own = (await invited(visit)).filter(({ by }) => by?.id === call.actor.id);
  const facts = own.map(({ email, role }) => {
    const form = ending(visit, withdrawStaff, withdrawStaff.path, { email });
    const change = { form, text: words.children.invitations.withdraw, what: email };
    return { name: email, value: words.common.roles[role], change };
  });
  return facts.length === 0
    ? undefined
    : [<Heading>{words.manage.invitations.title}</Heading>, <Facts facts={facts} />];
};

/** The other parents of a child, and whoever is invited. Whoever did not add the child removes nobody. */
const ofChild = async (visit: MemberVisit, child: ChildEntry, childName: string): Promise<Child> => {
  const { app, call, words } = visit;
  const about = { ...call, childId: child.id };
  const [parents, invited] = [
    await firstPage(needed(await app.listParents(about))),
    needed(await app.listParentInvitations(about)),
  ];
  const mayRemove = parents.some(({ id, hasAdded }) => hasAdded && id === call.actor.id);
  const { parents: texts } = words.children;
  const named = await toldApart(parents);
  const ofParents = parents
    .filter(({ id }) => id !== call.actor.id)
    .map((parent) => {
      const form = ending(visit, removeParent, `${pathOf(child.id)}/parents/${parent.id}/remove`);
      const change = mayRemove ? { form, text: texts.remove, what: named(parent) } : undefined;
      return { name: named(parent), value: words.common.roles.Par, change };
    });
  const ofInvitations = invited.map((one) =>
    invitationFact(
      visit,
      one,
      ending(visit, withdrawInvitation, `${pathOf(child.id)}/parents/withdraw`, { email: one.email }),
    ),
  );
  const facts = [...ofParents, ...ofInvitations];
  return facts.length === 0
    ? null
    : [<Heading>{words.address.access.child(childName)}</Heading>, <Facts facts={facts} />];
};

const ofParent = async (visit: MemberVisit): Promise<Shown | undefined> => {
  const { app, call } = visit;
  const { entries, after } = await listed(visit, (paging) => app.listOwnChildren({ ...call, paging }));
  const named = await ownChildrenApart(visit, entries);
  const shown = await Promise.all(entries.map((child) => ofChild(visit, child, named(child))));
  return shown.some(Boolean) || after !== undefined ? { body: [...shown], after } : undefined;
};

const access = page(ACCESS, 'member', OWN, async (visit) => {
  const { app, call, words } = visit;
  const { title, text, nobody, noPasskeys } = words.address.access;
  const { role, isManager } = call.actor;
  const others = role === 'Doc' ? await ofDoctor(visit) : role === 'Par' ? await ofParent(visit) : undefined;
  const staff = isManager ? await ofManager(visit) : undefined;
  const sent = role === 'Par' ? undefined : await ofStaff(visit);
  const passkeys = needed(await app.listPasskeys(call));
  return {
    title,
    back: '/account',
    body: [
      <Text>{others || staff || sent ? text : nobody}</Text>,
      others?.body,
      sent,
      staff,
      <More after={others?.after} />,
      passkeys.length === 0 ? (
        <Text>{noPasskeys}</Text>
      ) : (
        <TextLink href="/account/passkeys">{words.passkeys.title}</TextLink>
      ),
    ],
  };
});

export const pages = [logins, endLogin, endTrust, access];
