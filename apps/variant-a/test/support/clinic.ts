import { caseWork } from './case-work.ts';
import { type OpenService, openService } from './service.ts';

/** Variant A at work: what its endpoints offer, and what happens between them. */
export const openClinic = () => {
  const service = openService();
  const work = caseWork(service);
  return { ...service, ...work, ...practices(service, work) };
};

export type Clinic = ReturnType<typeof openClinic>;

const practices = ({ arrive, addChild }: OpenService, work: ReturnType<typeof caseWork>) => {
  const staff = async () => {
    const [doctor, assistant, parent] = [await arrive('Doc'), await arrive('Ast'), await arrive('Par')];
    await work.assist(doctor, assistant);
    return { doctor, assistant, parent };
  };
  type Staff = Awaited<ReturnType<typeof staff>>;

  const caseAt = async ({ doctor, assistant, parent }: Staff) => {
    const childId = await addChild(parent);
    return { doctor, assistant, parent, childId, caseId: await work.openCase(parent, childId, doctor) };
  };

  /** A doctor with an assistant, and a parent whose child has an ongoing case there: all of them new. */
  const practice = async () => caseAt(await staff());

  const known = new Map<string, Promise<Staff>>();
  /** A new case at a practice that many tests share; of two `names`, the people have no part in each other's cases. */
  const newCase = async (name = 'first') => {
    const people = known.get(name) ?? staff();
    known.set(name, people);
    return caseAt(await people);
  };

  /** A new case with one closed task. */
  const newClosedTask = async (name = 'first') => {
    const opened = await newCase(name);
    return { ...opened, taskId: await work.closedTask(opened.doctor, opened.caseId) };
  };

  return { practice, newCase, newClosedTask };
};
