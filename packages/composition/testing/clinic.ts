import type { OutgoingHttpHeaders } from 'node:http';
import type { Variant } from '@health-case/http/endpoint';
import { documentedExpectation } from '@health-case/http/testing/api-document';
import { callAt, type Reply } from '@health-case/http/testing/client';
import { envelopeExpectation, member } from '@health-case/http/testing/replies';
import { openTestService } from './test-service.ts';

type Role = 'Doc' | 'Ast' | 'Par';

export const PASSWORD = 'vT9#mossy-lantern';

let count = 1000;
export const registration = (role: Role = 'Par') => {
  count += 1;
  return { firstName: 'Mia', lastName: 'Jansen', email: `someone.${count}@example.org`, password: PASSWORD, role };
};

const namedChild = () => ({ firstName: 'Carla', lastName: 'Jansen' });
const fullChild = () => {
  count += 1;
  return { ...namedChild(), birthDate: '2019-02-28', socSecNum: `756.${count}.11` };
};

/** The calls that both variants have, with the endpoints and fields of each. */
export const WORDS = {
  A: {
    register: 'POST /api/Auth/register',
    logIn: 'POST /api/Auth/login',
    addChild: 'POST /api/Auth/child',
    child: fullChild,
  },
  B: { register: 'POST /api/Auth', logIn: 'GET /api/Auth', addChild: 'POST /api/Parent/child', child: namedChild },
};

/** A variant, served over sockets for the tests of the file or group that opens it. */
export const openClinic = (variant: Variant) => {
  const words = WORDS[variant.name];
  const service = openTestService([variant]);
  const port = (): number => service.port(variant.name);
  const expectEnvelope = envelopeExpectation(variant.contentField);
  const expectDocumented = documentedExpectation(port);

  /** One request, `endpoint` being method and path. The reply must be an envelope that fits the API document. */
  const call = async (
    endpoint: string,
    body?: object | string | Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Reply> => {
    const reply = await callAt(port(), endpoint, body, headers);
    expectEnvelope(reply);
    await expectDocumented(endpoint, reply);
    return reply;
  };

  const arrive = async (role: Role) => {
    const person = registration(role);
    await call(words.register, person);
    return { email: person.email, session: member(await call(words.logIn, person), 'id') };
  };

  const addChild = async ({ session: id }: { readonly session: string }, names: object): Promise<string> =>
    member(await call(words.addChild, { id, ...words.child(), ...names }), 'ChildID');

  const { name } = variant;
  const { codeOf } = service;
  return { name, words, port, codeOf, call, arrive, addChild };
};

export type Clinic = ReturnType<typeof openClinic>;
