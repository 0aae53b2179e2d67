import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import { documentedExpectation } from '@health-case/http/testing/api-document';
import { type Reply, type Sent, send } from '@health-case/http/testing/client';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { afterAll, beforeAll } from 'vitest';

export type VariantName = 'A' | 'B';

/** The calls that both variants have, each in words of its own. */
export const WORDS = {
  A: { register: 'POST /api/Auth/register', logIn: 'POST /api/Auth/login', addChild: 'POST /api/Auth/child' },
  B: { register: 'POST /api/Auth', logIn: 'GET /api/Auth', addChild: 'POST /api/Parent/child' },
} as const;

export const PASSWORD = 'vT9#mossy-lantern';

/** A member of the content that is a text. */
export const member = ({ content, text }: Reply, name: string): string => {
  const value = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined;
  if (typeof value !== 'string') throw new Error(`There is no ${name} in ${text}`);
  return value;
};

type Call = (
  variant: VariantName,
  endpoint: string,
  body?: object | string,
  headers?: Sent['headers'],
) => Promise<Reply>;

/** Both variants over one store, for the tests of the file that opens it. */
export const openStore = () => {
  let started: TestService | undefined;
  beforeAll(async () => {
    started = await startTestService([variantA, variantB]);
  });
  afterAll(() => started?.stop());

  const port = (variant: VariantName): number => {
    const found = started?.ports[variant];
    if (found === undefined) throw new Error(`Variant ${variant} is not served.`);
    return found;
  };
  const expectDocumented = {
    A: documentedExpectation(() => port('A')),
    B: documentedExpectation(() => port('B')),
  };

  /** One request to one of the variants, `endpoint` being method and path. */
  const call: Call = async (variant, endpoint, body, headers = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const reply = await send(port(variant), { method, path, body, headers });
    await expectDocumented[variant](endpoint, reply);
    return reply;
  };

  const logIn = async (variant: VariantName, email: string, password = PASSWORD): Promise<string> =>
    member(await call(variant, WORDS[variant].logIn, { email, password }), 'id');

  return { call, logIn };
};
