import type { Colleague } from '@health-case/domain/model/account';
import { ALPHABET } from '@health-case/domain/model/names';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { emailAddress } from '../kit/fields.ts';
import { type AnyForm, type AnyPage, form, page } from '../kit/form.ts';
import { pathHere } from '../kit/place.ts';
import { Heading, Links, List, pageOf, pagingOf, Text } from '../kit/show.tsx';
import { nameOf, type Trait, toldApart, withTrait } from '../kit/told-apart.ts';
import { idIn, type MemberVisit, needed } from '../kit/visit.ts';
import { childList } from './find.tsx';
import { colleagueIn } from './own-child.tsx';
import { EnterLink } from './patients.tsx';

/** What is a doctor's own: the children of the list, and who assists. */

const [CHILDREN, ASSISTANTS] = ['/practice/children', '/practice/assistants'];

/** In the order of the alphabet. */
const children = page(CHILDREN, ['Doc'], async (visit) => {
  const { app, call, words } = visit;
  const { staff } = words;
  const { entries, after } = await pageOf(
    needed(await app.findChildren({ ...call, search: ALPHABET, paging: pagingOf<ChildId>(visit) })),
  );
  return {
    title: staff.children,
    body: (
      <>
        <EnterLink visit={visit} />
        {await childList(visit, entries, { none: staff.noChildren, path: CHILDREN, after })}
      </>
    ),
  };
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
  staysOpen: true,
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
              <Links links={[['/practice/cover', words.covers.title]]} />
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

export const practicePages: readonly AnyPage[] = [children];
export const practiceForms: readonly AnyForm[] = [assistants, removeAssistant];
