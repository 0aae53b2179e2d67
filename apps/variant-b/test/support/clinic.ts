import type { OutgoingHttpHeaders } from 'node:http';
import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import type { Account, Role } from '@health-case/domain/model/account';
import { type AccountId, type ChildId, parseTitle } from '@health-case/domain/model/values';
import type { Result } from '@health-case/domain/result';
import { documentedExpectation } from '@health-case/http/testing/api-document';
import { type Reply, send } from '@health-case/http/testing/client';
import { afterAll, beforeAll } from 'vitest';
import { variantB } from '../../src/variant-b.ts';
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

const must = <Value>(outcome: Result<Value, unknown>): Value => {
  if (!outcome.ok) throw new Error(`Unexpectedly refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
};

let addresses = 0;
export const registration = (role: Role = 'Par') => {
  addresses += 1;
  return { firstName: 'Mia', lastName: 'Jansen', email: `someone.${addresses}@example.org`, password: PASSWORD, role };
};

/** Variant B, served over sockets for the tests of the file that opens it. */
export const openClinic = () => {
  let started: TestService | undefined;
  beforeAll(async () => {
    started = await startTestService([variantB]);
  });
  afterAll(() => started?.stop());

  const service = (): TestService => {
    if (!started) throw new Error('The service has not been started.');
    return started;
  };

  const port = (): number => service().ports['B'] ?? Number.NaN;

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
    member(await call('GET /api/Auth', { email, password }), 'id');

  const arrive = async (role: Role, names: { firstName?: string; lastName?: string } = {}): Promise<Someone> => {
    const facts = { ...registration(role), ...names };
    await call('POST /api/Auth', facts);
    const session = await logIn(facts.email);
    const { actor } = must(await service().application.resumeSession(session));
    return { id: actor.id, email: facts.email, session, actor };
  };

  const known = new Map<Role, Promise<Someone>>();
  /** Someone who may appear in many tests, because none of them asks what else they did. */
  const regular = (role: Role): Promise<Someone> => {
    const person = known.get(role) ?? arrive(role);
    known.set(role, person);
    return person;
  };

  const addChild = async ({ session }: Someone, firstName = 'Carla'): Promise<string> =>
    member(await call('POST /api/Parent/child', { id: session, firstName, lastName: 'Jansen' }), 'ChildID');

  const assist = async ({ actor }: Someone, assistant: Someone): Promise<void> => {
    const { email } = assistant.actor;
    must(await service().application.linkAssistant({ actor, doctorId: actor.id, email }));
  };

  const openCase = async ({ actor }: Someone, childId: string, doctor: Someone): Promise<string> => {
    const what = { childId: childId as ChildId, doctorId: doctor.id as AccountId, title: must(parseTitle('Asthma')) };
    return must(await service().application.openCase({ actor, ...what }));
  };

  return { service, port, call, logIn, arrive, regular, addChild, assist, openCase };
};

export type Clinic = ReturnType<typeof openClinic>;
