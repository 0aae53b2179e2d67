import { type AccountId, parseId } from '@health-case/domain/model/values';
import type { Parsed } from '@health-case/domain/result';
import type { PropsWithChildren } from 'hono/jsx';
import { Button } from '../components/button.tsx';
import { Select } from '../components/fields.tsx';
import { toldApart } from '../kit/told-apart.ts';
import { type MemberVisit, needed, type Visit } from '../kit/visit.ts';

/** What a list is asked for by its address. All of it are a few known words, and ids. */
export const given = <Value,>(
  { c }: Visit,
  name: string,
  parse: (text: string) => Parsed<Value>,
): Value | undefined => {
  const parsed = parse(c.req.query(name) ?? '');
  return parsed.ok ? parsed.value : undefined;
};

type Filters = { readonly visit: Visit; readonly path: string; readonly keeps?: readonly string[] };

/** Asks for a list again, by what is chosen. `keeps`: names of what it is asked for otherwise. */
export const Filters = ({ visit: { c, words }, path, keeps = [], children }: PropsWithChildren<Filters>) => (
  <form method="get" action={path} class="portal-filters">
    {keeps.map((name) => (c.req.query(name) ? <input type="hidden" name={name} value={c.req.query(name)} /> : null))}
    {children}
    <Button classes="govuk-button--secondary">{words.cases.apply}</Button>
  </form>
);

type Ordering<Order extends string> = {
  readonly visit: Visit;
  readonly orders: readonly Order[];
  readonly texts: Readonly<Record<Order, string>>;
  readonly order: Order;
};
export const Ordering = <Order extends string>({ visit, orders, texts, order }: Ordering<Order>) => (
  <Select
    name="order"
    label={visit.words.cases.order}
    options={orders.map((value) => ({ value, text: texts[value] }))}
    value={order}
  />
);

/** By whose cases an assistant of several doctors, or a deputy (D-41), can filter a list. */

export const doctorIn = (visit: Visit): AccountId | undefined => given(visit, 'doctor', parseId<AccountId>);

export const doctorFilter = async (visit: MemberVisit) => {
  const { app, call, words } = visit;
  const doctors = call.actor.role === 'Ast' || call.actor.coversOn ? needed(await app.listOwnDoctors(call)) : [];
  if (doctors.length < 2) return null;
  const named = await toldApart(doctors);
  const options = doctors.map((doctor) => ({ value: doctor.id, text: named(doctor) }));
  return (
    <Select
      name="doctor"
      label={words.cases.doctor}
      options={[{ value: '', text: words.cases.all }, ...options]}
      value={doctorIn(visit) ?? ''}
    />
  );
};
