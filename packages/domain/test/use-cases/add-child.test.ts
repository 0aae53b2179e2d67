import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { openClinic, type Who } from '../support/clinic.ts';
import { codeOf, listed, must } from '../support/outcomes.ts';
import { at, day, name, number } from '../support/values.ts';

const carla = { firstName: name('Carla'), lastName: name('Example') };
const numbered = (text: string) => ({ ...carla, socSecNum: number(text) });

describe('adding a child', () => {
  test("puts it in the parent's own account, with all that is known of it", async () => {
    const { app, parent, storage } = await openClinic();
    const facts = { ...carla, birthDate: day('2020-02-29'), socSecNum: number('756.9217.0769.85') };
    const id = must(await app.addChild({ actor: parent, ...facts }));
    expect(await storage.read.children.record(id)).toEqual({ id, parentId: parent.id, ...facts });
  });

  test('needs no more than its names, as variant B gives them (D-11)', async () => {
    const { app, parent, storage } = await openClinic();
    const id = must(await app.addChild({ actor: parent, ...carla }));
    const nothingMore = { birthDate: undefined, socSecNum: undefined };
    expect(await storage.read.children.record(id)).toStrictEqual({ id, parentId: parent.id, ...carla, ...nothingMore });
  });

  test.each<Who>(['doctor', 'assistant'])('is not for the %s to do (D-23)', async (who) => {
    const { app, [who]: actor } = await openClinic();
    expect(await app.addChild({ actor, ...carla })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });
});

describe('the birth date of a child that is added (D-13)', () => {
  test.each([
    ['2026-06-15T09:59:59.999Z', 'BIRTH_DATE_IN_FUTURE'],
    ['2026-06-15T10:00:00.000Z', 'OK'],
  ])('tomorrow in UTC, added at %s: %s', async (now, code) => {
    const { app, clock, parent } = await openClinic();
    clock.set(at(now));
    expect(codeOf(await app.addChild({ actor: parent, ...carla, birthDate: day('2026-06-16') }))).toBe(code);
  });

  test('adds nobody when it lies in the future', async () => {
    const { app, parent } = await openClinic();
    const outcome = await app.addChild({ actor: parent, ...carla, birthDate: day('2027-01-01') });
    expect(outcome).toEqual(refuse('BIRTH_DATE_IN_FUTURE'));
    expect(await listed(app.listOwnChildren({ actor: parent, paging: {} }))).toEqual([]);
  });
});

describe('the social security number of a child that is added (D-14)', () => {
  test.each(['AB 12-34', 'ab1234', 'A.B.1.2.3.4', 'ab/12/34'])(
    'is known to the parent when written as %s',
    async (text) => {
      const { app, parent } = await openClinic();
      must(await app.addChild({ actor: parent, ...numbered('AB12 34') }));
      expect(await app.addChild({ actor: parent, ...numbered(text) })).toEqual(refuse('CHILD_KNOWN'));
      expect((await listed(app.listOwnChildren({ actor: parent, paging: {} }))).length).toBe(1);
    },
  );

  test('may be added by two parents', async () => {
    const { app, parent, otherParent } = await openClinic();
    must(await app.addChild({ actor: parent, ...numbered('AB1234') }));
    expect(codeOf(await app.addChild({ actor: otherParent, ...numbered('AB1234') }))).toBe('OK');
  });

  test('tells two children of one parent apart, whatever their names', async () => {
    const { app, parent } = await openClinic();
    must(await app.addChild({ actor: parent, ...numbered('AB1234') }));
    expect(codeOf(await app.addChild({ actor: parent, ...numbered('AB1235') }))).toBe('OK');
  });

  test('may be missing as often as one likes', async () => {
    const { app, parent } = await openClinic();
    const [first, second] = [
      await app.addChild({ actor: parent, ...carla }),
      await app.addChild({ actor: parent, ...carla }),
    ];
    expect(must(first)).not.toBe(must(second));
  });

  test('is added by exactly one of two calls at once', async () => {
    const { app, parent } = await openClinic();
    const twice = [0, 1].map(() => app.addChild({ actor: parent, ...numbered('AB1234') }));
    const outcomes = await Promise.all(twice);
    expect(outcomes.map(codeOf).sort()).toEqual(['CHILD_KNOWN', 'OK']);
  });
});
