import { describe, expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

const { before, by, disable, member } = openPortal();

/** A certification about Mia that waits for its doctor, and a colleague. */
const openRequest = async () => {
  const [doctor, colleague, parent] = [await member('Doc'), await member('Doc'), await member('Par')];
  const childId = await before.childAdded(parent, 'Mia', 'Jansen', '2019-02-28');
  const caseId = await before.caseOpened(parent, childId, doctor);
  const taskId = await before.certificateRequested(parent, doctor, caseId);
  const correct = (firstName: string) => by(parent).correctChild({ childId, firstName });
  const issue = () => by(doctor).issueCertification({ id: taskId });
  const handOver = () => by(parent).handOverCase({ caseId, doctorId: colleague.account.id });
  const certified = async () => {
    const found = await by(doctor).checkCertification({ id: taskId });
    return found.status === 'issued' ? found.certified.firstName : found.status;
  };
  return { caseId, certified, colleague, correct, doctor, handOver, issue, parent, taskId };
};

describe('a doctor certifies only the child that the page has shown (D-30)', () => {
  it('and sees the form again, with the new name and what was corrected, if it is another one by now', async () => {
    const { certified, correct, doctor, taskId } = await openRequest();
    expect((await doctor.open(`/decisions/${taskId}/issue`)).text).not.toContain('Corrected since');
    await correct('Emil');
    const again = await doctor.send({ statement: 'Fit for sports' });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('have just been corrected')]);
    expect(again.text).toContain('Emil Jansen');
    expect(again.text).toContain('Corrected since the case was opened');
    expect(again.text).toContain('First name');
    expect(await certified()).toBe('requested');
    expect((await doctor.send({})).path).toMatch('/decisions?done=issued');
    expect(await certified()).toBe('Emil');
  });

  it('and confirms one that was corrected since, beside whom it was certified as', async () => {
    const { certified, correct, doctor, issue, parent, taskId } = await openRequest();
    await issue();
    await correct('Emil');
    await parent.open(`/tasks/${taskId}/certificate`);
    const refused = await parent.send({});
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('must first confirm')]);
    const waiting = await doctor.open('/decisions');
    expect(waiting.text).toContain('To confirm');
    expect(waiting.text).not.toContain('Nothing waits for you.');
    expect(waiting.links).toContain(`/issued/${taskId}`);
    expect((await doctor.open('/to-confirm')).links).toContain(`/issued/${taskId}`);
    const compared = await doctor.open(`/issued/${taskId}`);
    for (const text of ['Mia Jansen', 'Emil Jansen']) expect(compared.text).toContain(text);
    await correct('Emilia');
    const again = await doctor.send({});
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('Emilia Jansen')]);
    expect(await certified()).toBe('Mia');
    expect((await doctor.send({})).path).toBe('/to-confirm?done=confirmed');
    expect(await certified()).toBe('Emilia');
    expect((await doctor.open(`/issued/${taskId}`)).text).toContain('nothing to confirm');
  });
});

it('a doctor who took over finds what to issue anew, as whoever issued it can no longer sign in (D-30)', async () => {
  const { caseId, colleague, correct, doctor, handOver, issue, taskId } = await openRequest();
  await issue();
  await handOver();
  await correct('Emil');
  expect((await colleague.open('/decisions')).text).not.toContain('To issue anew');
  await disable(doctor.email);
  const ofTask = `/cases/${caseId}/tasks/${taskId}`;
  expect((await colleague.open('/to-correct')).links).toContain(ofTask);
  const waiting = await colleague.open('/decisions');
  expect(waiting.text).toContain('To issue anew');
  expect(waiting.text).not.toContain('Nothing waits for you.');
  expect(waiting.links).toContain(ofTask);
  await colleague.open('/to-correct');
  const task = await colleague.open(ofTask);
  expect(task.links).toContain(`/tasks/${taskId}/correct`);
  expect(task.links).toContain('/to-correct');
  expect(task.text).toMatch(/As certified.*Mia Jansen/s);
  const anew = await colleague.open(`/tasks/${taskId}/correct`);
  expect(anew.text).toMatch(/As certified.*Mia Jansen.*Corrected since the case was opened/s);
  await colleague.send({ reason: 'Called otherwise' });
  expect((await colleague.open('/decisions')).text).toContain('Nothing waits for you.');
  expect((await colleague.open(ofTask)).text).not.toContain('As certified');
});

it('a doctor whose case is another doctor’s by now finds what is issued there, without the case (D-32)', async () => {
  const { caseId, doctor, handOver, issue, taskId } = await openRequest();
  await issue();
  expect((await doctor.open('/issued')).text).toContain('No certificate of yours');
  expect((await doctor.open(`/issued/${taskId}`)).links).toContain(`/cases/${caseId}`);
  await handOver();
  expect((await doctor.open('/issued')).links).toContain(`/issued/${taskId}`);
  const shown = await doctor.open(`/issued/${taskId}`);
  for (const text of ['Asthma', 'Measure lung function']) expect(shown.text).toContain(text);
  expect(shown.links).not.toContain(`/cases/${caseId}`);
});
