import { registration } from '@health-case/composition/testing/clinic';
import { createClientA, unwrap } from '../../src/variant-a.ts';
import { arrive } from './services.ts';

/** A certificate of a child of 2019 that the variant A at `url` issues, more of the same, and what revokes them. */
export const issueCertificate = async (url: string) => {
  const { client: doctor, id: DocID } = await arrive(createClientA(url), {
    ...registration('Doc'),
    firstName: 'Greta',
    lastName: 'Holm',
  });
  const { client: parent } = await arrive(createClientA(url));
  const mia = { firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' };
  const { ChildID } = unwrap(await parent.addChild(mia));
  const { CaseID: id } = unwrap(await parent.openCase({ ChildID, DocID, title: 'Asthma' }));
  const { TaskID } = unwrap(await doctor.addTask({ id, title: 'Measure lung function' }));
  unwrap(await doctor.closeTask({ id: TaskID }));
  unwrap(await parent.requestCertification({ id }));
  unwrap(await doctor.issueCertification({ id, statement: 'Fit to attend school' }));
  const more = async () => unwrap(await parent.createCertificate({ id }));
  return {
    ...(await more()),
    more,
    childId: ChildID,
    revoke: async () => void unwrap(await doctor.revokeCertification({ id, reason: 'wrong' })),
  };
};
