import { type ClientA, createClientA, unwrap } from '../../src/variant-a.ts';
import { type ClientB, type ClientOptions, createClientB } from '../../src/variant-b.ts';

const PASSWORD = 'vT9#mossy-lantern';

type Role = 'Doc' | 'Ast' | 'Par';

let people = 0;
export const person = (role: Role = 'Par') => {
  people += 1;
  return { firstName: 'Mia', lastName: 'Jansen', email: `someone.${people}@example.org`, password: PASSWORD, role };
};

type Somebody<Client> = { readonly client: Client; readonly email: string; readonly id: string };

/** Somebody who has just registered and logged in. */
const arrive = async <Client extends ClientA | ClientB>(client: Client, role?: Role): Promise<Somebody<Client>> => {
  const facts = person(role);
  const { email, password } = facts;
  unwrap<unknown>(await client.registerAccount(facts));
  unwrap(await client.logIn({ email, password }));
  return { client, email, id: unwrap(await client.describeAccount()).ID };
};

export const arriveInA = (url: string, role?: Role, options?: ClientOptions) =>
  arrive(createClientA(url, options), role);
export const arriveInB = (url: string, role?: Role, options?: ClientOptions) =>
  arrive(createClientB(url, options), role);

let numbers = 1000;
/** A child that its parent has not added yet. */
export const fullChild = () => {
  numbers += 1;
  return { firstName: 'Carla', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: `756.${numbers}.11` };
};
