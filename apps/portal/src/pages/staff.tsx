import { isConfirmed } from '@health-case/domain/model/account';
import { parseNewEmail } from '@health-case/domain/model/email';
import { parseNameSearch } from '@health-case/domain/model/names';
import { ADDRESS_WAITS } from '@health-case/domain/model/staff';
import { type AccountId, later } from '@health-case/domain/model/values';
import { ok, type Refusal, type RefusalCode, type Result } from '@health-case/domain/result';
import { Field } from '../components/fields.tsx';
import { FormOf, nameOf, Submit, toldApart } from '../kit/elements.tsx';
import { searchAt, searchedAt } from '../kit/encrypted.ts';
import { emailAddress, nameSearch, optional } from '../kit/fields.ts';
import { type AnyForm, form, idIn, type MemberVisit, needed, page, type Visit } from '../kit/form.ts';
import {
  Facts,
  Heading,
  InsetText,
  Links,
  type LinkTo,
  List,
  NONE,
  PAGE_SIZE,
  pagingOf,
  Table,
  Text,
} from '../kit/show.tsx';
import { listBefore } from '../kit/urls.ts';
import type { Words } from '../words/words.ts';
import { colleagueIn } from './own-child.tsx';

/** D-40: doctors and assistants, as managers see them. */
const STAFF = '/manage/staff';
const ONE = `${STAFF}/:staff`;

const staffIn = (visit: Visit): AccountId => idIn<AccountId>(visit, 'ACCOUNT_NOT_FOUND', 'staff');
const here = (visit: Visit): string => `${STAFF}/${staffIn(visit)}`;
const shownStaff = async (visit: MemberVisit) =>
  needed(await visit.app.showStaff({ ...visit.call, id: staffIn(visit) }));
type Shown = Awaited<ReturnType<typeof shownStaff>>;
type Entry = Pick<Shown, 'account' | 'disabledAt' | 'work' | 'isUnreached'>;

const stateOf = ({ manage }: Words, { account, disabledAt, isUnreached }: Entry): string => {
  const { states } = manage.staff;
  const found = [
    disabledAt === undefined ? [] : states.disabled,
    isConfirmed(account) ? [] : states.unconfirmed,
    account.confirmed === 'before' ? states.before : [],
    account.isManager ? states.manager : [],
    isUnreached ? manage.unreached : [],
  ];
  return found.flat().join(', ');
};

const waitingOf = ({ words, formats }: Visit, { waiting, waitingSince }: Entry['work']): string =>
  waitingSince === undefined ? '0' : words.manage.staff.waitingSince(String(waiting), formats.dayAt(waitingSince));

const rowOf = (visit: Visit, entry: Entry, name: string) => {
  const { words, formats } = visit;
  const { account, work } = entry;
  const { staff } = words.manage;
  return [
    { href: `${STAFF}/${account.id}`, text: name },
    words.common.roles[account.role],
    account.email,
    account.secondFactor ? staff.factorOn : NONE,
    work.lastLoginAt ? formats.dayAt(work.lastLoginAt) : NONE,
    ...(account.role === 'Doc' ? [String(work.ongoingCases), waitingOf(visit, work)] : [NONE, NONE]),
    stateOf(words, entry) || NONE,
  ];
};

const list = form(STAFF, 'manager', 'does the same', {
  isList: true,
  staysOpen: true,
  fields: { name: optional(nameSearch) },
  start: async (visit) => ({ name: searchedAt(STAFF, visit) ?? '' }),
  view: async (visit) => {
    const { app, call, words, common, fields, manage } = visit;
    const { staff } = manage;
    const typed = searchedAt(STAFF, visit);
    const name = typed === undefined ? undefined : parseNameSearch(typed);
    const paging = pagingOf<AccountId>(visit);
    const wanted = { ...call, paging, name: name?.ok ? name.value : undefined };
    const { count, entries } = needed(await app.listStaff(wanted));
    const named = await toldApart(entries.map(({ account }) => account));
    return {
      title: staff.title,
      back: '/manage',
      isWide: true,
      body: [
        <Text>{staff.count(String(count))}</Text>,
        <FormOf>
          <Field name="name" />
          <Submit kind="secondary">{common.search}</Submit>
        </FormOf>,
        <List
          caption={staff.title}
          head={[
            ...[fields.name.label, common.role, fields.email.label, staff.factor, staff.lastLogin],
            ...[staff.ongoing, staff.waiting, common.state],
          ]}
          rows={entries.map((entry) => rowOf(visit, entry, named(entry.account)))}
          none={<Text>{words.staff.nobodyFound}</Text>}
          after={entries.length === PAGE_SIZE ? entries.at(-1)?.id : undefined}
        />,
      ],
    };
  },
  submit: async (_, { name }) => ok(name),
  leadsTo: (visit, { carried: { name = '' } }) => (name.trim() === '' ? STAFF : searchAt(STAFF, visit, name)),
});

/** What a manager may do with somebody, each by a page of its own. */
const actsOf = ({ words, call }: MemberVisit, shown: Shown): readonly LinkTo[] => {
  const { account, disabledAt, help, hasPasskeys, isLastManager } = shown;
  const path = `${STAFF}/${account.id}`;
  const { staff, confirmations } = words.manage;
  const [isOwn, isOpen] = [account.id === call.actor.id, disabledAt === undefined];
  const acts: readonly (readonly [may: boolean, path: string, text: string])[] = [
    [isOpen && !isConfirmed(account), `/manage/confirmations/${account.id}`, confirmations.confirm],
    [isOpen && !isOwn && help?.email === undefined, `${path}/address`, staff.address.title],
    [help?.email !== undefined, `${path}/address/keep`, staff.keep.title],
    [isOpen && !isOwn && (account.secondFactor || hasPasskeys), `${path}/factor`, staff.resetFactor.title],
    [isOpen && isConfirmed(account) && !account.isManager, `${path}/manager`, staff.make.title],
    [account.isManager && !isLastManager, `${path}/manager/end`, staff.unmake.title],
    [account.role === 'Doc', `${path}/assistants/new`, words.staff.add],
    [account.role === 'Doc', `${path}/cover`, words.covers.title],
    [isOpen && !isLastManager, `${path}/disable`, staff.disable.title],
    [!isOpen, `${path}/enable`, staff.enable.title],
    [account.role === 'Doc', `${path}/cases`, words.covers.leave],
  ];
  return acts.flatMap(([may, href, text]): readonly LinkTo[] => (may ? [[href, text]] : []));
};

const Team = async ({ visit, shown: { account, team } }: { readonly visit: MemberVisit; readonly shown: Shown }) => {
  const { words } = visit;
  if (team.length === 0) return null;
  const named = await toldApart(team);
  const isDoctor = account.role === 'Doc';
  return (
    <Table
      caption={isDoctor ? words.staff.assistants : words.manage.staff.doctors}
      head={[words.fields.name.label, words.staff.remove]}
      rows={team.map((one) => {
        const [doctor, assistant] = isDoctor ? [account.id, one.id] : [one.id, account.id];
        const href = `${STAFF}/${doctor}/assistants/${assistant}/remove`;
        return [colleagueIn(words, one, named(one)), { href, text: words.staff.remove, what: named(one) }];
      })}
    />
  );
};

const show = page(ONE, 'manager', async (visit) => {
  const { words, formats, common, fields, manage } = visit;
  const { staff } = manage;
  const shown = await shownStaff(visit);
  const { account, work, help } = shown;
  const isDoctor = account.role === 'Doc';
  const before = listBefore(visit, STAFF);
  const facts = [
    { name: common.role, value: common.roles[account.role] },
    { name: fields.email.label, value: account.email },
    { name: staff.factor, value: account.secondFactor ? staff.factorOn : NONE },
    { name: staff.lastLogin, value: work.lastLoginAt ? formats.dayAt(work.lastLoginAt) : NONE },
    { name: staff.ongoing, value: isDoctor && String(work.ongoingCases) },
    { name: staff.waiting, value: isDoctor && waitingOf(visit, work) },
    { name: common.state, value: stateOf(words, shown) || NONE },
  ];
  const comes = help?.email && staff.addressComes(help.email, formats.moment(later(help.at, ADDRESS_WAITS)));
  return {
    title: staff.one,
    back: before.startsWith(STAFF) ? before : STAFF,
    heading: nameOf(account),
    body: [
      comes ? <InsetText>{comes}</InsetText> : null,
      <Facts facts={facts} />,
      await Team({ visit, shown }),
      <Heading>{staff.acts}</Heading>,
      <Links links={actsOf(visit, shown)} />,
    ],
  };
});

type Texts = { readonly title: string; readonly text: string };
type Acting = (visit: MemberVisit) => Promise<Result<unknown, Refusal<RefusalCode>>>;
/** `next`: the page below that of the account to which it leads. */
type More = { readonly kind?: 'warning'; readonly next?: (done: unknown) => string };

const NOT_NOW = {
  ACCOUNT_DISABLED: ({ manage }: Words) => manage.staff.cannot,
} as const;

const whom = (textIn: (words: Words) => string) => async (visit: MemberVisit) => [
  <p class="govuk-body-l">{nameOf((await shownStaff(visit)).account)}</p>,
  <Text>{textIn(visit.words)}</Text>,
];

/** One question: whom it is about, and what it means. */
const act = (path: string, texts: (words: Words) => Texts, submit: Acting, { next, ...look }: More = {}): AnyForm =>
  form(`${ONE}${path}`, 'manager', 'does the same', {
    title: (words) => texts(words).title,
    back: here,
    about: whom((words) => texts(words).text),
    send: (words) => texts(words).title,
    ...look,
    submit,
    says: NOT_NOW,
    leadsTo: (visit, { value }) => `${here(visit)}${next?.(value) ?? ''}?done=saved`,
  });

const of = (visit: MemberVisit) => ({ ...visit.call, id: staffIn(visit) });
const assistantIn = (visit: Visit) => idIn<AccountId>(visit, 'ASSISTANT_NOT_FOUND', 'assistant');

const unlink = ({ manage, staff }: Words) => ({ title: staff.remove, text: manage.staff.unlinkText });
// D-41: who takes the cases.
const next = (role: unknown) => (role === 'Doc' ? '/cases' : '');

/** Of those that need nothing else: the address below that of the account, the texts, the call. */
const PLAIN = [
  ['/address/keep', 'keep', 'keepAddress'],
  ['/factor', 'resetFactor', 'resetStaffFactor'],
  ['/manager', 'make', 'makeManager'],
  ['/manager/end', 'unmake', 'endManager'],
  ['/enable', 'enable', 'enableStaff'],
] as const;

const acts: readonly AnyForm[] = [
  ...PLAIN.map(([path, texts, call]) =>
    act(
      path,
      ({ manage }) => manage.staff[texts],
      (visit) => visit.app[call](of(visit)),
    ),
  ),
  act(
    '/disable',
    ({ manage }) => manage.staff.disable,
    (visit) => visit.app.disableStaff(of(visit)),
    { kind: 'warning', next },
  ),
  act('/assistants/:assistant/remove', unlink, (v) => v.app.unlinkStaff({ ...of(v), assistantId: assistantIn(v) }), {
    kind: 'warning',
  }),
];

const address: AnyForm = form(`${ONE}/address`, 'manager', {
  fields: { email: emailAddress('off', parseNewEmail) },
  title: ({ manage }) => manage.staff.address.title,
  back: here,
  about: whom(({ manage }) => manage.staff.address.text),
  submit: (visit, { email }) => visit.app.giveAddress({ ...of(visit), email }),
  beside: { EMAIL_TAKEN: 'email' },
  says: { ...NOT_NOW, EMAIL_TAKEN: ({ manage }) => manage.taken },
  leadsTo: (visit) => `${here(visit)}?done=saved`,
});

const assistant = form(`${ONE}/assistants/new`, 'manager', 'does the same', {
  fields: { email: emailAddress() },
  title: ({ staff }) => staff.add,
  back: here,
  about: whom(({ staff }) => staff.addText),
  submit: (visit, { email }) => visit.app.linkStaff({ ...of(visit), email }),
  beside: { ASSISTANT_NOT_FOUND: 'email' },
  leadsTo: (visit) => `${here(visit)}?done=saved`,
});

export const pages = [list, show, ...acts, address, assistant];
