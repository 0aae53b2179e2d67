import { vi } from 'vitest';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import type { CertificateId, Day, Statement } from '../../src/model/values.ts';
import { openClinicWithClosedTask } from './clinic.ts';
import { must, reason } from './values.ts';

const why = reason('Seen again, and found otherwise');

/** A clinic with a closed task, and what is done with its certificates: by the parent, unless it is said otherwise. */
export const openCertificates = async () => {
  const clinic = await openClinicWithClosedTask();
  const { app, doctor, parent, storage, taskId } = clinic;
  const { createCertificate, listPublicKeys, readStatusList } = createApplication(clinic);
  const operator = createOperatorApplication(clinic);
  const create = (more: object = {}) =>
    createCertificate({ actor: parent, id: taskId, disclosed: 'name', requestId: 'the request', ...more });
  const created = async (more: object = {}) => must(await create(more));
  const textOf = ({ token }: { readonly token: string }) => JSON.parse(token);
  const placeOf = async (id: CertificateId) => (await storage.read.certificates.find(id))?.status;
  const list = async (number = 0) => JSON.parse(must(await readStatusList({ number })).signed);
  const issue = (said: { statement?: Statement; validUntil?: Day } = {}) =>
    app.issueCertification({ actor: doctor, id: taskId, ...said });
  const revoke = async () => must(await app.revokeCertification({ actor: doctor, id: taskId, reason: why }));
  const call = { requestId: 'operator 1' };
  const keys = async () => must(await operator.listSigningKeys());
  const published = async () => must(await listPublicKeys()).map(({ kid }) => kid);
  const made = { create, created, textOf, placeOf, list, issue, revoke, readStatusList };
  return { ...clinic, ...made, operator, call, keys, published };
};

/** Draws these, and then the last one again and again. */
export const drawing = (random: { below: (limit: number) => number }, ...drawn: readonly number[]) => {
  const below = vi.spyOn(random, 'below').mockReturnValue(drawn.at(-1) ?? 0);
  for (const one of drawn) below.mockReturnValueOnce(one);
  return below;
};
