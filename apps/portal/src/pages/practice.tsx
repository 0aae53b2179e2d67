import type { Colleague } from '@health-case/domain/model/account';
import type { ChildEntry } from '@health-case/domain/model/child';
import { type AccountId, type ChildId, parseId } from '@health-case/domain/model/values';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { emailAddress, nameSearch } from '../kit/fields.ts';
import { type AnyForm, type FormState, form } from '../kit/form.ts';
import { stateOf } from '../kit/form-state.ts';
import { pathHere } from '../kit/place.ts';
import { useWords } from '../kit/rendering.ts';
import { ButtonLink, Heading, Links, List, More, PAGE_SIZE, pageOf, pagingOf, Text } from '../kit/show.tsx';
import { addedOn, nameOf, type Trait, toldApart, withTrait } from '../kit/told-apart.ts';
import { idIn, type MemberVisit, needed } from '../kit/visit.ts';
import { childAmong } from './case-forms.tsx';
import { colleagueIn } from './own-child.tsx';

/** What is a doctor's own: the children of the list, and who assists. */

const [CHILDREN, ASSISTANTS] = ['/practice/children', '/practice/assistants'];

/** Each child of the list has a case, from which its birth date is known. */
const linksTo = async (visit: MemberVisit, found: readonly ChildEntry[]) => {
  const { words, formats } = visit;
  const born: Trait<ChildEntry> = async ({ id }) => {
    const birthDate = (await childAmong(visit, id))?.birthDate;
    return birthDate && formats.day(birthDate);
  };
  const named = await toldApart(found, born, addedOn(words, formats));
  return <Links links={found.map((child) => [`/cases?child=${child.id}`, named(child)])} />;
};

/** `isDone`: beside what was found, which another language must not replace by the whole list. */
const Search = ({ isDone, state }: { readonly isDone?: true; readonly state?: FormState }) => (
  <FormOf {...(isDone && { id: null })} {...(state && { state })}>
    <Field name="name" />
    <Submit kind="secondary">{useWords().common.search}</Submit>
  </FormOf>
);

/** A name never stands in an address, so what was found is the answer to a form. */
const children: AnyForm = form('does the same', {
  path: CHILDREN,
  who: ['Doc'],
  fields: { name: nameSearch },
  carries: ['after'],
  steps: [
    {
      asks: ['name'],
      view: async (visit) => {
        const { app, call, words } = visit;
        const own = { ...call, doctorId: call.actor.id };
        const listed = needed(await app.listDoctorsChildren({ ...own, paging: pagingOf(visit) }));
        const { entries, after } = await pageOf(listed);
        const links = await linksTo(visit, entries);
        return {
          title: words.staff.children,
          body: (
            <>
              <Search />
              {entries.length === 0 ? <Text>{words.staff.noChildren}</Text> : links}
              <More path={CHILDREN} after={after} />
            </>
          ),
        };
      },
    },
  ],
  submit: ({ app, call }, { name }, { after = '' }) => {
    const from = parseId<ChildId>(after);
    const paging = { limit: PAGE_SIZE, ...(from.ok && { after: from.value }) };
    return app.listDoctorsChildren({ ...call, doctorId: call.actor.id, name, paging });
  },
  leadsTo: async (visit, { value, carried }) => {
    const { words } = visit;
    const { entries: found, after } = await pageOf(value);
    const { name = '' } = carried;
    const links = await linksTo(visit, found);
    const state = stateOf(visit, children, { step: 0, typed: { name } });
    return {
      title: words.staff.children,
      back: CHILDREN,
      body: (
        <>
          <Search state={state} isDone />
          {found.length === 0 ? <Text>{words.staff.nobodyFound}</Text> : links}
          {after === undefined ? null : (
            <FormOf id={null} state={state} hidden={{ name, after }}>
              <Submit kind="secondary">{words.common.nextPage}</Submit>
            </FormOf>
          )}
          <ButtonLink href={CHILDREN} kind="secondary">
            {words.staff.allAgain}
          </ButtonLink>
        </>
      ),
    };
  },
});

/** A doctor's own assistants, those of one name by the address under which the doctor has added them. */
export const assistantsApart = ({ app, call }: MemberVisit, assistants: readonly Colleague[]) => {
  const address: Trait<Colleague> = async ({ id: assistantId }) => {
    const found = await app.findAssistant({ ...call, assistantId });
    return found.ok ? found.value.email : undefined;
  };
  return toldApart(assistants, address);
};

const assistants = form({
  path: ASSISTANTS,
  who: ['Doc'],
  fields: { email: emailAddress() },
  steps: [
    {
      asks: ['email'],
      view: async (visit) => {
        const { app, call, words } = visit;
        const { staff } = words;
        const { entries, after } = await pageOf(
          needed(await app.listOwnAssistants({ ...call, paging: pagingOf<AccountId>(visit) })),
        );
        const named = await assistantsApart(visit, entries);
        return {
          title: staff.assistants,
          body: (
            <>
              <Text>{staff.assistantsText}</Text>
              <List
                caption={staff.assistants}
                head={[words.fields.name.label, staff.remove]}
                rows={entries.map((assistant) => {
                  const [id, name] = [assistant.id, named(assistant)];
                  return [
                    colleagueIn(words, assistant, name),
                    { href: `${ASSISTANTS}/${id}/remove`, text: staff.remove, what: name },
                  ];
                })}
                none={<Text>{staff.noAssistants}</Text>}
                path={ASSISTANTS}
                after={after}
              />
              <Heading>{staff.add}</Heading>
              <Text>{staff.addText}</Text>
              <FormOf>
                <Field name="email" />
                <Submit>{staff.add}</Submit>
              </FormOf>
            </>
          ),
        };
      },
    },
  ],
  submit: ({ app, call }, { email }) => app.linkAssistant({ ...call, doctorId: call.actor.id, email }),
  about: { ASSISTANT_NOT_FOUND: 'email' },
  leadsTo: () => `${ASSISTANTS}?done=saved`,
});

const assistantIn = (visit: MemberVisit) => idIn<AccountId>(visit, 'ASSISTANT_NOT_FOUND');

/** Nobody, if the assistant was removed meanwhile. */
const assistantNamed = async (visit: MemberVisit): Promise<string | undefined> => {
  const { app, call } = visit;
  const found = await app.findAssistant({ ...call, assistantId: assistantIn(visit) });
  return found.ok ? withTrait(nameOf(found.value), found.value.email) : undefined;
};

export const removeAssistant = form({
  path: `${ASSISTANTS}/:id/remove`,
  who: ['Doc'],
  fields: {},
  carries: ['from'],
  steps: [
    {
      title: ({ staff }) => staff.removeTitle,
      back: ASSISTANTS,
      about: async (visit) => {
        const name = await assistantNamed(visit);
        return (
          <>
            {name === undefined ? null : <p class="govuk-body-l">{name}</p>}
            <Text>{visit.words.staff.removeText}</Text>
          </>
        );
      },
      send: ({ staff }) => staff.remove,
      kind: 'warning',
    },
  ],
  submit: (visit) =>
    visit.app.unlinkAssistant({
      ...visit.call,
      doctorId: visit.call.actor.id,
      assistantId: assistantIn(visit),
    }),
  says: { ASSISTANT_NOT_FOUND: ({ staff }) => staff.notAssisting },
  leadsTo: (_, { carried: { from } }) => `${pathHere(from) ?? ASSISTANTS}?done=saved`,
});

export const practiceForms: readonly AnyForm[] = [children, assistants, removeAssistant];
