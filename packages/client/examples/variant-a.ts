// From two registrations to an issued certification, in variant A.
import { createClientA, unwrap } from '@health-case/client/variant-a';

const [url = 'http://127.0.0.1:3000'] = process.argv.slice(2);

const arrive = async (firstName: string, role: 'Doc' | 'Par') => {
  const client = createClientA(url);
  const credentials = { email: `${crypto.randomUUID()}@example.org`, password: 'vT9#mossy-lantern' };
  const { ID } = unwrap(await client.registerAccount({ firstName, lastName: 'Holm', role, ...credentials }));
  unwrap(await client.logIn(credentials));
  return { client, ID };
};

const { client: doctor, ID: DocID } = await arrive('Greta', 'Doc');
const { client: parent } = await arrive('Jan', 'Par');

const mia = { firstName: 'Mia', lastName: 'Holm', birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' };
const { ChildID } = unwrap(await parent.addChild(mia));
const { CaseID } = unwrap(await parent.openCase({ ChildID, DocID, title: 'Asthma' }));
const { TaskID } = unwrap(await doctor.addTask({ id: CaseID, title: 'Measure lung function' }));
unwrap(await doctor.closeTask({ id: TaskID }));
unwrap(await parent.requestCertification({ id: CaseID }));
unwrap(await doctor.issueCertification({ id: CaseID }));

const { status } = unwrap(await parent.checkCertification({ id: CaseID }));
console.log(`The certification is ${status}.`);
