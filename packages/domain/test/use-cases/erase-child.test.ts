import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { refuse } from '../../src/errors.ts';
import { createOperatorApplication } from '../../src/operator-application.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinicWithClosedTask } from '../support/clinic.ts';
import { codeOf, listed, must } from '../support/outcomes.ts';

describe('erasing a child', () => {
  test('removes what people see of it, and keeps the records of what was done on it', async () => {
    const clinic = await openClinicWithClosedTask();
    const { app, caseId, childId, doctor, parent, storage } = clinic;
    await clinic.certification.issued();
    const operator = createOperatorApplication(clinic);
    must(await createApplication(clinic).requestCertification({ actor: parent, id: caseId, requestId: 'request 1' }));
    must(await operator.exportChild({ childId, requestId: 'operator 1' }));
    must(await operator.eraseChild({ childId, requestId: 'operator 2' }));
    expect(await listed(app.listOwnChildren({ actor: parent, paging: {} }))).toEqual([]);
    expect(await listed(app.listDoctorsChildren({ actor: doctor, doctorId: doctor.id, paging: {} }))).toEqual([]);
    expect(codeOf(await app.showCase({ actor: doctor, caseId }))).toBe('CASE_NOT_FOUND');
    const records = await storage.read.audit.records({ child: childId }, { after: 0, size: 9 });
    expect(records.map(({ action, on }) => [action, on])).toEqual([
      ['certification requested', caseId],
      ['child exported', childId],
      ['child erased', childId],
    ]);
  });

  test('clears the files of the store also when the child is gone already, as an outage may have been in the way', async () => {
    const clinic = await openClinicWithClosedTask();
    const { childId, storage } = clinic;
    const scrub = vi.spyOn(storage, 'scrub');
    must(await createSetup(clinic).eraseChild({ childId }));
    expect(scrub).toHaveBeenCalledTimes(1);
    expect(await createSetup(clinic).eraseChild({ childId })).toEqual(refuse('CHILD_NOT_FOUND'));
    expect(scrub).toHaveBeenCalledTimes(2);
  });
});
