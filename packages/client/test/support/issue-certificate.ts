import { registration } from '@health-case/composition/testing/clinic';
import { createClientA, unwrap } from '../../src/variant-a.ts';
import { arrive } from './services.ts';

/** A certificate that the variant A at `url` issues, and what revokes it. */
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
  const { token, url: address } = unwrap(await parent.createCertificate({ id }));
  return {
    token,
    url: address,
    revoke: async () => void unwrap(await doctor.revokeCertification({ id, reason: 'wrong' })),
  };
};
