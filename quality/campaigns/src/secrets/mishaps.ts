import type { Instance } from '../ground/processes.ts';
import { type Call, endpoint, keyed } from '../ground/words.ts';
import { type Journey, type Made, type People, unheardOf } from './journey.ts';

/** All calls of a journey once more, each wrong in every way in which it can hold a secret where none belongs. */
export const mistake = async (call: Call, to: Instance, people: People, { sessions, made }: Journey): Promise<void> => {
  const [id, other, { email, password }] = [sessions.Par, sessions.Doc, people.Par];
  const socSecNum = `Zß 56-78/${unheardOf()}`;
  const all = { id, password, newPassword: password, socSecNum };
  const bodies = [
    JSON.stringify(all).slice(0, -1),
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    {
      ...all,
      email: password,
      role: password,
      firstName: socSecNum.repeat(9),
      birthDate: socSecNum,
      limit: id,
      after: other,
    },
    { ...all, title: { password }, reason: [socSecNum], ChildID: id, DocID: other, TaskID: id, invitation: password },
    { ...all, id: `${id}${other}` },
    { ...all, password: password.repeat(9), newPassword: '1', socSecNum: `${socSecNum}#` },
  ];
  for (const called of new Set(made.map((one) => one.called))) {
    for (const body of bodies) await call(to, called, body);
    await call(to, called, { id }, { Authorization: `Bearer ${other}` });
    await call(to, `${called}/${id}`, { id });
  }
  for (const [name, key] of [
    ['logIn', undefined],
    ['register', `key ${unheardOf()}`],
    ['addChild', id],
  ] as const) {
    await call(
      to,
      endpoint(to.variant, name),
      { ...all, email, password: `${password}?` },
      key ? keyed(key.replace(' ', '-')) : {},
    );
  }
};

/** All calls of a journey once more, while something is wrong with the store. Resolves to how many were not answered OK. */
export const repeat = async (call: Call, to: Instance, made: readonly Made[]): Promise<number> => {
  let failed = 0;
  for (const { called, body } of made) if ((await call(to, called, body)).status === 503) failed += 1;
  return failed;
};
