/**
 * The small pools that the arguments of random calls come from. What belongs together, such as a case and its child, does
 * so by its position, so that any choice fits.
 */

/** Texts that databases, drivers and collations are known to trip over. */
export const TEXTS = [
  'a',
  'A',
  'null % _ * ? $1 :x --; {} <b>',
  `" ' \` \\`,
  'e\u0301\u00e9\u00df\u0130\ufb01',
  '\u{1f469}\u200d\u2695\ufe0f\u{10ffff}',
  '\u05d0\u200e\u3000\u200b',
];
export const MOMENTS = [1_790_000_000_000, 1_790_000_000_001, 1_790_000_060_000];
const [NOW = 0] = MOMENTS;
const idsOf = (kind: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) => `01970000-0000-7000-8000-0000000${kind}000${nth}`);
export const nth = <T>(things: readonly T[], index: number): T => things[index % things.length] as T;

export const ACCOUNT = idsOf(1, 7);
export const CHILD = idsOf(2, 4);
export const CASE = idsOf(3, 3);
export const TASK = idsOf(4, 4);
const CERTIFICATION = idsOf(5, 6);
export const EVENT = idsOf(6, 4);
const NAMES = ['ann', 'a_n', 'a%n', "o'neil", '\u00e9mile', 'emile'];
export const EMAIL = NAMES.map((name) => `${name}@example.org`);
export const DIGEST = ['aB', 'Ab', '_b', '-b'];
export const KEY = ['a key', 'A key', 'k_y'];
const [DOC_A, , , , PAR_A, PAR_B] = ACCOUNT;
export const accounts = ACCOUNT.map((id, index) => {
  const role = nth(['Doc', 'Doc', 'Ast', 'Ast', 'Par', 'Par', 'Par'], index);
  const [email, firstName] = [nth(EMAIL, index), nth(TEXTS, index)];
  return { account: { id, role, email, firstName, lastName: 'A', registeredAt: NOW }, passwordHash: firstName };
});
export const children = CHILD.map((id, index) => {
  const names = { firstName: nth(TEXTS, index + 3), lastName: 'A' };
  const socSecNum = nth(['AB 12-34', 'ab.1234', 'ab1234', undefined], index);
  return { id, parentId: index < 2 ? PAR_A : PAR_B, ...names, birthDate: index ? '2019-02-28' : undefined, socSecNum };
});
export const cases = CASE.map((id, index) => {
  const { id: childId, parentId } = nth(children, index === 2 ? 2 : 0);
  const facts = { childId, parentId, doctorId: nth(ACCOUNT, index % 2), title: nth(TEXTS, index) };
  return { id, ...facts, openedAt: NOW, status: 'ongoing' };
});
export const tasks = TASK.map((id, index) => {
  const caseId = nth(CASE, index === 3 ? 2 : 0);
  return { id, caseId, title: nth(TEXTS, index), status: 'open' };
});
/** Closed at moments in another order than that of the ids. */
export const closedTasks = tasks.map((one, index) => ({ ...one, status: 'closed', closedAt: nth(MOMENTS, 5 - index) }));
export const certifications = CERTIFICATION.map((id, index) => {
  const { id: taskId, caseId } = nth(tasks, index < 4 ? 0 : 3);
  return { id, taskId, caseId, requestedBy: DOC_A, requestedAt: nth(MOMENTS, index), status: 'requested' };
});
export const events = EVENT.map((id, index) => {
  const reason = index ? nth(TEXTS, index) : undefined;
  return { id, caseId: nth(CASE, index % 2), at: NOW, by: DOC_A, action: 'case reopened', reason };
});
export const decided = (status: string) => (one: object) => {
  const reason = status === 'issued' ? {} : { reason: nth(TEXTS, 4) };
  return { ...one, status, decidedAt: NOW, ...reason };
};
export const sessions = DIGEST.flatMap((digest, index) =>
  MOMENTS.map((lastUsedAt) => ({ digest, accountId: nth(ACCOUNT, index), startedAt: NOW, lastUsedAt })),
);
export const invitations = DIGEST.flatMap((digest, index) =>
  [undefined, PAR_A].map((usedBy) => ({ digest, role: 'Doc', issuedAt: nth(MOMENTS, index), expiresAt: NOW, usedBy })),
);
export const attempts = MOMENTS.map((forgottenAt, count) => {
  return { count, notBefore: NOW, forgottenAt, underWay: MOMENTS.slice(count) };
});
export const outcomes = KEY.flatMap((key, index) =>
  TEXTS.map((outcome) => ({ key, request: nth(['a', 'A'], outcome.length), outcome, at: nth(MOMENTS, index) })),
);
export const records = TEXTS.map((requestId, index) => {
  const [by, child] = [index % 3 ? nth(ACCOUNT, index) : undefined, index % 2 ? nth(CHILD, index) : undefined];
  const outcome = index % 2 ? 'OK' : 'TASKS_OPEN';
  return { at: nth(MOMENTS, index), requestId, action: 'case shown', by, on: nth(CASE, index), outcome, child };
});
