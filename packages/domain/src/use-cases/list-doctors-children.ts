import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { ChildEntry } from '../model/child.ts';
import { type Pages, type Paging, pagesOf } from '../model/request-options.ts';
import type { AccountId, ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { isDoctor, worksFor } from './participation.ts';

type Input = { readonly actor: Account; readonly doctorId: AccountId; readonly paging: Paging<ChildId> };
type Outcome = Result<Pages<ChildEntry>, Refusal<'DOCTOR_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

/** D-23: the doctor and those who assist the doctor see the list; a parent sees the own children in it. */
export const listDoctorsChildren =
  ({ storage }: Ports) =>
  async ({ actor, doctorId, paging }: Input): Promise<Outcome> => {
    const { accounts, assistants, children } = storage.read;
    const own = actor.id === doctorId && actor.role === 'Doc';
    if (!own && !(await isDoctor(accounts, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    if (actor.role === 'Par') {
      return ok(pagesOf((request) => children.ofDoctorAndParent(doctorId, actor.id, request), paging));
    }
    if (!(await worksFor(assistants, actor, doctorId))) return refuse('ROLE_NOT_ALLOWED');
    return ok(pagesOf((request) => children.ofDoctor(doctorId, request), paging));
  };
