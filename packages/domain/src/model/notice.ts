import type { Account, Role } from './account.ts';

/** D-43: what an account may be told of, and who is. */
const TOPICS = {
  'new case': ['Doc', 'Ast'],
  note: ['Doc', 'Ast', 'Par'],
  'task due': ['Doc', 'Ast'],
  'decision waiting': ['Doc'],
  'to confirm': ['Doc'],
  'handed over': ['Doc', 'Par'],
  'case opened': ['Par'],
  'case finished': ['Par'],
  decided: ['Par'],
  'parents changed': ['Par'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Topic = keyof typeof TOPICS;
/** D-40: managers confirm, too. */
export const topicsOf = ({ role, isManager }: Pick<Account, 'role' | 'isManager'>): readonly Topic[] =>
  ALL_TOPICS.filter((topic) => TOPICS[topic].some((one) => one === role) || (isManager && topic === 'to confirm'));
export const ALL_TOPICS = Object.keys(TOPICS) as readonly Topic[];

export const NOTICE_TIMES = ['at once', 'daily', 'never'] as const;
type NoticeTime = (typeof NOTICE_TIMES)[number];
export type NoticeChoice = { readonly topic: Topic; readonly time: NoticeTime };

/** D-43: how much waits for somebody. */
export type Work = Readonly<Record<'newCases' | 'openTasks' | 'decisions' | 'unreadNotes', number>>;
/** Whether there are any tasks, or accounts to confirm, as 1 or 0. */
type Waiting = Work & { readonly dueTasks: number; readonly accounts: number };

/** What must still wait when the daily mail is written, if that can be counted. */
type About = { readonly topic: Topic; readonly waits?: keyof Waiting };

/** D-27: what an account need not be told, and what each is about. */
const NOTICES = {
  'new case': { topic: 'new case', waits: 'newCases' },
  'certificate wanted': { topic: 'new case', waits: 'openTasks' },
  'certification requested': { topic: 'decision waiting', waits: 'decisions' },
  'certification decided': { topic: 'decided' },
  // Of its own kind: what was told of before, and nobody has read yet, holds no more.
  'certification revoked': { topic: 'decided' },
  'child corrected': { topic: 'decided' },
  'certification to confirm': { topic: 'to confirm', waits: 'decisions' },
  'certification to correct': { topic: 'to confirm', waits: 'decisions' },
  'account to confirm': { topic: 'to confirm', waits: 'accounts' },
  'case handed over': { topic: 'handed over' },
  'case received': { topic: 'handed over', waits: 'newCases' },
  'doctor changed': { topic: 'handed over' },
  'case opened': { topic: 'case opened' },
  'case finished': { topic: 'case finished' },
  'case refused': { topic: 'case finished' },
  'task due': { topic: 'task due', waits: 'dueTasks' },
  'note written': { topic: 'note', waits: 'unreadNotes' },
  'parents changed': { topic: 'parents changed' },
} as const satisfies Readonly<Record<string, About>>;
export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as readonly NoticeKind[];

type Owner = Pick<Account, 'notices'>;

/** D-27: unless another time was chosen for the topic. Who reads a child's data is a matter of security. */
const usualTime = ({ notices }: Owner, topic: Topic): NoticeTime =>
  notices === 'security' && topic !== 'parents changed' ? 'never' : 'at once';

export const timeOf = (owner: Owner, choices: readonly NoticeChoice[], topic: Topic): NoticeTime =>
  choices.find((choice) => choice.topic === topic)?.time ?? usualTime(owner, topic);

export const topicOf = (kind: NoticeKind): Topic => NOTICES[kind].topic;

export const timeOfKind = (owner: Owner, choices: readonly NoticeChoice[], kind: NoticeKind): NoticeTime =>
  timeOf(owner, choices, topicOf(kind));

export const stillWaits = (kind: NoticeKind, waiting: Waiting): boolean => {
  const { waits }: About = NOTICES[kind];
  return waits === undefined || waiting[waits] > 0;
};
