/** The value of a `class` attribute, or of another one that lists names. */
export const classesOf = (...classes: readonly (string | false | undefined)[]): string =>
  classes.filter(Boolean).join(' ');
