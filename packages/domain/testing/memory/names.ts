import {
  compareCodePoints,
  fitsWords,
  foundByWord,
  indexWords,
  type NameSearch,
  wordsOfPatient,
} from '../../src/model/names.ts';
import type { PageRequest } from '../../src/model/pages.ts';
import { following } from './table.ts';

type Named = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Of a child. */
  readonly birthDate?: string | undefined;
};

const wordsOf = (one: Named): readonly string[] =>
  'birthDate' in one ? wordsOfPatient({ ...one, birthDate: one.birthDate }) : indexWords(one.firstName, one.lastName);

/** D-31: without a search, everybody is found. */
export const isFoundBy =
  (wanted: NameSearch | undefined) =>
  (one: Named): boolean =>
    wanted === undefined || fitsWords(wanted, wordsOf(one));

export const search = <Entry extends Named>(
  entries: readonly Entry[],
  wanted: NameSearch,
  request: PageRequest<string>,
): Entry[] => {
  const key = (one: Named) => foundByWord(wanted, wordsOf(one)) ?? '';
  const found = entries
    .filter(isFoundBy(wanted))
    .sort((one, other) => compareCodePoints(key(one), key(other)) || (one.id < other.id ? -1 : 1));
  return following(found, request);
};
