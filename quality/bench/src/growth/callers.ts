import {
  doctorOfCase,
  doctorsWithChildren,
  parentOfChild,
  type Size,
  sessionOfDoctor,
  sessionOfParent,
  spread,
  tokenOf,
} from '../data/sizes.ts';
import { bearer } from '../http.ts';

/** Whoever is asked about or asks lies as far apart in the tables as so many can. */
export const MOST = 1000;
export const doctors = (size: Size): readonly number[] => spread(doctorsWithChildren(size), MOST);
export const parents = (size: Size): readonly number[] => spread(size.parents, MOST);
export const cases = (size: Size): readonly number[] => spread(size.children, MOST);
export const middleDoctors = ({ rows }: Size): readonly number[] => spread(rows / 2, MOST / 2).map((n) => rows / 4 + n);

export const ofDoctor = (doctor: number): Record<string, string> => bearer(tokenOf(sessionOfDoctor(doctor)));
export const ofParent = (size: Size, parent: number): Record<string, string> =>
  bearer(tokenOf(sessionOfParent(size, parent)));
export const fields = (given: Readonly<Record<string, string>>): string => JSON.stringify(given);

export const doctorsSessions = (size: Size): readonly number[] => doctors(size).map(sessionOfDoctor);
export const parentsSessions = (size: Size): readonly number[] => parents(size).map((n) => sessionOfParent(size, n));
export const sessionsOfCases = (size: Size): readonly number[] =>
  cases(size).flatMap((n) => [sessionOfDoctor(doctorOfCase(size, n)), sessionOfParent(size, parentOfChild(size, n))]);
