import { type MemberVisit, page } from '../kit/form.ts';
import { Heading, Links, type LinkTo, Text } from '../kit/show.tsx';
import { isFirstDay, Steps } from './first-day.tsx';

/** What there is for managers. */
const linksOf = ({ words: { figures, imports, manage } }: MemberVisit): readonly LinkTo[] => [
  ['/manage/staff', manage.staff.title],
  ['/manage/invitations', manage.invitations.title],
  ['/manage/import', imports.title],
  ['/manage/figures', figures.title],
  ['/manage/confirmations', manage.confirmations.title],
  ['/manage/practice', manage.practice.title],
];

/** What to do first where nobody has managed a practice yet. */
const First = ({ visit }: { readonly visit: MemberVisit }) => {
  const { call, member, practice, words } = visit;
  const texts = words.manage.first;
  if (!isFirstDay(call.actor)) return null;
  return [
    <Heading>{words.firstDay.title}</Heading>,
    <Steps
      steps={[
        { text: words.address.mine.title, href: '/account/address', isDone: member.isProven },
        { text: words.firstDay.factor, href: '/account/factor', isDone: call.actor.secondFactor },
        { text: texts.practice, href: '/manage/practice', isDone: practice?.telephone !== undefined },
        { text: texts.staff, href: '/manage/invitations' },
      ]}
    />,
    <Text>{texts.next}</Text>,
  ];
};

/** Where managers begin (D-40). */
const manage = page('/manage', 'manager', (visit) => ({
  title: visit.words.manage.title,
  body: [<First visit={visit} />, <Links links={linksOf(visit)} />],
}));

export const pages = [manage];
