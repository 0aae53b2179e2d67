import { type Issuer, verifyCertificate } from '@health-case/client/certificate';
import { type ClientA, createClientA, unwrap } from '@health-case/client/variant-a';
import { type ClientB, createClientB } from '@health-case/client/variant-b';

/** What a page gets, of another origin than the service: answers, a list by pages, and refusals with their codes. */
const use = async (client: ClientA | ClientB, email: string): Promise<readonly unknown[]> => {
  const credentials = { email, password: 'vT9#mossy-lantern' };
  unwrap<unknown>(await client.registerAccount({ firstName: 'Greta', lastName: 'Holm', role: 'Doc', ...credentials }));
  unwrap(await client.logIn(credentials));
  const { ID: id, firstName } = unwrap(await client.describeAccount());
  const ids: string[] = [];
  for await (const doctor of client.listDoctors.each({ limit: 1 })) ids.push(unwrap(doctor).id);
  const unlinked = await client.unlinkAssistant({ id, AstID: id });
  client.session = 'none';
  const listed = await client.listDoctors();
  const codes = [unlinked, listed].map((result) => !result.ok && result.refusal.code);
  return [firstName, ids.includes(id), ...codes, client.session];
};

export const useBoth = async (a: string, b: string): Promise<readonly unknown[]> => [
  await use(createClientA(a), 'greta@example.org'),
  await use(createClientB(b), 'gerda@example.org'),
];

/** The verdicts on each text, with each list. */
export const verifyAll = (issuer: Issuer, texts: readonly string[], lists: readonly string[], now: number) =>
  Promise.all(
    lists.map((list) => {
      const options = { issuers: [issuer], statusList: async () => list, now: new Date(now * 1000) };
      return Promise.all(texts.map(async (text) => (await verifyCertificate(text, options)).verdict));
    }),
  );
