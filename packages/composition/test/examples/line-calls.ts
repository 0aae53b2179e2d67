import type { Application } from '@health-case/domain/application';
import {
  type Account,
  parsePassword,
  parsePasswordAttempt,
  parseRole,
  type SessionToken,
} from '@health-case/domain/model/account';
import type { Certification } from '@health-case/domain/model/case';
import { type ChildEntry, parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import {
  parseAccountId,
  parseCaseId,
  parseCaseOrTaskId,
  parseChildId,
  parsePersonName,
  parseTaskId,
  parseTitle,
} from '@health-case/domain/model/values';
import { anyone, entries, fields, nothing, session, value } from './line-call.ts';

const names = { firstName: parsePersonName, lastName: parsePersonName };

const registration = fields({ ...names, email: parseEmail, password: parsePassword, role: parseRole });
const credentials = fields({ email: parseEmail, password: parsePasswordAttempt });
const newChild = fields({ ...names, birthDate: parseBirthDate, socSecNum: parseSocSecNum });
const newCase = fields({ childId: parseChildId, doctorId: parseAccountId, title: parseTitle });
const newTask = fields({ caseId: parseCaseId, title: parseTitle });
const oneTask = fields({ taskId: parseTaskId });
const caseOrTask = fields({ id: parseCaseOrTaskId });
const wholeList = fields({}, () => ({ paging: {} }));

const account = value(({ id }: Account) => id);
const token = value((opened: { readonly token: SessionToken }) => opened.token);
const created = value((id: string) => id);
const status = value((certification: Certification) => certification.status);
const children = entries(({ id, firstName, lastName }: ChildEntry) => ({ id, firstName, lastName }));

// biome-ignore format: a table is read by its columns
export const lineCalls = (app: Application) => ({
  register:             anyone(registration, app.registerAccount,      account),
  logIn:                anyone(credentials,  app.logIn,                token),
  addChild:             session(newChild,    app.addChild,             created),
  listChildren:         session(wholeList,   app.listOwnChildren,      children),
  openCase:             session(newCase,     app.openCase,             created),
  addTask:              session(newTask,     app.addTask,              created),
  closeTask:            session(oneTask,     app.closeTask,            nothing),
  requestCertification: session(caseOrTask,  app.requestCertification, created),
  issueCertification:   session(caseOrTask,  app.issueCertification,   nothing),
  checkCertification:   session(caseOrTask,  app.checkCertification,   status),
});
