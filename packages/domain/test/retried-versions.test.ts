import { expect, test } from 'vitest';
import { createApplication } from '../src/application.ts';
import { parseIdempotencyKey } from '../src/model/request-options.ts';
import { ok } from '../src/result.ts';
import { openClinicWithClosedTask, PASSWORD } from './support/clinic.ts';
import { must } from './support/outcomes.ts';
import { email, name, password, title as titled, unknownId } from './support/values.ts';

const CALL = { requestId: 'request', address: '192.0.2.1', idempotencyKey: must(parseIdempotencyKey('k')) };
const NAMES = { firstName: name('Nina'), lastName: name('New') };
const EMAIL = email('nina@example.org');

/** Of a call: whose it is, what it is kept under beside the key, and how it is made. */
type Known = readonly [owner: string, request: readonly [call: string, fields: object], send: () => Promise<unknown>];

test('what a program of another version kept is answered, as the two may serve side by side', async () => {
  const { assistant, caseId, childId, clock, doctor, parent, storage, ...more } = await openClinicWithClosedTask();
  const app = createApplication({ ...more, clock, storage });
  const title = titled('Something');
  const byDoctor = { ...CALL, actor: doctor };
  const registration = { ...CALL, ...NAMES, email: EMAIL, role: 'Par', password: password(PASSWORD) } as const;
  const calls: readonly Known[] = [
    [parent.id, ['addChild', NAMES], () => app.addChild({ ...byDoctor, ...NAMES, actor: parent })],
    [doctor.id, ['addTask', { caseId, title }], () => app.addTask({ ...byDoctor, caseId, title })],
    [
      doctor.id,
      ['linkAssistant', { doctorId: doctor.id, email: assistant.email }],
      () => app.linkAssistant({ ...byDoctor, doctorId: doctor.id, email: assistant.email }),
    ],
    [
      doctor.id,
      ['openCase', { childId, doctorId: doctor.id, title }],
      () => app.openCase({ ...byDoctor, childId, doctorId: doctor.id, title }),
    ],
    [doctor.id, ['requestCertification', { id: caseId }], () => app.requestCertification({ ...byDoctor, id: caseId })],
    [EMAIL, ['registerAccount', { email: EMAIL, ...NAMES, role: 'Par' }], () => app.registerAccount(registration)],
  ];
  for (const [owner, [call, fields], send] of calls) {
    const kept = { key: JSON.stringify([owner, 'k']), request: JSON.stringify([call, Object.entries(fields)]) };
    const outcome = call === 'registerAccount' ? parent.id : unknownId<string>();
    await storage.write(async ({ retries }) => ok(await retries.save({ ...kept, outcome, at: clock.now() })));
    expect(await send()).toEqual(ok(call === 'registerAccount' ? parent : outcome));
  }
});
