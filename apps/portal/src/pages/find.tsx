import type { ChildNames } from '@health-case/domain/model/child';
import { parsePatientSearch } from '@health-case/domain/model/names';
import type { PageLimit } from '@health-case/domain/model/pages';
import { ok } from '@health-case/domain/result';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { text } from '../kit/fields.ts';
import { type AnyForm, form } from '../kit/form.ts';
import { searchAt, searchedAt } from '../kit/search.ts';
import { List, NONE, PAGE_SIZE, Text } from '../kit/show.tsx';
import { firstPage, type MemberVisit, needed, type Visit } from '../kit/visit.ts';
import { childrenApart } from './case-forms.tsx';
import { EnterLink } from './patients.tsx';

/** D-46: a child is found from the header of every page, by those who work for its doctor. */

const PATH = '/find';

type Listing = { readonly none: string; readonly path?: string; readonly after?: string | undefined };

export const childList = async (visit: Visit, found: readonly ChildNames[], { none, ...way }: Listing) => {
  const { words, formats } = visit;
  const named = await childrenApart(
    visit,
    found.map((child) => ({ child })),
  );
  return (
    <List
      caption={words.staff.children}
      head={[words.cases.child, words.cases.birthDate]}
      rows={found.map((child) => [
        { href: `/cases?child=${child.id}`, text: named(child) },
        child.birthDate ? formats.day(child.birthDate) : NONE,
      ])}
      none={<Text>{none}</Text>}
      {...way}
    />
  );
};

/** At most one more than a page shows. */
const childrenFound = async ({ app, call }: MemberVisit, typed: string): Promise<readonly ChildNames[]> => {
  const search = parsePatientSearch(typed);
  const paging = { limit: (PAGE_SIZE + 1) as PageLimit };
  return search.ok ? firstPage(needed(await app.findChildren({ ...call, search: search.value, paging }))) : [];
};

const find = form('does the same', {
  path: PATH,
  staysOpen: true,
  who: ['Doc', 'Ast'],
  fields: { patient: text(parsePatientSearch, { width: 20 }) },
  start: async (visit) => ({ patient: searchedAt(PATH, visit) ?? '' }),
  steps: [
    {
      asks: ['patient'],
      view: async (visit) => {
        const { staff, common } = visit.words;
        const searched = searchedAt(PATH, visit);
        const found = searched === undefined ? undefined : await childrenFound(visit, searched);
        const list = found && (await childList(visit, found.slice(0, PAGE_SIZE), { none: staff.noChildFound }));
        return {
          title: staff.findChild,
          body: (
            <>
              <FormOf {...(found && { id: null })}>
                <Field name="patient" />
                <Submit kind="secondary">{common.search}</Submit>
              </FormOf>
              {list}
              <EnterLink visit={visit} />
              {found && found.length > PAGE_SIZE ? <Text>{staff.moreFound}</Text> : null}
            </>
          ),
        };
      },
    },
  ],
  submit: async (_, __, { patient = '' }) => ok(patient),
  // The only one is shown at once.
  leadsTo: async (visit, { value }) => {
    const [first, ...others] = await childrenFound(visit, value);
    return first && others.length === 0 ? `/cases?child=${first.id}` : searchAt(PATH, visit, value);
  },
});

export const findForms: readonly AnyForm[] = [find];
