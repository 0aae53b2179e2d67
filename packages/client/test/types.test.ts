import { describe, expectTypeOf, it } from 'vitest';
import type { ClientA, ClientB, Result, Verdict } from '../src/index.ts';
import type { CodeOfAnyCall, Person } from '../src/variant-a.ts';

type AnyCall = (...args: never) => Promise<Result<unknown, string>>;
type Outcome<Method extends AnyCall> = Awaited<ReturnType<Method>>;
type CodeOf<Method extends AnyCall> = Extract<Outcome<Method>, { ok: false }>['refusal']['code'];
type OfSession =
  | 'NOT_CONFIRMED'
  | 'SECOND_FACTOR_NEEDED'
  | 'SESSION_AMBIGUOUS'
  | 'SESSION_INVALID'
  | 'SESSION_MISSING'
  | 'THROTTLED';

// What is said here is checked by the compiler (`npm run check`), of which a run of the tests knows nothing.
describe('the types of a client', () => {
  it('have the codes of each call, and no others', () => {
    type RenameTask = 'CASE_FINISHED' | 'ROLE_NOT_ALLOWED' | 'TASK_ALREADY_CLOSED' | 'TASK_NOT_FOUND';
    expectTypeOf<CodeOf<ClientB['renameTask']>>().toEqualTypeOf<RenameTask | OfSession | CodeOfAnyCall>();
    // Not those of a birth date and a number, which only variant A takes.
    type AddChild = 'CHILD_NOT_FOUND' | 'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT' | 'ROLE_NOT_ALLOWED';
    expectTypeOf<CodeOf<ClientB['addChild']>>().toEqualTypeOf<AddChild | OfSession | CodeOfAnyCall>();
    type LogIn = 'ACCOUNT_DISABLED' | 'CREDENTIALS_WRONG' | 'SECOND_FACTOR_REQUIRED' | 'THROTTLED';
    expectTypeOf<CodeOf<ClientB['logIn']>>().toEqualTypeOf<LogIn | CodeOfAnyCall>();
  });

  it('tell value and refusal apart by `ok`', () => {
    expectTypeOf<Extract<Outcome<ClientA['listDoctors']>, { ok: true }>['value']>().toEqualTypeOf<Person[]>();
    expectTypeOf<Outcome<ClientA['logOut']>>().not.toHaveProperty('value');
    expectTypeOf<Extract<Outcome<ClientB['registerAccount']>, { ok: true }>['value']>().toEqualTypeOf<null>();
  });

  it('let nothing through that is wrong', () => {
    const wrong = async (a: ClientA, b: ClientB, said: Verdict): Promise<void> => {
      // @ts-expect-error what variant B does not have
      await b.checkCertification({ id: '' });
      // @ts-expect-error a child without its number in variant A
      await a.addChild({ firstName: '', lastName: '', birthDate: '' });
      // @ts-expect-error an input that is missing
      await a.showCase();
      // @ts-expect-error a field that there is not
      await b.openCase({ ChildID: '', DocID: '', title: '', TaskID: '' });
      // @ts-expect-error options where the input goes
      await a.describeAccount({ timeout: 1 });
      // @ts-expect-error a key for what takes none
      await a.renameTask({ id: '', title: '' }, { idempotencyKey: '' });
      // @ts-expect-error a limit that is no number
      await a.listDoctors({ limit: '1' });
      // @ts-expect-error the entries of what is no list
      a.showCase.each({ id: '' });
      // @ts-expect-error a role that there is not
      await a.registerAccount({ firstName: '', lastName: '', email: '', password: '', role: 'Doctor' });
      const result = await a.listDoctors();
      // @ts-expect-error a value before it is known that there is one
      result.value;
      // @ts-expect-error a code that this call cannot give
      if (!result.ok && result.refusal.code === 'CASE_FINISHED') return;
      // @ts-expect-error a certificate before it is known that there is one
      said.certificate;
      // @ts-expect-error a verdict that there is not
      if (said.verdict === 'valid') return;
    };
    expectTypeOf(wrong).toBeFunction();
  });

  it('have a certificate where the verdict says that the issuer signed it', () => {
    type Signed = 'genuine' | 'revoked' | 'expired' | 'not yet valid' | 'status unknown';
    expectTypeOf<Extract<Verdict, { certificate: unknown }>['verdict']>().toEqualTypeOf<Signed>();
  });
});
