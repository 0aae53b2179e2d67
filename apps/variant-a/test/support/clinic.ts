import { caseWork } from './case-work.ts';
import { type OpenService, once, openService } from './service.ts';

/** Variant A at work: what its endpoints offer, and what happens between them. */
export const openClinic = () => {
  const service = openService();
  const work = caseWork(service);
  return { ...service, ...work, ...practices(service, work) };
};

export type Clinic = ReturnType<typeof openClinic>;

const practices = ({ arrive, addChild }: OpenService, work: ReturnType<typeof caseWork>) => {
  const staff = async () => {
    const [doctor, assistant, parent] = await Promise.all([arrive('Doc'), arrive('Ast'), arrive('Par')]);
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

  const staffs = { first: once(staff), other: once(staff) };
  type Practice = keyof typeof staffs;

  /** A new case at one of two practices that many tests share; neither has a part in the cases of the other. */
  const newCase = async (at: Practice = 'first') => caseAt(await staffs[at]());

  /** A new case with one closed task. */
  const newClosedTask = async (at: Practice = 'first') => {
    const opened = await newCase(at);
    return { ...opened, taskId: await work.closedTask(opened.doctor, opened.caseId) };
  };

  return { practice, newCase, newClosedTask };
};
