// From two registrations to a finished case, which is as far as variant B goes: it has no certifications.
import { createClientB, unwrap } from '@health-case/client/variant-b';

const [url = 'http://127.0.0.1:3001'] = process.argv.slice(2);

const arrive = async (firstName: string, role: 'Doc' | 'Par') => {
  const client = createClientB(url);
  const credentials = { email: `${crypto.randomUUID()}@example.org`, password: 'vT9#mossy-lantern' };
  unwrap(await client.registerAccount({ firstName, lastName: 'Holm', role, ...credentials }));
  unwrap(await client.logIn(credentials));
  return { client, ...unwrap(await client.describeAccount()) };
};

const { client: doctor, ID: DocID } = await arrive('Greta', 'Doc');
const { client: parent } = await arrive('Jan', 'Par');

const { ChildID } = unwrap(await parent.addChild({ firstName: 'Mia', lastName: 'Holm' }));
const { CaseID } = unwrap(await parent.openCase({ ChildID, DocID, title: 'Asthma' }));
const { TaskID } = unwrap(await doctor.addTask({ id: CaseID, title: 'Measure lung function' }));
unwrap(await doctor.closeTask({ id: TaskID }));
unwrap(await doctor.finishCase({ id: CaseID }));

const { status } = unwrap(await parent.showCase({ id: CaseID }));
console.log(`The case is ${status}.`);
