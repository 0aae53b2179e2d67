import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { openClinic, type Who } from '../support/clinic.ts';
import { listed } from '../support/outcomes.ts';

describe("listing one's own children", () => {
  test('shows first name, last name and id of the own children, in the order in which they were added', async () => {
    const { app, childOf, otherParent, parent } = await openClinic();
    const zoe = await childOf(parent, 'Zoe');
    await childOf(otherParent, 'Otto');
    const adam = await childOf(parent, 'Adam');
    expect(await listed(app.listOwnChildren({ actor: parent, paging: {} }))).toStrictEqual([
      { id: zoe, firstName: 'Zoe', lastName: 'Example' },
      { id: adam, firstName: 'Adam', lastName: 'Example' },
    ]);
    expect(await listed(app.listOwnChildren({ actor: parent, paging: { after: zoe } }))).toMatchObject([{ id: adam }]);
  });

  test.each<Who>(['doctor', 'assistant'])('is not for the %s, who has none here (D-23)', async (who) => {
    const { app, [who]: actor } = await openClinic();
    expect(await app.listOwnChildren({ actor, paging: {} })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });
});
