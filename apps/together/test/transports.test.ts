import { applicationOver } from '@health-case/composition/testing/application-over';
import { WORDS } from '@health-case/composition/testing/clinic';
import { transportContract } from '@health-case/domain/contracts/transport-contract';
import { startVariant } from '@health-case/http/serve';
import { callAt, type Reply } from '@health-case/http/testing/client';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';

const replyOf = ({ content, code, headers, text }: Reply) => {
  const { id, ChildID } = { ...(content as { readonly id?: string; readonly ChildID?: string } | null) };
  return {
    outcome: code ?? 'OK',
    value: id ?? ChildID ?? content,
    retryAfterSeconds: headers['retry-after'] === undefined ? undefined : Number(headers['retry-after']),
    text: `${JSON.stringify(headers)} ${text}`,
  };
};

for (const variant of [variantA, variantB]) {
  const { register: registerAccount, logIn, addChild } = WORDS[variant.name];
  const endpoints = { registerAccount, logIn, addChild, listOwnChildren: 'GET /api/Parent/children' };
  transportContract(`variant ${variant.name} over HTTP`, async (storage) => {
    const { application, stop } = await applicationOver(storage);
    const reported: string[] = [];
    const error = (facts: object, message: string) =>
      reported.push(`${message} ${JSON.stringify(facts)} ${'err' in facts ? String(facts.err) : ''}`);
    const log = { info: () => undefined, error };
    const server = await startVariant({ variant, application, log, trustedProxies: 0, host: '127.0.0.1', port: 0 });
    return {
      call: async (name, body, { session, idempotencyKey } = {}) => {
        const headers = {
          ...(session !== undefined && { Authorization: `Bearer ${session}` }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        };
        const brokenOff = () => ({ outcome: 'BROKEN_OFF', text: '' });
        return callAt(server.port, endpoints[name], body, headers).then(replyOf, brokenOff);
      },
      reported: () => reported,
      stop: async () => {
        await server.stop(0);
        await stop();
      },
    };
  });
}
