import type { Colleague } from '@health-case/domain/model/account';
import type { ChildEntry } from '@health-case/domain/model/child';
import { parseNameSearch } from '@health-case/domain/model/names';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { emailAddress, nameSearch } from '../kit/fields.ts';
import { type AnyForm, form } from '../kit/form.ts';
import { pathHere } from '../kit/place.ts';
import { searchAt, searchedAt } from '../kit/search.ts';
import { ButtonLink, Heading, Links, List, More, pageOf, pagingOf, Text } from '../kit/show.tsx';
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

const children: AnyForm = form('does the same', {
  path: CHILDREN,
  who: ['Doc'],
  fields: { name: nameSearch },
  start: async (visit) => ({ name: searchedAt(CHILDREN, visit) ?? '' }),
  steps: [
    {
      asks: ['name'],
      view: async (visit) => {
        const { app, call, words, c } = visit;
        const searched = parseNameSearch(searchedAt(CHILDREN, visit) ?? '');
        const name = searched.ok ? searched.value : undefined;
        const paging = pagingOf<ChildId>(visit);
        const listed = needed(await app.listDoctorsChildren({ ...call, doctorId: call.actor.id, name, paging }));
        const { entries, after } = await pageOf(listed);
        const links = await linksTo(visit, entries);
        return {
          title: words.staff.children,
          back: name && CHILDREN,
          body: (
            <>
              <FormOf {...(name && { id: null })}>
                <Field name="name" />
                <Submit kind="secondary">{words.common.search}</Submit>
              </FormOf>
              {entries.length > 0 ? links : <Text>{name ? words.staff.nobodyFound : words.staff.noChildren}</Text>}
              <More path={name ? `${CHILDREN}?search=${c.req.query('search')}` : CHILDREN} after={after} />
              {name ? (
                <ButtonLink href={CHILDREN} kind="secondary">
                  {words.staff.allAgain}
                </ButtonLink>
              ) : null}
            </>
          ),
        };
      },
    },
  ],
  submit: async (_, __, { name = '' }) => ok(name),
  leadsTo: (visit, { value }) => searchAt(CHILDREN, visit, value),
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
