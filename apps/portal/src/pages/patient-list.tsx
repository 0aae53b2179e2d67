import type { ChildOrder } from '@health-case/domain/model/child';
import { oneOf } from '@health-case/domain/result';
import { listPage } from '../kit/form.ts';
import { once } from '../kit/rendering.ts';
import { Links, List, listed, NONE, Text } from '../kit/show.tsx';
import { childrenApart } from './case-forms.tsx';
import { Filters, given, InAll, Ordering } from './find.tsx';
import { EnterLink } from './patients.tsx';

const CHILDREN = '/practice/children';

const ORDERS = {
  name: { by: 'name', backwards: false },
  nameBack: { by: 'name', backwards: true },
  birthDate: { by: 'birth date', backwards: false },
  birthDateBack: { by: 'birth date', backwards: true },
  lastCase: { by: 'last case', backwards: true },
  lastCaseBack: { by: 'last case', backwards: false },
} as const satisfies Record<string, ChildOrder>;
const ORDER_NAMES = Object.keys(ORDERS) as (keyof typeof ORDERS)[];

const children = listPage(CHILDREN, ['Doc', 'Ast'], async (visit) => {
  const { app, call, words, formats, staff, cases } = visit;
  const order = given(visit, 'order', oneOf(ORDER_NAMES)) ?? 'name';
  const { entries, after } = await listed(visit, (paging) =>
    app.listPatients({ ...call, order: ORDERS[order], paging }),
  );
  const named = await childrenApart(
    visit,
    entries.map((child) => ({ child })),
  );
  const inAll = await InAll({ visit, list: { list: 'children' }, entries, after });
  return {
    title: staff.children,
    body: [
      <EnterLink visit={visit} />,
      inAll,
      once(`order of children ${words.language} ${order}`, () => (
        <Filters visit={visit} path={CHILDREN}>
          <Ordering visit={visit} orders={ORDER_NAMES} texts={staff.orders} order={order} />
        </Filters>
      )),
      <List
        caption={staff.children}
        head={[cases.child, cases.birthDate, staff.lastCase]}
        rows={entries.map((child) => [
          { href: `/cases?child=${child.id}`, text: named(child) },
          child.birthDate ? formats.day(child.birthDate) : NONE,
          formats.shortDayAt(child.lastCaseAt),
        ])}
        none={<Text>{staff.noChildren}</Text>}
        after={after}
      />,
      call.actor.role === 'Doc' ? <Links links={[['/practice/list', words.imports.downloadOwn]]} /> : null,
    ],
  };
});

export const pages = [children];
