import { PASSWORD, WORDS } from '@health-case/composition/testing/clinic';
import { startTestService } from '@health-case/composition/testing/test-service';
import { send } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { expect, it, onTestFinished } from 'vitest';

it('an account that made too many calls can still log out (P-22)', async () => {
  const ratesPerMinute = { loginFailures: 0, registrations: 0, calls: 1 };
  const service = await startTestService([variantA], { ratesPerMinute });
  onTestFinished(service.stop);
  const call = (endpoint: string, body: object) => {
    const [method = '', path = ''] = endpoint.split(' ');
    return send(service.ports['A'] ?? Number.NaN, { method, path, body });
  };
  const jan = { firstName: 'Jan', lastName: 'Jansen', email: 'jan@example.org', password: PASSWORD, role: 'Par' };
  await call(WORDS.A.register, jan);
  const id = member(await call(WORDS.A.logIn, jan), 'id');
  expect((await call('GET /api/Auth/me', { id })).status).toBe(200);
  const refused = await call('GET /api/Auth/me', { id });
  expect([refused.status, refused.code]).toEqual([429, 'THROTTLED']);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect((await call('POST /api/Auth/logout', { id })).status).toBe(200);
  expect((await call('GET /api/Auth/me', { id })).code).toBe('SESSION_INVALID');
});
