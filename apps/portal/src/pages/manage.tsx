import { type MemberVisit, page } from '../kit/form.ts';
import { Heading, Links, type LinkTo, Text } from '../kit/show.tsx';
import { FIGURES_PAGE } from './figures.tsx';
import { isFirstDay, Steps } from './first-day.tsx';
import { IMPORTS } from './imports.tsx';
import { STAFF } from './staff.tsx';
import { CONFIRMATIONS, INVITATIONS } from './staff-invitations.tsx';

/** Where managers begin (D-40). */
const MANAGE = '/manage';

/** What there is for managers. */
const linksOf = ({ words: { figures, imports, manage } }: MemberVisit): readonly LinkTo[] => [
  [STAFF, manage.staff.title],
  [INVITATIONS, manage.invitations.title],
  [IMPORTS, imports.title],
  [FIGURES_PAGE, figures.title],
  [CONFIRMATIONS, manage.confirmations.title],
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
        { text: texts.address, href: '/account/address', isDone: member.isProven },
        { text: words.firstDay.Doc.factor, href: '/account/factor', isDone: call.actor.secondFactor },
        { text: texts.practice, href: '/manage/practice', isDone: practice?.telephone !== undefined },
        { text: texts.staff, href: INVITATIONS },
      ]}
    />,
    <Text>{texts.next}</Text>,
  ];
};

const manage = page(MANAGE, 'manager', (visit) => ({
  title: visit.words.manage.title,
  body: [<First visit={visit} />, <Links links={linksOf(visit)} />],
}));

export const pages = [manage];
