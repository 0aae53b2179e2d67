import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import { createMemoryStorage } from '@health-case/domain/memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf, cellsWithoutSession } from './matrix/cells.ts';
import { liveCells } from './matrix/live-cells.ts';
import { byUseCase, endpointsWithSession, type Place, throughHttp, VARIANTS } from './matrix/place.ts';
import { refusedSessions } from './matrix/refused-sessions.ts';
import { REFUSED_SESSIONS } from './matrix/sessions.ts';
import type { Subject } from './matrix/subject.ts';
import { subjects, subjectsOf } from './matrix/subjects.ts';

const BOTH = ['A', 'B'] as const;

/** A row that goes takes its cells with it: then, and only then, these go down. */
const LEAST = { live: 2988, refusedSessions: 1920 };

let started: TestService | undefined;
const memory = createMemoryStorage();
beforeAll(async () => {
  started = await startTestService([VARIANTS.A, VARIANTS.B]);
});
afterAll(() => started?.stop());

const service = (): TestService => {
  if (!started) throw new Error('The service has not been started.');
  return started;
};

let asserted = 0;
const count = (): void => {
  asserted += 1;
};
afterAll(() => {
  process.stdout.write(`authorisation matrix: ${asserted} cells\n`);
});

const once = (make: () => Place): (() => Place) => {
  let made: Place | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Of each endpoint of a variant one subject: to a session that is none, all are alike. */
const firstOfEach = (variant: 'A' | 'B'): readonly Subject[] => {
  const byEndpoint = new Map<string, Subject>();
  for (const subject of subjectsOf(variant)) {
    if (!byEndpoint.has(subject.endpoint)) byEndpoint.set(subject.endpoint, subject);
  }
  return [...byEndpoint.values()];
};

describe('the authorisation matrix (D-23)', () => {
  it.each(BOTH)('has cells for each row of variant %s that asks for a session, and for no other', (variant) => {
    const endpoints = firstOfEach(variant).map(({ endpoint }) => endpoint);
    expect(endpoints.toSorted()).toEqual(endpointsWithSession(variant).toSorted());
  });

  it('has not become smaller than it was', () => {
    const live = [...subjects, ...subjects, ...subjectsOf('A'), ...subjectsOf('B')].flatMap(cellsOf);
    const refused = BOTH.flatMap(firstOfEach).flatMap(cellsWithoutSession);
    expect(live.length).toBeGreaterThanOrEqual(LEAST.live);
    expect(refused.length * Object.keys(REFUSED_SESSIONS).length).toBeGreaterThanOrEqual(LEAST.refusedSessions);
  });
});

describe('by use case, on the memory storage', () => {
  const place = once(() => byUseCase(service().inside, memory));
  liveCells(subjects, place, count);
});

describe('by use case, on SQLite', () => {
  const place = once(() => byUseCase(service().inside, service().inside.storage));
  liveCells(subjects, place, count);
});

describe.each(BOTH)('through HTTP, in variant %s', (variant) => {
  const place = once(() => throughHttp(service().inside, service().ports[variant] ?? Number.NaN));
  describe('with a live session', () => {
    liveCells(subjectsOf(variant), place, count);
  });
  describe('without one', () => {
    refusedSessions(firstOfEach(variant), place, count);
  });
});
