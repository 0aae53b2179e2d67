import type { NoticeKind } from './notice.ts';

/** D-49: what is counted. */
export const FIGURES = [
  ...(['opened', 'finished', 'closed', 'closedLate', 'requested', 'issued', 'rejected', 'revoked'] as const),
] as const;
type FigureName = (typeof FIGURES)[number];

/** Who may be told of it, each of what kind. */
export type Audience = 'doctor' | 'formerDoctor' | 'assistants' | 'parents';
type Told = Readonly<Partial<Record<Audience, NoticeKind>>>;

const OPENED: Told = { doctor: 'new case', assistants: 'new case', parents: 'case opened' };
const HANDED_OVER: Told = {
  formerDoctor: 'case handed over',
  doctor: 'case received',
  assistants: 'new case',
  parents: 'doctor changed',
};
const WANTED: Told = { doctor: 'certificate wanted', assistants: 'certificate wanted' };
const DECIDED: Told = { parents: 'certification decided' };
const REVOKED: Told = { parents: 'certification revoked' };
const NOTED: Told = { doctor: 'note written', assistants: 'note written', parents: 'note written' };

/** `opens`: staff alone do it, so that the case is new to them no more (D-43), also if nobody of them has read it. */
type About = { readonly tells?: Told; readonly counts?: readonly FigureName[]; readonly opens?: true };

/** What happens in a case: who is told but did it not (D-27, D-32, D-43), and as what it counts (D-49). */
const ACTIONS = {
  'case opened': { tells: OPENED, counts: ['opened'] },
  'case finished': { tells: { parents: 'case finished' }, counts: ['finished'] },
  'case refused': { tells: { parents: 'case refused' }, counts: ['finished'] },
  'case reopened': {},
  'case renamed': { opens: true },
  'case handed over': { tells: HANDED_OVER },
  'task added': { opens: true },
  'task renamed': { opens: true },
  'task closed': { counts: ['closed'], opens: true },
  'task reopened': { opens: true },
  'certificate wanted': { tells: WANTED },
  'wish declined': { tells: DECIDED, counts: ['closed', 'requested', 'rejected'], opens: true },
  'wish withdrawn': {},
  'certification requested': { tells: { doctor: 'certification requested' }, counts: ['requested'] },
  'certification issued': { tells: DECIDED, counts: ['issued'], opens: true },
  'certification rejected': { tells: DECIDED, counts: ['rejected'], opens: true },
  'certification revoked': { tells: REVOKED, counts: ['revoked'] },
  'certification confirmed': { tells: DECIDED },
  'certification corrected': { tells: REVOKED },
  // Of the child, of whose cases each may have something to confirm: `corrections.ts` tells of that.
  'child corrected': {},
  // D-42: `parenthoods.ts` tells.
  'parent removed': {},
  'note written': { tells: NOTED },
  'note marked': {},
} as const satisfies Readonly<Record<string, About>>;

export type CaseAction = keyof typeof ACTIONS;
export const CASE_ACTIONS = Object.keys(ACTIONS) as readonly CaseAction[];
export const aboutAction = (action: CaseAction): About => ACTIONS[action];
