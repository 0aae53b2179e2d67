import { type CallName, ID, normalEmail } from './calls.ts';
import type { Account, Answer, Person, Rule, Scene } from './world.ts';
import { accountAt, afterFactor, childrenOf, doctorsIn, page, SESSION, trimmed, withAccount } from './world.ts';

/** A password of those that most people use, and a day after which every birth date lies in the future. */
export const COMMON_PASSWORD = 'iloveyou';
const FAR_AHEAD = '2998-12-31';

const entry = ({ firstName, lastName, id }: Person) => ({ firstName, lastName, id });
const people = (things: readonly Person[], args: Scene['args']): Answer => ({ content: page(things, args).map(entry) });

/** What the calls about accounts, children and practices answer and change, once the caller may make them. */
export const PEOPLE_RULES = {
  alive: () => ({ content: null }),
  checkReadiness: () => ({ content: null }),
  registerAccount: ({ world, call, args: { email = '', role = '', password = '', ...args } }) => {
    if (password === COMMON_PASSWORD) return 'PASSWORD_COMMON';
    if (accountAt(world, email)) return 'EMAIL_TAKEN';
    const [firstName, lastName] = [trimmed(args['firstName']), trimmed(args['lastName'])];
    const wishes = { language: 'en', notices: 'all' };
    const fresh = { firstName, lastName, email: normalEmail(email), password, ...wishes, sessions: [], ended: [] };
    return {
      content: call.variant === 'B' ? null : { role, ID },
      next: ({ ID: id = '' }) => ({
        ...world,
        accounts: [...world.accounts, { ...fresh, id, role: role as Account['role'], failures: 0, misses: 0 }],
      }),
    };
  },
  logIn: ({ world, args: { email = '', password, otp } }) => {
    const account = accountAt(world, email);
    if (account?.password !== password || !account) return 'CREDENTIALS_WRONG';
    if (account.factor?.isOn && otp === undefined) return 'SECOND_FACTOR_REQUIRED';
    const proved = afterFactor(account, otp);
    if (!proved) return 'CREDENTIALS_WRONG';
    const { firstName, lastName, role, sessions } = account;
    return {
      content: { id: SESSION, firstName, lastName, role },
      next: ({ id = '' }) => withAccount(world, account, { ...proved, sessions: [...sessions, id], failures: 0 }),
    };
  },
  addChild: ({ world, me, call, args }) => {
    const { birthDate = '', socSecNum = '' } = args;
    if (call.variant === 'A' && birthDate > FAR_AHEAD) return 'BIRTH_DATE_IN_FUTURE';
    const number = call.variant === 'A' ? socSecNum.replace(/[ ./-]/g, '').toLowerCase() : undefined;
    const isKnown = world.children.some((child) => child.parent === me.id && child.socSecNum === number);
    if (number !== undefined && isKnown) return 'CHILD_KNOWN';
    const names = { firstName: trimmed(args['firstName']), lastName: trimmed(args['lastName']) };
    return {
      content: { ChildID: ID },
      next: ({ ChildID: id = '' }) => ({
        ...world,
        children: [...world.children, { ...names, id, parent: me.id, socSecNum: number }],
      }),
    };
  },
  listOwnChildren: ({ world, me, args }) => {
    const own = world.children.filter(({ parent }) => parent === me.id);
    return people(own, args);
  },
  listDoctors: ({ world, args }) => people(doctorsIn(world), args),
  listAssistants: ({ world, doctor, args }) => {
    const linked = world.accounts.filter(({ id }) => world.links.includes(`${doctor.id}/${id}`));
    return people(linked, args);
  },
  listDoctorsChildren: ({ world, doctor, me, args }) => {
    const seen = childrenOf(world, doctor.id).filter(({ parent }) => me.role !== 'Par' || parent === me.id);
    return people(seen, args);
  },
  linkAssistant: ({ world, doctor, args: { email = '' } }) => {
    const assistant = accountAt(world, email);
    if (assistant?.role !== 'Ast') return 'ASSISTANT_NOT_FOUND';
    const link = `${doctor.id}/${assistant.id}`;
    return {
      content: { AstID: assistant.id },
      next: () => ({ ...world, links: [...world.links.filter((one) => one !== link), link] }),
    };
  },
  unlinkAssistant: ({ world, doctor, args: { AstID } }) => {
    const link = `${doctor.id}/${AstID}`;
    if (!world.links.includes(link)) return 'ASSISTANT_NOT_FOUND';
    return { content: null, next: () => ({ ...world, links: world.links.filter((one) => one !== link) }) };
  },
} as const satisfies Partial<Record<CallName, Rule>>;
