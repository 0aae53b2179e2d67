import { LARGE, type Size, SMALL, spread, tokenOf } from '../data/sizes.ts';
import { bearer } from '../http.ts';
import { atMost, type Verdict } from '../report/row.ts';
import { betterAuth, L1, service } from '../systems/contender.ts';
import type { Work } from '../throughput.ts';
import { askForChildren, busyDoctors } from './sqlite.ts';

const CLIENTS = 32;
const [FEW, MANY] = ['service, 10,000', 'service, 1,000,000'] as const;
const [L1_FEW, L1_MANY] = ['L1, 10,000', 'L1, 1,000,000'] as const;

const bySize = (most: number): Pick<Work, 'comparedWith' | 'goals'> => ({
  comparedWith: { [L1_FEW]: L1_FEW, [L1_MANY]: L1_FEW, 'better-auth': FEW },
  goals: { [MANY]: (ratio): Verdict => atMost(most, ratio, '× the time at 10,000') },
});

const contenders = [service('a', { size: SMALL, name: FEW }), service('a', { size: LARGE, name: MANY })];
const bystanders = [L1(SMALL, L1_FEW), L1(LARGE, L1_MANY)];

/** 2,000 sessions: more of their pages than a connection keeps. */
const manySessions = ({ sessions }: Size): readonly number[] => spread(sessions, 2000);

/** What must not become slow with the number of rows. */
export const growth: readonly Work[] = [
  {
    id: 'children-by-size',
    title: "A doctor's children, by size of the store",
    contenders,
    bystanders,
    requests: askForChildren,
    sessions: busyDoctors,
    connections: CLIENTS,
    ...bySize(1.5),
  },
  {
    id: 'sessions-by-size',
    title: 'Session check, by number of sessions',
    contenders: [...contenders, betterAuth(SMALL)],
    bystanders,
    requests: (size) =>
      manySessions(size).map((session) => ({ path: '/api/Auth/me', headers: bearer(tokenOf(session)) })),
    sessions: manySessions,
    connections: CLIENTS,
    ...bySize(1.3),
  },
];
