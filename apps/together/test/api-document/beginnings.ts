import { randomUUID } from 'node:crypto';
import type { Reply } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';

type Fields = Readonly<Record<string, string>>;

/** Who calls, and the identifiers that a document cannot know: those in the path, and those among the fields. */
export type Begun = { readonly session?: string; readonly path?: Fields; readonly fields?: Fields };

/** Makes the call of that name with the first example that the document has for it. */
export type Ask = (name: string, begun: Begun) => Promise<Reply>;

/** The operations that the document of variant A alone has. */
export const ONLY_A = [
  'requestCertification',
  'checkCertification',
  'issueCertification',
  'rejectCertification',
  'revokeCertification',
];

/** Brings about what each operation needs for its example to be served, by way of the others. Registering comes first. */
export const beginnings = (ask: Ask): Readonly<Record<string, () => Promise<Begun>>> => {
  const answered = async (name: string, begun: Begun, wanted: string): Promise<string> =>
    member(await ask(name, begun), wanted);
  const password = 'kW4!paper-rainbow';
  const logIn = (email: string, own = password) => answered('logIn', { fields: { email, password: own } }, 'id');
  const someone = async (session: string) => ({ session, id: await answered('describeAccount', { session }, 'ID') });
  const doctor = async () => someone(await logIn('greta@example.org', 'vT9#mossy-lantern'));
  const parent = async () => someone(await logIn('jan@example.org'));
  const newParent = async () => {
    const email = `${randomUUID()}@example.org`;
    await ask('registerAccount', { fields: { email, password, role: 'Par' } });
    return someone(await logIn(email));
  };

  const newChild = async () => {
    const { session } = await newParent();
    return { session, ChildID: await answered('addChild', { session }, 'ChildID') };
  };
  const newCase = async () => {
    const [{ session: parents, ChildID }, { session, id: DocID }] = [await newChild(), await doctor()];
    const id = await answered('openCase', { session: parents, fields: { ChildID, DocID } }, 'CaseID');
    return { parents, session, path: { id } };
  };
  const newTask = async () => {
    const { session, path } = await newCase();
    return { session, path, task: { id: await answered('addTask', { session, path }, 'TaskID') } };
  };
  const closedTask = async () => {
    const { session, path, task } = await newTask();
    await ask('closeTask', { session, path: task });
    return { session, path };
  };
  const after = (name: string, begin: () => Promise<Begun>) => async () => {
    const begun = await begin();
    await ask(name, begun);
    return begun;
  };
  const requested = after('requestCertification', closedTask);
  const practice = async () => {
    const { session, id } = await doctor();
    return { session, path: { id } };
  };

  return {
    registerAccount: async () => ({}),
    logIn: async () => ({}),
    describeAccount: parent,
    changePassword: newParent,
    logOut: newParent,
    listDoctors: parent,
    listAssistants: practice,
    listDoctorsChildren: practice,
    linkAssistant: practice,
    unlinkAssistant: async () => {
      const { session, path } = await practice();
      return { session, path: { ...path, AstID: await answered('linkAssistant', { session, path }, 'AstID') } };
    },
    addChild: newParent,
    listOwnChildren: newChild,
    openCase: async () => {
      const [{ session, ChildID }, { id: DocID }] = [await newChild(), await doctor()];
      return { session, fields: { ChildID, DocID } };
    },
    listCases: newCase,
    showCase: async () => closedTask(),
    showHistory: async () => closedTask(),
    addTask: newCase,
    closeTask: async () => {
      const { session, task } = await newTask();
      return { session, path: task };
    },
    finishCase: newCase,
    reopenCase: after('finishCase', newCase),
    requestCertification: closedTask,
    checkCertification: requested,
    issueCertification: requested,
    rejectCertification: requested,
    revokeCertification: after('issueCertification', requested),
    alive: async () => ({}),
    checkReadiness: async () => ({}),
  };
};
