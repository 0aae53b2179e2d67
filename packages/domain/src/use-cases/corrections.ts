import { isOver, type ToConfirm } from '../model/case.ts';
import type { CorrectedField } from '../model/child.ts';
import type { AccountId, CaseId, ChildId } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import type { Platform } from './declaration.ts';
import { tellOthers } from './mails.ts';

type Corrected = {
  /** Missing: the operator. */
  readonly by: AccountId | undefined;
  readonly cases: readonly CaseId[];
  readonly fields: readonly CorrectedField[];
};

/** D-30: the history of each case says which fields of the child were corrected. */
export const recordCorrection = async (
  { by, cases, fields }: Corrected,
  { history }: Stores,
  { ids, clock }: Platform,
): Promise<void> => {
  if (fields.length === 0) return;
  const event = { by, action: 'child corrected', at: clock.now(), reason: undefined, to: undefined, fields } as const;
  for (const caseId of cases) await history.append({ ...event, id: ids.next(), caseId });
};

type Asked = { readonly kind: 'certification to confirm' | 'certification to correct'; readonly accountId: AccountId };

/** D-30: whoever issued it, and where that one cannot log in the doctor of the case, and who stands in for that one (D-41). */
const askedOf = async (
  { decidedBy, doctorId }: ToConfirm,
  { accounts, covers }: Stores,
  { calendar, clock }: Platform,
): Promise<readonly Asked[]> => {
  if (await accounts.findAvailable(decidedBy)) return [{ kind: 'certification to confirm', accountId: decidedBy }];
  const deputies = await covers.deputiesOf(doctorId, calendar.dayOf(clock.now()));
  return [doctorId, ...deputies].map((accountId) => ({ kind: 'certification to correct', accountId }));
};

type Changing = Pick<Corrected, 'by'> & { readonly children: readonly ChildId[] };

/**
 * D-30: makes a change by which children may be called otherwise, and tells each doctor who has to do something about it from
 * then on, but not whoever makes it. `toConfirm`: how much that is; `left`: with what was to be confirmed before.
 */
export const tellingDoctors = async <Outcome>(
  { children, by }: Changing,
  change: () => Promise<Outcome>,
  stores: Stores,
  ports: Platform,
) => {
  const found = async () => (await Promise.all(children.map(stores.certifications.toConfirmOf))).flat();
  const before = new Set((await found()).map(({ id }) => id));
  const outcome = await change();
  const now = ports.clock.now();
  const left = (await found()).filter((one) => !isOver(one, now, ports.calendar));
  const added = left.filter(({ id }) => !before.has(id));
  const told = new Map<string, Asked>();
  for (const one of added)
    for (const asked of await askedOf(one, stores, ports)) told.set(`${asked.kind} ${asked.accountId}`, asked);
  for (const { kind, accountId } of told.values())
    await tellOthers(kind, { to: [accountId], except: by }, stores, ports);
  return { outcome, toConfirm: added.length, left: left.length };
};
