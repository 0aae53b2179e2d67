import { type MemberVisit, page } from '../kit/form.ts';
import { Heading, List, listed, Text } from '../kit/show.tsx';
import { childrenApart } from './case-forms.tsx';
import { whose } from './covers.tsx';

/** D-43: the cases that nobody of the doctor's staff has opened, oldest first. */

const PATH = '/new-cases';

const newCases = async (visit: MemberVisit) => {
  const { app, call, formats, cases } = visit;
  const { entries, after } = await listed(visit, (paging) =>
    app.listCases({ ...call, paging, filter: { isNew: true }, detail: 'full' }),
  );
  const named = await childrenApart(visit, entries);
  const doctor = await whose(visit);
  const list = (
    <List
      caption={cases.newCases}
      head={[cases.about, cases.child, cases.arrived, ...doctor.head]}
      rows={entries.map(({ id, title, child, newSince, doctorId }) => [
        { href: `/cases/${id}`, text: title },
        child ? named(child) : '',
        newSince === undefined ? '' : formats.ago(newSince),
        ...doctor.of(doctorId),
      ])}
      none={<Text>{cases.noneNew}</Text>}
      path={PATH}
      after={after}
    />
  );
  return { entries, list };
};

/** Above the other cases, for those who work for a doctor. */
export const newCasesAbove = async (visit: MemberVisit) => {
  const { entries, list } = await newCases(visit);
  if (entries.length === 0) return null;
  const { cases } = visit.words;
  return [<Heading>{cases.newCases}</Heading>, list, <Heading>{cases.allCases}</Heading>];
};

const all = page(PATH, ['Doc', 'Ast'], async (visit) => {
  const { list } = await newCases(visit);
  return { title: visit.words.cases.newCases, back: '/cases', isWide: true, body: list };
});

export const pages = [all];
