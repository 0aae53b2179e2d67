import type { PageLimit } from '@health-case/domain/model/pages';
import type { AuditRecordId } from '@health-case/domain/model/values';
import type { Access } from '@health-case/domain/use-cases/children';
import { nameOf } from '../kit/elements.tsx';
import { firstPage, type MemberVisit, needed, page } from '../kit/form.ts';
import { More, pagingOf, Table, Text } from '../kit/show.tsx';
import { isFieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import { childIdOf, pathOf } from './own-child.tsx';

const isKnown = (words: Words, action: string): action is keyof Words['access']['actions'] =>
  Object.hasOwn(words.access.actions, action);

/** An action may have parts behind a colon, such as the fields that were corrected. One that is new is told as it is. */
const actionIn = (words: Words, { action: recorded, by, on, whom }: Access): string => {
  const [action = '', parts = ''] = recorded.split(': ');
  if (!isKnown(words, action)) return recorded;
  const text = words.access.actions[action];
  if (action === 'parent removed' && on === by) return words.access.left;
  if (action === 'parent removed' && whom) return words.common.labelled(text, nameOf(whom));
  if (action !== 'child corrected') return text;
  const fields = parts.split(', ').flatMap((name) => (isFieldName(name) ? words.fields[name].label : []));
  return fields.length === 0 ? text : words.common.labelled(text, fields.join(', '));
};

const whoIn = ({ words, member }: MemberVisit, { byWhom }: Access): string => {
  if (byWhom === null) return words.access.nobody;
  if (byWhom.id === member.caller.actor.id) return words.children.parents.you;
  return `${nameOf(byWhom)} (${words.common.roles[byWhom.role]})`;
};

/** In entries. What somebody did on a day becomes one row. */
const ENTRIES = 200 as PageLimit;

/** Up to the end of a day: its rest begins the next page, unless the day alone fills one. */
const wholeDays = (entries: readonly Access[], dayOf: (entry: Access) => string) => {
  const last = entries.at(-1);
  if (!last || entries.length < ENTRIES) return { shown: entries, after: undefined, goesOn: false };
  const end = entries.findLastIndex((entry) => dayOf(entry) !== dayOf(last)) + 1;
  const shown = end > 0 ? entries.slice(0, end) : entries;
  return { shown, after: shown.at(-1)?.id, goesOn: end === 0 };
};

/** One row for each day and person: what was done, and how often. */
const rowsOf = (visit: MemberVisit, entries: readonly Access[], dayOf: (entry: Access) => string) => {
  const { words } = visit;
  const groups = Map.groupBy(entries, (entry) => `${dayOf(entry)} ${entry.byWhom?.id}`);
  return [...groups.values()].map((group) => {
    const actions = Map.groupBy(group, (entry) => actionIn(words, entry));
    const told = Array.from(actions, ([action, { length }]) =>
      length === 1 ? action : `${action}, ${words.access.times(length)}`,
    );
    const [first] = group;
    return [first && dayOf(first), first && whoIn(visit, first), told.map((text) => <div>{text}</div>)];
  });
};

/** D-34. */
const access = page('/children/:id/access', ['Par'], async (visit) => {
  const { app, call, words, formats, cases } = visit;
  const { title, text, own, goesOn: restFollows, when, none } = words.access;
  const childId = childIdOf(visit);
  const paging = { ...pagingOf<AuditRecordId>(visit), limit: ENTRIES };
  const entries = await firstPage(needed(await app.listAccess({ ...call, childId, paging })));
  const dayOf = ({ at }: Access) => formats.dayAt(at);
  const { shown, after, goesOn } = wholeDays(entries, dayOf);
  const isOwn = ({ byWhom }: Access) => byWhom?.id === call.actor.id;
  const [ofOthers, ofReader] = [shown.filter((entry) => !isOwn(entry)), shown.filter(isOwn)];
  const tableOf = (caption: string, some: readonly Access[], isCaptionHidden = false) =>
    some.length === 0 ? null : (
      <Table
        caption={caption}
        isCaptionHidden={isCaptionHidden}
        head={[when, cases.who, cases.what]}
        rows={rowsOf(visit, some, dayOf)}
      />
    );
  const path = pathOf(childId);
  return {
    title,
    back: path,
    isWide: true,
    body: [
      <Text>{text}</Text>,
      shown.length === 0 ? <Text>{none}</Text> : null,
      tableOf(title, ofOthers, true),
      tableOf(own, ofReader),
      goesOn ? <Text>{restFollows}</Text> : null,
      <More after={after} />,
    ],
  };
});

export const pages = [access];
