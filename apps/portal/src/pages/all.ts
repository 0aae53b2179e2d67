import type { AnyForm, AnyPage } from '../kit/form.ts';
import * as served from './served.ts';

type Served = AnyPage | AnyForm;

/** What is given comes before what is open: /children/new is no child. */
const orderOf = ({ path }: Served): string => path.replaceAll(':', '\uffff');
const ALL = Object.values(served)
  .flatMap(({ pages }): readonly Served[] => pages)
  .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));

const isForm = (one: Served): one is AnyForm => 'steps' in one;
export const FORMS: readonly AnyForm[] = ALL.filter(isForm);
export const PAGES: readonly AnyPage[] = ALL.filter((one): one is AnyPage => !isForm(one));
