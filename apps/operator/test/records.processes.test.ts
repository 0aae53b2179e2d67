import { join } from 'node:path';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { expect, it } from 'vitest';
import { changeStore, operatorOn, refusedWith, serve } from './support/operator.ts';

const PASSWORD = 'vT9#mossy-lantern';
const NUMBER = '756.9217.0769.85';
const MIA = { firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28' };
const YEAR = 366 * 24 * 3_600_000;

/** A service with a doctor, and a function that adds a parent with a child and a case. */
const openClinic = async () => {
  const file = join(scratchFolder(), 'health-case.db');
  const { post, get, sessionOf } = await serve(file);
  const enrol = async (firstName: string, role: 'Ast' | 'Doc' | 'Par') => {
    const email = `${firstName}@example.org`.toLowerCase();
    await post('/api/Auth/register', { firstName, lastName: 'Holm', email, password: PASSWORD, role });
    const session = await sessionOf(email, PASSWORD);
    const { ID } = (await get('/api/Auth/me', session)).content as { ID: string };
    return { id: session, accountId: ID };
  };
  const doctor = await enrol('Zoë', 'Doc');
  const family = async (firstName: string, child: object = { ...MIA, socSecNum: NUMBER }) => {
    const { id, accountId } = await enrol(firstName, 'Par');
    const { ChildID } = (await post('/api/Auth/child', { id, ...child })).content as { ChildID: string };
    const fields = { id, ChildID, DocID: doctor.accountId, title: 'Hay fever' };
    const { CaseID } = (await post('/api/Case', fields)).content as { CaseID: string };
    return { id, accountId, childId: ChildID, caseId: CaseID };
  };
  return { file, operator: operatorOn(file), post, get, doctor, enrol, family };
};

it('while the service runs, the operator finds two entries of one child, sees what a merge would move, and merges them', async () => {
  const { operator, get, family } = await openClinic();
  const jan = await family('Jan', { ...MIA, socSecNum: NUMBER });
  const eva = await family('Eva', { ...MIA, firstName: 'Mía', socSecNum: NUMBER.replaceAll('.', '') });
  const pair = {
    same: 'number',
    childId: jan.childId,
    otherId: eva.childId,
    name: 'Mia Jansen',
    otherName: 'Mía Jansen',
  };
  expect(await operator.json('child duplicates')).toEqual([
    { ...pair, birthDate: MIA.birthDate, otherBirthDate: MIA.birthDate },
  ]);

  const merge = `child merge ${jan.childId} ${eva.childId}`;
  expect(await operator.json(`${merge} --dry-run`)).toEqual({
    keep: { id: jan.childId, ...MIA },
    other: { id: eva.childId, ...MIA, firstName: 'Mía' },
    cases: [eva.caseId],
    parents: [eva.accountId],
    certificatesRevoked: 0,
    certificationsToConfirm: 0,
    fieldsAdded: [],
    fieldsLost: ['firstName'],
  });
  const asked = await operator(merge);
  expect(asked).toEqual({
    exitCode: 1,
    stdout: expect.stringMatching(new RegExp(`^KEPT +${jan.childId} +Mia Jansen +2019-02-28\nGOES +${eva.childId} `)),
    stderr: 'Nothing was merged: this cannot be undone, so add --yes to confirm it.\n',
  });
  expect(await operator(`${merge} --yes`)).toEqual({
    exitCode: 0,
    stdout: `The child ${eva.childId} is now the child ${jan.childId}.\nCases moved: 1. Parents who joined: 1. Certificates revoked: 0. Certifications to confirm: 0. Fields added: 0.\n`,
    stderr: '',
  });
  expect((await get('/api/Case', eva.id)).content).toHaveLength(2);
  expect(await operator.said('child duplicates --json')).toBe('[\n]\n');
  const merged = `The child ${eva.childId} was merged, and is now the child ${jan.childId}; give that identifier.\n`;
  expect(await operator(`child export ${eva.childId}`)).toEqual(refusedWith(merged));
});

it('while the service runs, the operator sees which finished cases are over, and erases them', async () => {
  const { file, post, get, doctor, family } = await openClinic();
  const [old, young] = [await family('Jan'), await family('Eva')];
  for (const { caseId } of [old, young]) await post(`/api/Case/${caseId}/finish`, { id: doctor.id });
  changeStore(file, `UPDATE "Case" SET finishedAt = finishedAt - ${3 * YEAR} WHERE id = '${old.caseId}'`);
  const retention = (years: string, option: string) =>
    operatorOn(file, { RETAIN_FINISHED_CASES_YEARS: years })(`data retention${option}`);

  expect((await retention('0', ' --dry-run')).stdout).toBe(
    `${['ID'.padEnd(36), 'CHILD'.padEnd(36), 'FINISHED'].join('  ')}\nCases that would be erased: 0.\n`,
  );
  expect((await retention('3', ' --dry-run')).stdout).toMatch(
    new RegExp(`\n${old.caseId}  ${old.childId}  [0-9TZ.:-]+\nCases that would be erased: 1\\.\n$`),
  );
  expect(JSON.parse((await retention('3', ' --dry-run --json')).stdout)).toMatchObject([{ id: old.caseId }]);
  expect(await retention('3', '')).toEqual({ exitCode: 0, stdout: 'Finished cases erased: 1.\n', stderr: '' });
  expect((await retention('3', ' --json')).stdout).toBe('{"erased":0}\n');
  expect((await get('/api/Case', old.id)).content).toEqual([]);
  expect((await get('/api/Case', young.id)).content).toHaveLength(1);
  const records = (await operatorOn(file).json('audit list')) as { action: string }[];
  expect(records.filter(({ action }) => action.startsWith('finished cases erased'))).toEqual([
    expect.objectContaining({ action: 'finished cases erased: 1', by: null, outcome: 'OK' }),
  ]);
});

it('the operator finds accounts by the beginnings of their names, whatever the accents', async () => {
  const { operator } = await openClinic();
  const found = async (name: string) => {
    const accounts = await operator.json(['account', 'find', '--name', name]);
    return accounts.map((account: { name: string }) => account.name);
  };
  expect(await Promise.all(['zoe', 'HÓL zo', 'oe', 'zoe jansen'].map(found))).toEqual([
    ['Zoë Holm'],
    ['Zoë Holm'],
    [],
    [],
  ]);
});

it('the operator erases the account of a parent of more children than Prisma reads by one statement', async () => {
  const { file, operator, get, family } = await openClinic();
  const [jan, eva] = [await family('Jan'), await family('Eva')];
  changeStore(
    file,
    `BEGIN;
    INSERT INTO "Child" (id, firstName, lastName)
      WITH RECURSIVE many (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM many LIMIT 1000)
      SELECT 'child ' || number, 'Mia', 'Jansen' FROM many;
    INSERT INTO "Parenthood" (parentId, childId, place)
      SELECT '${jan.accountId}', id, 1 FROM "Child" WHERE id LIKE 'child %';
    INSERT INTO "Parenthood" (parentId, childId, place)
      SELECT '${eva.accountId}', childId, 2 FROM "Parenthood" WHERE parentId = '${jan.accountId}';
    COMMIT`,
  );
  expect(await operator('account erase jan@example.org --yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await get('/api/Parent/children', eva.id)).content).toHaveLength(1002);
});

it('the operator learns, when an account is disabled, what waits with it, and what to do before it can be erased (D-32)', async () => {
  const { operator, post, doctor, enrol, family } = await openClinic();
  await enrol('Noor', 'Ast');
  await post(`/api/Doc/${doctor.accountId}/assistants`, { id: doctor.id, email: 'noor@example.org' });
  const [jan, eva] = [await family('Jan'), await family('Eva')];
  const added = await post(`/api/Case/${jan.caseId}/tasks`, { id: doctor.id, title: 'Look at the skin' });
  await post(`/api/Task/${(added.content as { TaskID: string }).TaskID}/close`, { id: doctor.id });
  expect((await post(`/api/Case/${jan.caseId}/certreq`, { id: jan.id })).status).toBe(200);
  await post(`/api/Case/${eva.caseId}/tasks`, { id: doctor.id, title: 'Look at the eyes' });

  expect(await operator.said('account disable zoë@example.org')).toMatch(
    /SESSIONS ENDED\n.* 1\nOngoing cases: 2\. Open tasks: 1\. Cases with a decision that waits: 1\. Certifications to confirm: 0\. Assistants: 1\.\nA manager gives the cases to other doctors in the portal, or a parent of each child does\.\n$/,
  );
  const waiting = { ongoingCases: 2, openTasks: 1, casesToDecide: 1, certificationsToConfirm: 0, assistants: 1 };
  expect(await operator.json('account disable zoë@example.org')).toMatchObject({
    waiting,
  });
  expect(await operator.said('account disable noor@example.org')).toMatch(/\nDoctors assisted: 1\.\n$/);
  expect(await operator.said('account disable jan@example.org')).toMatch(/SESSIONS ENDED\n.* 1\n$/);
  expect(await operator('account erase zoë@example.org --yes')).toEqual(
    refusedWith(
      `Nothing was erased: the doctor has ongoing cases. Disable the account first, so that no new ones come in; then have each finished by an assistant, or handed over by a manager or a parent. The first ones: ${jan.caseId}, ${eva.caseId}.\n`,
    ),
  );
});

it('the operator gives another address to an account that has lost its own, which its id names until then (D-28)', async () => {
  const { file, operator, post, doctor } = await openClinic();
  const { accountId } = doctor;
  // As whoever reads its mails leaves it, by the portal.
  changeStore(file, `UPDATE "Account" SET "email" = "id" WHERE "id" = '${accountId}'`);
  expect(await operator.said(`account disable ${accountId}`)).toMatch(/ none +Zoë Holm/);
  expect(await operator.json('account list')).toMatchObject([{ id: accountId, email: null }]);
  expect(await operator.json(`account set-email ${accountId} zoe@example.org`)).toMatchObject({
    id: accountId,
    email: 'zoe@example.org',
  });
  expect((await operator('account enable zoe@example.org')).exitCode).toBe(0);
  const login = await post('/api/Auth/login', { email: 'zoe@example.org', password: PASSWORD });
  expect(login.status).toBe(200);
});

it('the operator names the practice, and later changes a part of what is known', async () => {
  const file = join(scratchFolder(), 'health-case.db');
  await serve(file);
  const operator = operatorOn(file);
  const set = (...options: readonly string[]) => operator(['practice', 'set', '--name', 'Practice Holm', ...options]);
  expect((await set('--telephone', '+31 15 212 00 00', '--statement', 'Fit for school')).stdout).toBe(
    'name:         Practice Holm\ntelephone:    +31 15 212 00 00\nstatement:    Fit for school\n',
  );
  expect((await set('--telephone', '', '--sentence-nl', 'Open van 8 tot 12.')).exitCode).toBe(0);
  expect(await operator.json('practice show')).toEqual({
    practice: { name: 'Practice Holm', statement: 'Fit for school', sentenceNl: 'Open van 8 tot 12.' },
  });
  expect((await set('--privacy', 'example.org')).stderr).toContain('must be a URL that begins with https://');
});
