import { openClinic, registration } from '@health-case/composition/testing/clinic';
import { expectRefusal, named } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, it } from 'vitest';

const CLINICS = [variantA, variantB].map(openClinic);

/** The text of an object whose members are JSON already, so that it can be odd. */
const object = (...members: readonly (readonly [name: string, value: string])[]): string =>
  `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
const text = (value: string): string => JSON.stringify(value);
const membersOf = (fields: object) => Object.entries(fields).map(([name, value]) => [name, text(value)] as const);

/** Values for a member that nobody asks for. */
const ODD: readonly (readonly [what: string, value: string])[] = [
  ['an array in an array', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['an object in an object', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a number out of range', '-1e999999999'],
  ['a number of a page of digits', '9'.repeat(60_000)],
  ['half a character', '"\\ud800"'],
  ['U+0000', '"\\u0000"'],
];

/** What JSON and Unicode allow, and what the service makes of it (P-23). */
describe.each(CLINICS)('variant $name: a request object (P-23)', (clinic) => {
  const { call, me, words } = clinic;

  it.each(ODD)('may hold what nobody asks for: %s', async (_, value) => {
    const { session } = await clinic.arrive('Doc');
    for (const name of ['more', '__proto__', 'constructor', 'toString', '\\ud800', '\\u0000']) {
      const reply = await call('GET /api/Auth/me', object([name, value], ['id', text(session)]));
      expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"role":"Doc"')]);
    }
  });

  it.each(ODD)('may not hold it where a text is needed: %s', async (_, value) => {
    const facts = membersOf(registration()).filter(([name]) => name !== 'lastName');
    const reply = await call(words.register, object(...facts, ['lastName', value]));
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(named(reply, ['firstName', 'lastName', 'email', 'password', 'role'])).toEqual(['lastName']);
  });

  it('has the last of two members with one name', async () => {
    const { session } = await clinic.arrive('Doc');
    const [right, wrong] = [text(session), text('A'.repeat(43))] as const;
    const whoAmI = (...members: readonly (readonly [string, string])[]) => call('GET /api/Auth/me', object(...members));
    expect((await whoAmI(['id', wrong], ['id', right])).status).toBe(200);
    expect((await whoAmI(['id', wrong], ['\\u0069d', right])).status).toBe(200);
    expectRefusal(await whoAmI(['id', right], ['id', wrong]), 401, 'SESSION_INVALID');
  });

  it('has nothing from a prototype', async () => {
    const { session } = await clinic.arrive('Doc');
    const inherited = object(['__proto__', object(['id', text(session)])]);
    expectRefusal(await call('GET /api/Auth/me', inherited), 401, 'SESSION_MISSING');
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      expectRefusal(await call(`GET /${name}`, {}), 404, 'PATH_NOT_FOUND');
      expectRefusal(await call(`GET /api/Doc/${name}/children`, { id: session }), 404, 'DOCTOR_NOT_FOUND');
      expectRefusal(await me(name), 401, 'SESSION_INVALID');
    }
  });
});

describe.each(CLINICS)('variant $name: a name (P-23)', (clinic) => {
  const { call } = clinic;

  it.each([
    ['of a prototype', '__proto__'],
    ['with the marks of a right-to-left script', '\u05d3\u05f4\u05e8\u200f, \u061cA\u200eB'],
    ['with joiners', '\u0645\u06cc\u200c\u062e \u0915\u094d\u200d\u0937'],
    ['of characters beyond the first 65,536', '\u{20bb7}\u{e0101} \u{1f41b}'],
    ['with a noncharacter and the replacement character', 'a\uffff\ufffd\u{10ffff}b'],
    ['that looks like a statement', '\'; DROP TABLE "Child"; -- \\ $1 ? %s'],
  ])('comes back as it was sent: %s', async (_, name) => {
    const parent = await clinic.arrive('Par');
    const id = await clinic.addChild(parent, { firstName: name, lastName: name });
    const list = await call('GET /api/Parent/children', { id: parent.session });
    expect(list.content).toEqual([{ firstName: name, lastName: name, id }]);
  });
});
