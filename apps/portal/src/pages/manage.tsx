import { type AnyPage, page } from '../kit/form.ts';
import { Links, type LinkTo } from '../kit/show.tsx';
import type { MemberVisit } from '../kit/visit.ts';
import { CONFIRMATIONS } from './confirmations.tsx';
import { IMPORTS } from './imports.tsx';

/** Where managers begin (D-40). */
const MANAGE = '/manage';

/** What there is for managers. */
const linksOf = ({ words: { imports, manage } }: MemberVisit): readonly LinkTo[] => [
  [CONFIRMATIONS, manage.confirmations.title],
  [IMPORTS, imports.title],
];

const manage = page(MANAGE, 'manager', (visit) => ({
  title: visit.words.manage.title,
  body: <Links links={linksOf(visit)} />,
}));

export const managePages: readonly AnyPage[] = [manage];
