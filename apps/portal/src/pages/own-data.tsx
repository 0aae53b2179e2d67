import type { PersonInRole } from '@health-case/domain/model/account';
import { DAILY, isNotice, MAIL_KINDS, type MailKind } from '@health-case/domain/model/mail';
import { type Topic, topicOf } from '@health-case/domain/model/notice';
import { asJson, type PartEntry } from '@health-case/domain/model/own-data';
import type { Pages } from '@health-case/domain/model/pages';
import type { Day, Instant } from '@health-case/domain/model/values';
import type { Child } from 'hono/jsx';
import { dropDraftsIn, dropSession } from '../kit/cookies.ts';
import { nameOf } from '../kit/elements.tsx';
import { ownPassword, ownSecondFactor } from '../kit/fields.ts';
import { form, type MemberVisit, needed, OWN, page, type Visit } from '../kit/form.ts';
import { rendering } from '../kit/rendering.ts';
import { ButtonLink, Facts, Heading, InsetText, Link, PrintButton, Text, TextLink } from '../kit/show.tsx';
import { isFieldName } from '../words/fields.ts';
import { LANGUAGE_NAMES, type Words } from '../words/words.ts';
import { nameOfTopic } from './account.tsx';

/** D-50: one's own data, and the end of the account. Both take the password and the second factor again. */
const [ACCOUNT, DATA] = ['/account', '/account/data'];
const [ALL, FILE] = [`${DATA}/all`, `${DATA}/file`];

const proof = { password: ownPassword, otp: ownSecondFactor };
/** An account may do both before it has what others must have first. */
const spared = { secondFactor: true, ...OWN };
const beside = { PASSWORD_WRONG: 'password', CODE_INVALID: 'otp' } as const;

const Lost = ({ visit }: { readonly visit: MemberVisit }) => {
  const { parents, staff } = visit.words.ownData.lost;
  return visit.call.actor.secondFactor ? <Text>{visit.call.actor.role === 'Par' ? parents : staff}</Text> : null;
};

const ask = form(DATA, 'member', 'does the same', {
  spared,
  fields: proof,
  title: ({ ownData }) => ownData.title,
  back: ACCOUNT,
  about: (visit) => {
    const { ownData } = visit.words;
    return [
      <Text>{ownData.about}</Text>,
      visit.call.actor.role === 'Par' ? null : <Text>{ownData.staff}</Text>,
      <Text>{ownData.stays}</Text>,
      <Lost visit={visit} />,
    ];
  },
  send: ({ ownData }) => ownData.show,
  submit: ({ app, call }, values) => app.proveForOwnData({ ...call, ...values }),
  beside,
  leadsTo: () => ALL,
});

/** What is of no use on paper: what a program joins entries by. */
const IDS = ['id', 'people', 'childId', 'caseId', 'taskId', 'certificationId', 'place', 'on', 'child', 'children'];

type Shown = { readonly words: Words; readonly visit: Visit; readonly people: ReadonlyMap<string, string> };
type Named = Pick<PersonInRole, 'id' | 'firstName' | 'lastName'>;

const nameIn = ({ ownData: { names }, fields }: Words, key: string): string => {
  if (Object.hasOwn(names, key)) return names[key as keyof typeof names];
  return isFieldName(key) ? fields[key].label : key;
};

const isMailKind = (kind: string): kind is MailKind => MAIL_KINDS.some((one) => one === kind);

/** What a mail was about. */
const aboutOf = (kind: string, { account, fields, ownData }: Words): string | undefined => {
  if (!isMailKind(kind)) return undefined;
  if (kind === DAILY) return account.noticeTimes.daily;
  const name = isNotice(kind) ? nameOfTopic(topicOf(kind)) : '';
  return isFieldName(name) ? fields[name].label : ownData.aboutAccount;
};

/** What words stand for that programs call so. */
const meaningOf = (words: Words, key: string, text: string): string | undefined => {
  const { access, account, cases, common, decisions, ownData, phrases, refusals } = words;
  const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...ownData.meanings,
    role: common.roles,
    language: LANGUAGE_NAMES,
    time: account.noticeTimes,
    action: access.actions,
    status: { ...cases.statuses, ...cases.taskStatuses, ...decisions.statuses },
    certification: decisions.statuses,
    disclosed: decisions.certificate.options,
    kind: phrases.choose,
    outcome: refusals,
  };
  const field = key === 'topic' ? nameOfTopic(text as Topic) : text;
  if (key === 'topic' || key === 'fields') return isFieldName(field) ? words.fields[field].label : undefined;
  return meanings[key]?.[text] ?? (key === 'kind' ? aboutOf(text, words) : undefined);
};
const [PERSONS, DAYS] = [
  ['byWhom', 'whom'],
  ['birthDate', 'dueOn', 'validUntil', 'firstDay', 'lastDay'],
];

const shownValue = (key: string, value: unknown, shown: Shown): Child => {
  const { words, visit, people } = shown;
  if (typeof value === 'number') return visit.formats.moment(value as Instant);
  if (typeof value === 'boolean') return value ? words.ownData.yes : words.ownData.no;
  if (Array.isArray(value))
    return value.length === 0 ? words.ownData.none : <Entries name={key} of={value} shown={shown} />;
  if (PERSONS.includes(key)) return nameOf(value as Named);
  if (typeof value === 'object' && value !== null) return <Lines of={value} shown={shown} />;
  const text = String(value);
  if (DAYS.includes(key)) return visit.formats.day(text as Day);
  const meaning = meaningOf(words, key, text) ?? people.get(text);
  return <span class="portal-lines">{meaning ?? text}</span>;
};

const factsOf = (of: object, shown: Shown) =>
  Object.entries(of)
    .filter(([key, value]) => !IDS.includes(key) && value !== undefined && value !== null)
    .map(([key, value]) => ({ name: nameIn(shown.words, key), value: shownValue(key, value, shown) }));

type Lined = { readonly of: object; readonly shown: Shown };

const Lines = ({ of, shown }: Lined) => [
  factsOf(of, shown).map(({ name, value }) => (
    <div>
      <b>{shown.words.common.labelled(name, '').trimEnd()}</b> {value}
    </div>
  )),
];

type Listed = { readonly name: string; readonly of: readonly unknown[]; readonly shown: Shown };

const Entries = ({ name, of, shown }: Listed) => (
  <ul class="govuk-list govuk-list--spaced">
    {of.map((one) => (
      <li>
        {typeof one === 'object' && one !== null ? <Lines of={one} shown={shown} /> : shownValue(name, one, shown)}
      </li>
    ))}
  </ul>
);

/** What is about no child has words for programs alone: it stands in the file. */
const isTold = ({ part, entry }: PartEntry, { access }: Words): boolean =>
  part !== 'record' || ('action' in entry && Object.hasOwn(access.actions, String(entry.action)));

/** As it is read: a parent may have many children with many cases. */
async function* htmlOf(pages: Pages<PartEntry>, visit: MemberVisit): AsyncGenerator<string, void> {
  const { words } = visit;
  let last: string | undefined;
  for await (const entries of pages) {
    for (const { part, entry } of entries.filter((one) => isTold(one, words))) {
      const named = 'people' in entry ? (entry.people as readonly Named[]) : [];
      const people = new Map(named.map((one): readonly [string, string] => [one.id, nameOf(one)]));
      const isNew = last !== part || part === 'child' || part === 'case';
      last = part;
      yield rendering({ visit }, () => (
        <>
          {isNew ? <Heading>{words.ownData.parts[part]}</Heading> : null}
          <Facts facts={factsOf(entry, { words, visit, people })} />
        </>
      ));
    }
  }
}

/** Leads to where the password is asked for, until it was. */
const all = page(ALL, 'member', spared, async (visit) => {
  const { app, call, words } = visit;
  if (!needed(await app.checkOwner(call))) return DATA;
  return {
    title: words.ownData.title,
    back: ACCOUNT,
    body: [
      <Text>{words.ownData.inFile}</Text>,
      <ButtonLink href={FILE}>{words.ownData.file}</ButtonLink>,
      <PrintButton />,
    ],
    rest: htmlOf(needed(await app.showOwnData(call)), visit),
  };
});

const file = page(FILE, 'member', spared, async ({ app, call, words }) => {
  if (!needed(await app.checkOwner(call))) return DATA;
  const content = asJson(needed(await app.showOwnData(call)));
  return { file: `${words.ownData.fileName}.json`, type: 'application/json', content };
});

const close = form(`${ACCOUNT}/close`, 'member', 'is refused', {
  spared: { callLimit: true, ...spared },
  fields: proof,
  title: ({ ownData }) => ownData.close.title,
  back: ACCOUNT,
  about: async (visit) => {
    const { app, call, words } = visit;
    const { close: texts } = words.ownData;
    const { hasCases, isLastManager, children } = needed(await app.previewClosing(call));
    const isParent = call.actor.role === 'Par';
    const facts = children.map(({ child, leftTo }) => ({ name: nameOf(child), value: texts.leftTo[leftTo] }));
    return [
      hasCases ? (
        <InsetText>
          {texts.cases} <Link href="/practice/leaving">{texts.toCases}</Link>
        </InsetText>
      ) : null,
      isLastManager ? <InsetText>{words.refusals.LAST_MANAGER}</InsetText> : null,
      <Text>{texts.erased}</Text>,
      isParent ? null : <Text>{texts.names}</Text>,
      facts.length > 0 && [
        <Text>{texts.children}</Text>,
        <Facts facts={facts} />,
        <Text>{texts.certificates}</Text>,
        <Text>{texts.invitations}</Text>,
      ],
      <TextLink href={DATA}>{texts.download}</TextLink>,
      <Lost visit={visit} />,
    ];
  },
  send: ({ ownData }) => ownData.close.send,
  kind: 'warning',
  submit: ({ app, call }, values) => app.closeAccount({ ...call, ...values }),
  beside,
  says: { CASES_LEFT: ({ ownData }) => ownData.close.cases },
  leadsTo: ({ c }) => {
    dropSession(c);
    dropDraftsIn(c);
    return '/sign-in?done=accountClosed';
  },
});

export const pages = [ask, all, file, close];
