import { AT_FIRST, type CallName, ID, normalEmail } from './calls.ts';
import { fitting, found, people } from './names.ts';
import type { Account, Rule } from './world.ts';
import { accountAt, afterFactor, doctorsIn, SESSION, trimmed, withAccount } from './world.ts';

export const COMMON_PASSWORD = 'iloveyou';

/** What the calls about accounts and practices answer and change, once the caller may make them. */
export const PEOPLE_RULES = {
  alive: () => ({ content: null }),
  checkReadiness: () => ({ content: null }),
  registerAccount: ({ world, call, args: { email = '', role = '', password = '', ...args } }) => {
    if (password === COMMON_PASSWORD) return 'PASSWORD_COMMON';
    if (accountAt(world, email)) return 'EMAIL_TAKEN';
    const [firstName, lastName] = [trimmed(args['firstName']), trimmed(args['lastName'])];
    const fresh = {
      firstName,
      lastName,
      email: normalEmail(email),
      password,
      chosen: AT_FIRST,
      sessions: [],
      ended: [],
    };
    return {
      content: call.variant === 'B' ? null : { role, ID },
      next: ({ ID: id = '' }) => ({
        ...world,
        accounts: [
          ...world.accounts,
          { ...fresh, id, role: role as Account['role'], failures: 0, misses: 0, guesses: 0 },
        ],
      }),
    };
  },
  logIn: ({ world, args: { email = '', password, otp } }) => {
    const account = accountAt(world, email);
    if (account?.password !== password || !account) return 'CREDENTIALS_WRONG';
    if (account.hasLeft) return 'ACCOUNT_DISABLED';
    if (account.factor?.isOn && otp === undefined) return 'SECOND_FACTOR_REQUIRED';
    const proved = afterFactor(account, otp);
    if (!proved) return 'CREDENTIALS_WRONG';
    const { firstName, lastName, role, sessions } = account;
    return {
      content: { id: SESSION, firstName, lastName, role },
      next: ({ id = '' }) => withAccount(world, account, { ...proved, sessions: [...sessions, id], failures: 0 }),
    };
  },
  listDoctors: ({ world, args }) => found(doctorsIn(world), args),
  listAssistants: ({ world, doctor, args }) => {
    const linked = world.accounts.filter(({ id, hasLeft }) => !hasLeft && world.links.includes(`${doctor.id}/${id}`));
    return people(fitting(linked, args), args);
  },
  linkAssistant: ({ world, doctor, args: { email = '' } }) => {
    const assistant = accountAt(world, email);
    if (assistant?.role !== 'Ast' || assistant.hasLeft) return 'ASSISTANT_NOT_FOUND';
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
