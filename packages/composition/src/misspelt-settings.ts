import { environment } from './settings.ts';

/** How many letters of a setting's name may be wrong. Short names have neighbours that are others' own: HOST, PATH. */
const editsIn = ({ length }: string): number => {
  if (length < 8) return 0;
  return length < 12 ? 1 : 2;
};

/** Whether so many letters added, left out, exchanged or swapped with the next make one text of the other. */
const isWithin = (edits: number, one: string, other: string): boolean => {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (a === '' || b === '') return a.length + b.length <= edits;
  if (edits === 0) return false;
  const swapped = a[0] === b[1] && a[1] === b[0] && isWithin(edits - 1, a.slice(2), b.slice(2));
  return (
    swapped ||
    [
      [1, 0],
      [0, 1],
      [1, 1],
    ].some(([i, j]) => isWithin(edits - 1, a.slice(i), b.slice(j)))
  );
};

/** The variables that are no settings, but whose names are nearly those of settings that are not given. */
export const misspeltSettings = (
  variables: Readonly<Record<string, string | undefined>>,
): readonly { readonly given: string; readonly meant: string }[] => {
  const missing = Object.keys(environment.shape).filter((name) => variables[name] === undefined);
  return Object.keys(variables)
    .filter((given) => !(given in environment.shape))
    .flatMap((given) =>
      missing.filter((meant) => isWithin(editsIn(meant), given, meant)).map((meant) => ({ given, meant })),
    );
};
