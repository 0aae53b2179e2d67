import { createOperatorApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { parsePasskeyName } from '../../src/model/values.ts';
import { openClinic, PASSWORD } from './clinic.ts';
import { deliveryOf } from './mails.ts';
import { attempt, codeOf, must } from './values.ts';

export const passkeyName = (text: string) => must(parsePasskeyName(text));

/** What a device answers to `options`, as `plainPasskeys` reads it. */
export const answer = (options: string, facts: object): string =>
  JSON.stringify({ challenge: JSON.parse(options).challenge, ...facts });

/** A clinic whose doctor is logged in, and devices of people there. A device has one key, and its public one is called as the id. */
export const openWithDevices = async () => {
  const clinic = await openClinic();
  const { app, doctor, logIn } = clinic;
  const here = await logIn(doctor);

  const offer = (more: object = {}) => app.offerPasskey({ ...here, password: attempt(PASSWORD), ...more });
  const optionsOf = async (more: object = {}) => must(await offer(more)).options;
  /** `facts`: what the device answers otherwise. */
  const add = async (id: string, facts: object = {}, more: object = {}) => {
    const response = answer(await optionsOf(more), { id, key: id, ...facts });
    return app.addPasskey({ ...here, ...more, response, name: passkeyName(`Key ${id}`) });
  };
  const challenge = async () => must(await app.challengePasskeyLogin({})).options;
  const signedBy = (id: string, options: string, facts: object = {}, owner: Account = doctor) =>
    answer(options, { id, key: id, owner: owner.id, ...facts });
  const logInBy = async (id: string, facts: object = {}) =>
    codeOf(await app.logInByPasskey({ response: signedBy(id, await challenge(), facts) }));
  const namesOf = async () => must(await app.listPasskeys(here)).map(({ name }) => name);
  const deliver = deliveryOf(clinic);
  const mailed = async () => {
    await deliver();
    return clinic.mailer.sent.splice(0).map(({ kind, to }) => [kind, to]);
  };
  const operator = createOperatorApplication(clinic);
  return { ...clinic, add, challenge, here, logInBy, mailed, namesOf, offer, operator, optionsOf, signedBy };
};
