import type { OutgoingHttpHeaders } from 'node:http';
import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import type { Account, Role } from '@health-case/domain/model/account';
import type { Result } from '@health-case/domain/result';
import { documentedExpectation } from '@health-case/http/testing/api-document';
import { type Reply, send } from '@health-case/http/testing/client';
import { afterAll, beforeAll } from 'vitest';
import { variantA } from '../../src/variant-a.ts';
import { expectEnvelope, member } from './replies.ts';

/** What everyone's password is at first. */
export const PASSWORD = 'vT9#mossy-lantern';

/** Someone who has registered and logged in; `actor` is who they are to the use cases. */
export type Someone = {
  readonly id: string;
  readonly email: string;
  readonly session: string;
  readonly actor: Account;
};

export const must = <Value>(outcome: Result<Value, unknown>): Value => {
  if (!outcome.ok) throw new Error(`Unexpectedly refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
};

/** The same for every test that asks: made when the first one does. */
export const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

let addresses = 0;
export const freshEmail = (): string => {
  addresses += 1;
  return `someone.${addresses}@example.org`;
};

export const registration = (role: Role = 'Par') => ({
  firstName: 'Mia',
  lastName: 'Jansen',
  email: freshEmail(),
  password: PASSWORD,
  role,
});

let numbers = 1000;
export const fullChild = () => {
  numbers += 1;
  return { firstName: 'Carla', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: `756.${numbers}.11` };
};

/** Variant A, served over sockets for the tests of the file that opens it. */
export const openService = () => {
  let started: TestService | undefined;
  beforeAll(async () => {
    started = await startTestService([variantA]);
  });
  afterAll(() => started?.stop());

  const service = (): TestService => {
    if (!started) throw new Error('The service has not been started.');
    return started;
  };

  const port = (): number => service().ports['A'] ?? Number.NaN;

  const expectDocumented = documentedExpectation(port);

  /** One request, `endpoint` being method and path. Whatever comes back must be an envelope that the API document knows. */
  const call = async (
    endpoint: string,
    body?: object | string | Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Reply> => {
    const [method = '', path = ''] = endpoint.split(' ');
    const reply = await send(port(), { method, path, body, headers });
    expectEnvelope(reply);
    await expectDocumented(endpoint, reply);
    return reply;
  };

  const logIn = async (email: string, password = PASSWORD): Promise<string> =>
    member(await call('POST /api/Auth/login', { email, password }), 'id');

  const arrive = async (role: Role, names: { firstName?: string; lastName?: string } = {}): Promise<Someone> => {
    const facts = { ...registration(role), ...names };
    const id = member(await call('POST /api/Auth/register', facts), 'ID');
    const session = await logIn(facts.email);
    const { actor } = must(await service().application.resumeSession(session));
    return { id, email: facts.email, session, actor };
  };

  const addChild = async ({ session }: Someone, facts: object = {}): Promise<string> =>
    member(await call('POST /api/Auth/child', { id: session, ...fullChild(), ...facts }), 'ChildID');

  const regulars = { Doc: once(() => arrive('Doc')), Ast: once(() => arrive('Ast')), Par: once(() => arrive('Par')) };
  /** Someone who may appear in many tests, because none of them asks what else they did. */
  const regular = (role: Role): Promise<Someone> => regulars[role]();

  return { service, port, call, logIn, arrive, regular, addChild };
};

export type OpenService = ReturnType<typeof openService>;
