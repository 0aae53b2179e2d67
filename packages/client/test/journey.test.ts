import { describe, expect, it } from 'vitest';
import { type ClientA, createClientA, unwrap } from '../src/variant-a.ts';
import { type ClientB, createClientB } from '../src/variant-b.ts';
import { arrive, fullChild, PASSWORD, type Somebody } from './support/people.ts';
import { openServices } from './support/services.ts';

const { url } = openServices();

/** A client that notes which of its methods have been used. */
const noting = <Client extends object>(client: Client, used: Set<string>): Client =>
  new Proxy(client, {
    get: (target, name) => {
      used.add(String(name));
      return Reflect.get(target, name);
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });

type Either = ClientA | ClientB;
type Clinic<Client> = Readonly<Record<'doctor' | 'assistant' | 'parent', Somebody<Client>>>;

const openClinic = async <Client extends Either>(create: () => Client): Promise<Clinic<Client>> => ({
  doctor: await arrive(create(), 'Doc'),
  assistant: await arrive(create(), 'Ast'),
  parent: await arrive(create(), 'Par'),
});

const staffTheClinic = async ({ doctor, assistant, parent }: Clinic<Either>): Promise<void> => {
  const { id } = doctor;
  const entry = { firstName: 'Mia', lastName: 'Jansen' };
  expect(unwrap(await doctor.client.linkAssistant({ id, email: assistant.email }))).toEqual({ AstID: assistant.id });
  expect(unwrap(await parent.client.listAssistants({ id }))).toEqual([{ ...entry, id: assistant.id }]);
  expect(unwrap(await doctor.client.unlinkAssistant({ id, AstID: assistant.id }))).toBeNull();
  expect(unwrap(await parent.client.listAssistants({ id }))).toEqual([]);
  expect(unwrap(await parent.client.listDoctors())).toContainEqual({ ...entry, id });
};

/** A case of a child, with one closed task. */
const treat = async ({ doctor, parent }: Clinic<Either>, ChildID: string) => {
  const DocID = doctor.id;
  const child = { firstName: 'Carla', lastName: 'Jansen', id: ChildID };
  expect(unwrap(await parent.client.listOwnChildren())).toEqual([child]);
  const { CaseID } = unwrap(await parent.client.openCase({ ChildID, DocID, title: 'Asthma' }));
  expect(unwrap(await doctor.client.listDoctorsChildren({ id: DocID }))).toEqual([child]);
  const { TaskID } = unwrap(await doctor.client.addTask({ id: CaseID, title: 'Measure lung function' }));
  expect(unwrap(await doctor.client.closeTask({ id: TaskID }))).toBeNull();
  const facts = { id: CaseID, title: 'Asthma', status: 'ongoing', ChildID, DocID };
  expect(unwrap(await parent.client.listCases())).toEqual([facts]);
  expect(unwrap(await parent.client.showCase({ id: CaseID }))).toMatchObject({
    ...facts,
    tasks: [{ id: TaskID, title: 'Measure lung function', status: 'closed' }],
  });
  return { CaseID, TaskID };
};

const finish = async ({ doctor, parent }: Clinic<Either>, id: string): Promise<void> => {
  expect(unwrap(await doctor.client.finishCase({ id }))).toBeNull();
  expect(unwrap(await doctor.client.reopenCase({ id, reason: 'The cough has come back.' }))).toBeNull();
  const history = unwrap(await parent.client.showHistory({ id }));
  expect(history.at(-1)).toMatchObject({ action: 'case reopened', reason: 'The cough has come back.', by: doctor.id });
};

const leave = async ({ client, email }: Somebody<Either>): Promise<void> => {
  const newPassword = 'hD2%winter-orchard';
  expect(unwrap(await client.changePassword({ password: PASSWORD, newPassword }))).toBeNull();
  expect(unwrap(await client.logOut())).toBeNull();
  expect(client.session).toBeUndefined();
  expect(unwrap(await client.logIn({ email, password: newPassword }))).toMatchObject({
    role: 'Par',
    id: client.session,
  });
  expect(unwrap(await client.alive())).toBeNull();
  expect(unwrap(await client.checkReadiness())).toBeNull();
};

const certify = async ({ doctor, parent }: Clinic<ClientA>, id: string, TaskID: string): Promise<void> => {
  const statusOf = async () => unwrap(await parent.client.checkCertification({ id })).status;
  expect(unwrap(await parent.client.requestCertification({ id }))).toEqual({ certID: expect.any(String) });
  expect(await statusOf()).toBe('requested');
  expect(unwrap(await doctor.client.rejectCertification({ id, reason: 'The measurement is too old.' }))).toBeNull();
  expect(await statusOf()).toBe('rejected');
  unwrap(await parent.client.requestCertification({ id, TaskID }));
  expect(unwrap(await doctor.client.issueCertification({ id, TaskID }))).toBeNull();
  expect(unwrap(await parent.client.checkCertification({ id, TaskID })).status).toBe('issued');
  expect(unwrap(await doctor.client.revokeCertification({ id, reason: 'Measured with a broken device.' }))).toBeNull();
  expect(await statusOf()).toBe('revoked');
};

describe('a journey that uses every method', () => {
  it('leads through variant A', async () => {
    const used = new Set<string>();
    const clinic = await openClinic(() => noting(createClientA(url('A')), used));
    await staffTheClinic(clinic);
    const { ChildID } = unwrap(await clinic.parent.client.addChild(fullChild()));
    const { CaseID, TaskID } = await treat(clinic, ChildID);
    await certify(clinic, CaseID, TaskID);
    await finish(clinic, CaseID);
    await leave(clinic.parent);
    expect([...used].filter((name) => name !== 'session').toSorted()).toEqual(
      Object.keys(createClientA(url('A'))).toSorted(),
    );
  });

  it('leads through variant B', async () => {
    const used = new Set<string>();
    const clinic = await openClinic(() => noting(createClientB(url('B')), used));
    await staffTheClinic(clinic);
    const { ChildID } = unwrap(await clinic.parent.client.addChild({ firstName: 'Carla', lastName: 'Jansen' }));
    const { CaseID } = await treat(clinic, ChildID);
    await finish(clinic, CaseID);
    await leave(clinic.parent);
    expect([...used].filter((name) => name !== 'session').toSorted()).toEqual(
      Object.keys(createClientB(url('B'))).toSorted(),
    );
  });
});
