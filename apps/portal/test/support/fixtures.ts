import { readFileSync } from 'node:fs';

export type Fixture<Options> = { readonly name: string; readonly options: Options; readonly html: string };

/** What an option is called by, such as `items[].hint.text`. */
const pathsOf = (value: unknown, path = ''): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  if (path !== '' && Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, of]) => pathsOf(of, path === '' ? name : `${path}.${name}`));
};

/** The examples that the design system publishes of a component, as far as they have these options alone. */
export const fixturesOf = <Options>(component: string, takes: readonly string[]): readonly Fixture<Options>[] => {
  const place = import.meta.resolve('govuk-frontend/dist/govuk/govuk-frontend.min.css');
  const { fixtures }: { readonly fixtures: readonly Fixture<Options>[] } = JSON.parse(
    readFileSync(new URL(`components/${component}/fixtures.json`, place), 'utf8'),
  );
  return fixtures.filter(({ options }) => pathsOf(options).every((path) => takes.includes(path)));
};
