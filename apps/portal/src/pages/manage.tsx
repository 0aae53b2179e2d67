import { type MemberVisit, page } from '../kit/form.ts';
import { Links, type LinkTo } from '../kit/show.tsx';
import { FirstDayOfManager } from './first-day.tsx';

const linksOf = ({ words: { figures, imports, manage, phrases } }: MemberVisit): readonly LinkTo[] => [
  ['/manage/staff', manage.staff.title],
  ['/manage/invitations', manage.invitations.title],
  ['/manage/import', imports.title],
  ['/manage/figures', figures.title],
  ['/manage/confirmations', manage.confirmations.title],
  ['/manage/practice', manage.practice.title],
  ['/manage/phrases', phrases.title.shared],
];

/** D-40. */
const manage = page('/manage', 'manager', (visit) => ({
  title: visit.words.manage.title,
  body: [<FirstDayOfManager visit={visit} />, <Links links={linksOf(visit)} />],
}));

export const pages = [manage];
