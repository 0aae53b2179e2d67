import type { ShownNote } from '@health-case/domain/model/note';
import { createdAt, type NoteId, type NoteText, parseNoteText } from '@health-case/domain/model/values';
import { nameOf } from '../kit/elements.tsx';
import { reason } from '../kit/fields.ts';
import { type FieldRule, form, idIn, listPage, type MemberVisit, needed, page, type Visit } from '../kit/form.ts';
import { ButtonLink, Facts, Link, List, listed, More, PAGE_SIZE, pagingOf, Text, TextLink, tag } from '../kit/show.tsx';
import { aboutCase, caseFacts, caseIdOf, casePath, childrenApart, isOngoing } from './case-forms.tsx';

/** D-45: notes on a case, the newest first. */

const notesPath = (visit: Visit): string => `${casePath(visit)}/notes`;

const Lines = ({ text }: { readonly text: string }) => <p class="govuk-body portal-lines">{text}</p>;

const NoteShown = ({ visit, shown }: { readonly visit: MemberVisit; readonly shown: ShownNote }) => {
  const { formats, cases, common } = visit;
  const { id, at, byWhom, isUnread, text, wrong, mayMark } = shown;
  const who = byWhom ? `${nameOf(byWhom)} (${common.roles[byWhom.role]})` : cases.nobody;
  const when = formats.moment(at);
  return (
    <li>
      <p class="govuk-body-s govuk-!-margin-bottom-1">
        {who}, {when} {isUnread ? tag(cases.unread, 'blue') : null}
        {wrong ? tag(cases.wrongNote, 'red') : null}
      </p>
      {text === undefined ? null : <Lines text={text} />}
      {wrong?.reason === undefined ? null : <Text>{common.labelled(cases.reason, wrong.reason)}</Text>}
      {mayMark ? (
        <p class="govuk-body-s">
          <Link href={`${notesPath(visit)}/${id}/error`}>
            {cases.markNote}
            <span class="govuk-visually-hidden"> {cases.markNoteWhat(when)}</span>
          </Link>
        </p>
      ) : null}
    </li>
  );
};

type NotesProps = { readonly visit: MemberVisit; readonly notes: readonly ShownNote[]; readonly isOngoing: boolean };

export const Notes = ({ visit, notes, isOngoing }: NotesProps) => {
  const { cases } = visit.words;
  return [
    notes.length === 0 ? (
      <Text>{cases.noNotes}</Text>
    ) : (
      <ol class="govuk-list govuk-list--spaced">
        {notes.map((shown) => (
          <NoteShown visit={visit} shown={shown} />
        ))}
      </ol>
    ),
    isOngoing ? <ButtonLink href={`${notesPath(visit)}/new`}>{cases.writeNote}</ButtonLink> : null,
  ];
};

/** So many of the last ones stand on the page of the case. */
export const LAST_NOTES = 5;
export const AllNotes = ({ visit, notes }: Pick<NotesProps, 'visit' | 'notes'>) =>
  notes.length < LAST_NOTES ? null : <TextLink href={notesPath(visit)}>{visit.words.cases.allNotes}</TextLink>;

const ofCase = page('/cases/:id/notes', 'member', async (visit) => {
  const { app, call, words } = visit;
  const { after } = pagingOf<NoteId>(visit);
  const request = { after, size: PAGE_SIZE };
  const shown = needed(await app.showNotes({ ...call, caseId: caseIdOf(visit), request }));
  const { notes } = shown;
  return {
    title: words.cases.notes,
    back: casePath(visit),
    body: [
      <Facts facts={caseFacts(visit, shown)} />,
      <Notes visit={visit} notes={notes} isOngoing={shown.case.status === 'ongoing'} />,
      <More after={shown.after} />,
    ],
  };
});

/** D-43: oldest first. */
const unread = listPage('/unread-notes', 'member', async (visit) => {
  const { app, call, formats, cases } = visit;
  const { entries, after } = await listed(visit, (paging) => app.listUnreadNotes({ ...call, paging }));
  const named = await childrenApart(visit, entries);
  return {
    title: cases.unreadNotes,
    back: '/cases',
    isWide: true,
    body: (
      <List
        caption={cases.unreadNotes}
        head={[cases.about, cases.child, cases.writtenAt]}
        rows={entries.map(({ id, caseId, case: { title }, child }) => [
          { href: `/cases/${caseId}/notes`, text: title },
          named(child),
          formats.ago(createdAt(id)),
        ])}
        none={<Text>{cases.noUnreadNotes}</Text>}
        path="/unread-notes"
        after={after}
      />
    ),
  };
});

const note: FieldRule<NoteText> = {
  parse: parseNoteText,
  control: { as: 'long text', rows: 8, isInLines: true },
};

const write = form('/cases/:id/notes/new', 'member', {
  fields: { note },
  title: ({ cases }) => cases.writeNote,
  back: casePath,
  about: async (visit) => [await aboutCase(visit, isOngoing), <Text>{visit.words.cases.noteText}</Text>],
  send: ({ cases }) => cases.writeNote,
  submit: (visit, { note: text }) => visit.app.writeNote({ ...visit.call, caseId: caseIdOf(visit), text }),
  leadsTo: (visit) => `${casePath(visit)}?done=noteWritten`,
});

const noteIdOf = (visit: Visit): NoteId => idIn<NoteId>(visit, 'NOTE_NOT_FOUND', 'note');

const mark = form('/cases/:id/notes/:note/error', 'member', {
  fields: { reason },
  title: ({ cases }) => cases.markNote,
  // Others do not read this reason.
  hint: () => '',
  back: notesPath,
  about: async (visit) => {
    const { app, call, words, formats } = visit;
    const shown = needed(await app.showNote({ ...call, caseId: caseIdOf(visit), noteId: noteIdOf(visit) }));
    return [
      <Facts
        facts={[
          ...caseFacts(visit, shown),
          { name: words.cases.writtenAt, value: formats.moment(shown.at) },
          { name: words.cases.note, value: shown.text === undefined ? undefined : <Lines text={shown.text} /> },
        ]}
      />,
      <Text>{words.cases.markNoteText}</Text>,
    ];
  },
  send: ({ cases }) => cases.markNote,
  kind: 'warning',
  submit: (visit, { reason }) =>
    visit.app.markNote({ ...visit.call, caseId: caseIdOf(visit), noteId: noteIdOf(visit), reason }),
  leadsTo: (visit) => `${notesPath(visit)}?done=noteMarked`,
});

export const pages = [ofCase, unread, write, mark];
