import { readFileSync } from 'node:fs';
import { CALLS, type Call, type Variant, wireOf } from './calls.ts';
import { type Expected, expectedOf } from './expected.ts';
import { find, type Letter, type Person, type World, withAccount } from './world.ts';

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly body: object | string;
  readonly headers: Readonly<Record<string, string>>;
};
export type Reply = {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly content: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Whether the same request was sent before without an answer that tells whether it was done. */
  readonly inDoubt?: boolean;
};
export type Send = (variant: Variant, sent: Sent) => Promise<Reply>;

type Asked = { readonly call: Call; readonly reply: Reply };
export type Player = ReturnType<typeof createPlayer>;
/** Whether the days of a cover are to come, are now, or are over. */
type When = 'coming' | 'now' | 'over';
export type Options = {
  readonly send: Send;
  /** Is told of every call whose reply was as expected. */
  readonly note?: (call: Call, expected: Expected, reply: Reply) => void;
  /** The operator disables the account with this address. */
  readonly disable?: (address: string) => Promise<unknown>;
  /** D-41: the deputy stands in for the doctor, both by their ids. */
  readonly cover?: (doctor: string, deputy: string, when: When) => Promise<unknown>;
  /** The code of the nth mail with a code that an address gets, once it has come. */
  readonly codeOf?: (address: string, nth: number) => Promise<string>;
};

const NOTHING: World = {
  accounts: [],
  links: [],
  covers: [],
  children: [],
  cases: [],
  letters: [],
  otherDoctors: [],
  keyed: {},
  merged: {},
  invitations: {},
};

/** A client that knows what every call must be answered, and throws at the first reply that is not. */
export const createPlayer = ({ send, note = () => undefined, codeOf, cover, disable }: Options) => {
  let world = NOTHING;
  const refusals = new Map<string, string>();

  const faultOf = (expected: Expected, { call, reply }: Asked): string | undefined => {
    const fault = differenceOf(expected, call.variant, reply);
    if (fault !== undefined || expected.refused === undefined || VARYING.includes(expected.refused)) return fault;
    // What has one code is refused in the same bytes: nobody can tell what is hidden from what is not there.
    const headers = Object.entries(reply.headers).filter(([name]) => !PER_REPLY.includes(name));
    const bytes = `${JSON.stringify(headers)} ${reply.text}`;
    const kind = `${call.name} ${call.variant} ${expected.refused}`;
    const first = refusals.get(kind) ?? bytes;
    refusals.set(kind, first);
    return first === bytes ? undefined : `the same bytes as before: ${first}`;
  };

  /** The steps that a reply may be; also those after an earlier try, whose reply was lost, was carried out. */
  const stepsFrom = (before: World, asked: Asked): readonly Step[] => {
    // Another request with the same key is under way, which is known only to the service.
    if (asked.reply.code === 'REQUEST_IN_FLIGHT' && asked.call.key !== undefined) {
      return [{ asked, world: before, expected: { refused: 'REQUEST_IN_FLIGHT', next: () => before } }];
    }
    const first = expectedOf(before, asked.call);
    const lost = asked.reply.inDoubt && first.refused === undefined ? [first.next(null)] : [];
    return [before, ...lost].flatMap((from) => {
      const expected = expectedOf(from, asked.call);
      if (faultOf(expected, asked) !== undefined) return [];
      return [{ asked, expected, world: expected.next(asked.reply.content) }];
    });
  };

  /** The steps of an order of the calls that explains the replies. */
  const explain = (from: World, atOnce: readonly Asked[], then: readonly Asked[]): readonly Step[] | undefined => {
    const candidates = atOnce.length > 0 ? distinct(atOnce) : then.slice(0, 1);
    if (candidates.length === 0) return [];
    for (const step of candidates.flatMap((asked) => stepsFrom(from, asked))) {
      const others = atOnce.filter((one) => one !== step.asked);
      const rest = explain(step.world, others, atOnce.length > 0 ? then : then.slice(1));
      if (rest) return [step, ...rest];
    }
    return undefined;
  };

  const take = (steps: readonly Step[]): void => {
    for (const { expected, asked } of steps) note(asked.call, expected, asked.reply);
    world = steps.at(-1)?.world ?? world;
  };
  const ask = async (call: Call): Promise<Asked> => ({ call, reply: await send(call.variant, requestOf(call)) });

  return {
    world: (): World => world,
    /** Tells which doctors other worlds have in the same store. */
    meet: (doctors: readonly Person[]): void => {
      world = { ...world, otherDoctors: doctors.filter(({ id }) => !find(world.accounts, id)) };
    },
    /** Whoever has the account leaves. Without `disable`, everybody stays. */
    leave: async (id: string): Promise<void> => {
      const account = find(world.accounts, id);
      if (!account || !disable) return;
      await disable(account.email);
      const { sessions, ended } = account;
      world = withAccount(world, account, { hasLeft: true, sessions: [], ended: [...ended, ...sessions] });
    },
    /** Without `cover`, nobody stands in for anybody. */
    cover: async (doctor: string, deputy: string, when: When): Promise<void> => {
      await cover?.(doctor, deputy, when);
      if (cover && when === 'now') world = { ...world, covers: [...world.covers, `${doctor}/${deputy}`] };
    },
    /** Reads all mails with codes of the account, once they have come. Without `codeOf`, they stay unread. */
    readMails: async (account: string): Promise<void> => {
      const read = async (letter: Letter): Promise<Letter> => {
        if (letter.account !== account || letter.code !== undefined || !codeOf) return letter;
        const nth = world.letters.filter(({ to }) => to === letter.to).indexOf(letter) + 1;
        return { ...letter, code: await codeOf(letter.to, nth) };
      };
      world = { ...world, letters: await Promise.all(world.letters.map(read)) };
    },
    /** Makes a call and compares the reply with what the model expects. */
    play: async (call: Call): Promise<Reply> => {
      const asked = await ask(call);
      const steps = explain(world, [asked], []);
      if (!steps) throw new Error(`${shown(asked)}\ninstead of ${faultOf(expectedOf(world, call), asked)}`);
      take(steps);
      return asked.reply;
    },
    /**
     * Makes the calls at the same time. There must be an order in which the model expects the replies, and those to the
     * calls that are made one after another `afterwards`; `readNew` reads what was made.
     */
    playAtOnce: async (
      calls: readonly Call[],
      afterwards: readonly Call[] = [],
      readNew: (content: unknown) => readonly Call[] = () => [],
    ): Promise<void> => {
      const atOnce = await Promise.all(calls.map(ask));
      const made = atOnce.flatMap(({ reply }) => readNew(reply.content));
      const then: Asked[] = [];
      for (const call of [...afterwards, ...made]) then.push(await ask(call));
      const steps = explain(world, atOnce, then);
      if (!steps) throw new Error(`There is no order of these calls:\n${[...atOnce, ...then].map(shown).join('\n')}`);
      take(steps);
    },
  };
};

type Step = { readonly asked: Asked; readonly expected: Expected; readonly world: World };

const shown = ({ call, reply }: Asked): string => `${JSON.stringify(call)} came to ${reply.status} ${reply.text}`;

const distinct = (asked: readonly Asked[]): readonly Asked[] => [
  ...new Map(asked.map((one) => [JSON.stringify([one.call, one.reply.text]), one])).values(),
];

/** Headers that differ from reply to reply: a connection is closed after a thousand requests. */
const PER_REPLY = ['date', 'request-id', 'connection', 'keep-alive'];

/** The sentence of the first names what is wrong; the headers Allow and Retry-After of the others differ. */
const VARYING = ['FIELDS_INVALID', 'METHOD_NOT_ALLOWED', 'THROTTLED'];

const requestOf = (call: Call): Sent => {
  const { name, args, session, bearer, key, raw } = call;
  const [method = '', pattern = ''] = wireOf(call) ?? CALLS[name].A.split(' ');
  const fields: Record<string, unknown> = { ...args };
  const path = pattern.replace(/:(\w+)/g, (_, segment: string) => {
    delete fields[segment];
    return encodeURIComponent(String(args[segment]));
  });
  return {
    method: call.method ?? method,
    path,
    body: raw ?? { ...fields, ...(session !== undefined && { id: session }) },
    headers: {
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
  };
};

const REFUSALS_PAGE = readFileSync(`${import.meta.dirname}/../../docs/refusals.md`, 'utf8');
/** Status and sentence of each code, as docs/refusals.md promises them. */
export const REFUSALS: ReadonlyMap<string, { readonly status: number; readonly sentence: string }> = new Map(
  [...REFUSALS_PAGE.matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \|$/gm)].map(([, code = '', status, sentence = '']) => [
    code,
    { status: Number(status), sentence },
  ]),
);

/** What should have come instead of the reply, or nothing. The order of members counts (D-01). */
const differenceOf = ({ refused, content }: Expected, variant: Variant, reply: Reply): string | undefined => {
  const { status, sentence } = refused === undefined ? { status: 200, sentence: undefined } : refusalOf(refused);
  if (reply.status !== status || reply.code !== refused) return `${status} ${refused ?? 'OK'}`;
  const field = variant === 'A' ? 'body' : 'response';
  const [word, wanted] = refused === undefined ? ['OK', filled(content, reply.content)] : ['ERR', sentence];
  const start = `{"version":"1","status":"${word}","${field}":`;
  const whole = `${start}${JSON.stringify(wanted)}}`;
  const isAsWanted = refused === 'FIELDS_INVALID' ? reply.text.startsWith(start) : reply.text === whole;
  return isAsWanted ? undefined : whole;
};

const refusalOf = (code: string) => {
  const found = REFUSALS.get(code);
  if (!found) throw new Error(`docs/refusals.md knows no ${code}.`);
  return found;
};

/** The expected content, with what the service chose in the places where it may choose. */
const filled = (expected: unknown, given: unknown): unknown => {
  if (typeof expected === 'function') return expected(given);
  if (expected instanceof RegExp) return expected.test(String(given)) ? given : `${expected}`;
  if (Array.isArray(expected)) return expected.map((one, nth) => filled(one, (given as unknown[] | null)?.[nth]));
  if (typeof expected !== 'object' || expected === null) return expected;
  const inside = (name: string) => (typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined);
  return Object.fromEntries(Object.entries(expected).map(([name, one]) => [name, filled(one, inside(name))]));
};
