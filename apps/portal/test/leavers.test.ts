import { expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

const { before, by, disable, member } = openPortal();

const MARK = '(not available any more)';
const HAND_OVER = 'a parent can hand it over to another doctor.';

/** A case with a closed task, and a doctor who leaves. */
const openCase = async () => {
  const [doctor, parent] = [await member('Doc', { firstName: 'Greta' }), await member('Par')];
  const caseId = await before.caseOpened(parent, await before.childAdded(parent), doctor);
  const taskId = await before.taskClosed(doctor, caseId);
  return { doctor, parent, path: `/cases/${caseId}`, ofTask: `/cases/${caseId}/tasks/${taskId}` };
};

it('a case whose doctor has left says so, and that somebody should take it over', async () => {
  const { doctor, parent, path } = await openCase();
  expect((await parent.open(path)).text).not.toContain(MARK);
  await disable(doctor.email);
  const { text, links } = await parent.open(path);
  expect(text).toContain(`Greta Jansen ${MARK}`);
  expect(text).toContain(HAND_OVER);
  expect(links).toContain(`${path}/handover`);
});

it('nobody is offered to request what a doctor who has left would decide, and reads why', async () => {
  const { doctor, parent, ofTask } = await openCase();
  expect((await parent.open(ofTask)).links).toContain(`${ofTask}/request`);
  await parent.open(`${ofTask}/request`);
  await disable(doctor.email);
  expect((await parent.send()).status).toBe(409);
  const { text, links } = await parent.open(ofTask);
  expect(links).not.toContain(`${ofTask}/request`);
  expect(text).toContain(HAND_OVER);
});

it('a doctor sees which assistant has left, and removes that one', async () => {
  const [doctor, assistant] = [await member('Doc'), await member('Ast', { firstName: 'Noor' })];
  await doctor.open('/practice/assistants');
  expect((await doctor.send({ email: assistant.email })).text).not.toContain(MARK);
  await disable(assistant.email);
  const { text, links } = await doctor.open('/practice/assistants');
  expect(text).toContain(`Noor Jansen ${MARK}`);
  await doctor.open(links.find((link) => link.endsWith('/remove')) ?? '');
  expect((await doctor.send()).text).toContain('Nobody assists you yet.');
});

it('an assistant sees which doctor has left, on the own account and beside the cases', async () => {
  const { doctor, parent } = await openCase();
  const [assistant, other] = [await member('Ast'), await member('Doc')];
  for (const one of [doctor, other]) {
    await by(one).linkAssistant({ doctorId: one.account.id, email: assistant.email });
    await before.caseOpened(parent, await before.childAdded(parent), one);
  }
  await disable(doctor.email);
  for (const path of ['/account', '/cases'])
    expect((await assistant.open(path)).text).toContain(`Greta Jansen ${MARK}`);
});
