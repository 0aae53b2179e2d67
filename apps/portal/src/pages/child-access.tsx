import type { Access } from '@health-case/domain/use-cases/children';
import { page } from '../kit/form.ts';
import { More, pageOf, pagingOf, Table, Text } from '../kit/show.tsx';
import { type MemberVisit, needed } from '../kit/visit.ts';
import { isFieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import { childIdOf, nameOf, pathOf } from './own-child.tsx';

const isKnown = (words: Words, action: string): action is keyof Words['access']['actions'] =>
  Object.hasOwn(words.access.actions, action);

/** An action may have parts behind a colon, such as the fields that were corrected. One that is new is told as it is. */
const actionIn = (words: Words, { action: recorded, by, on, whom }: Access): string => {
  const [action = '', parts = ''] = recorded.split(': ');
  if (!isKnown(words, action)) return recorded;
  const text = words.access.actions[action];
  if (action === 'parent removed' && on === by) return words.access.left;
  if (action === 'parent removed' && whom) return `${text}: ${nameOf(whom)}`;
  if (action !== 'child corrected') return text;
  const fields = parts.split(', ').flatMap((name) => (isFieldName(name) ? words.fields[name].label : []));
  return fields.length === 0 ? text : `${text}: ${fields.join(', ')}`;
};

const whoIn = ({ words, member }: MemberVisit, { byWhom }: Access): string => {
  if (byWhom === null) return words.access.nobody;
  if (byWhom.id === member.caller.actor.id) return words.access.you;
  return `${nameOf(byWhom)} (${words.common.roles[byWhom.role]})`;
};

/** D-34. */
const access = page('/children/:id/access', ['Par'], async (visit) => {
  const { app, call, words, formats } = visit;
  const { title, text, when, who, what, none } = words.access;
  const childId = childIdOf(visit);
  const listed = needed(await app.listAccess({ ...call, childId, paging: pagingOf(visit) }));
  const { entries, after } = await pageOf(listed);
  const path = pathOf(childId);
  return {
    title,
    back: path,
    isWide: true,
    body: (
      <>
        <Text>{text}</Text>
        {entries.length === 0 ? (
          <Text>{none}</Text>
        ) : (
          <Table
            caption={title}
            isCaptionHidden
            head={[when, who, what]}
            rows={entries.map((entry) => [formats.moment(entry.at), whoIn(visit, entry), actionIn(words, entry)])}
          />
        )}
        <More words={words} path={`${path}/access`} after={after} />
      </>
    ),
  };
});

export const accessPages = [access];
