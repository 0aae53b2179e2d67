import type { Colleague } from '@health-case/domain/model/account';
import type { AccountId } from '@health-case/domain/model/values';
import { Field } from '../components/fields.tsx';
import { FormOf, nameOf, Submit, type Trait, toldApart, withTrait } from '../kit/elements.tsx';
import { emailAddress } from '../kit/fields.ts';
import { form, idIn, type MemberVisit, needed } from '../kit/form.ts';
import { Heading, Links, List, listed, Text } from '../kit/show.tsx';
import { pathHere } from '../kit/urls.ts';
import { colleagueIn } from './own-child.tsx';

const ASSISTANTS = '/practice/assistants';

/** A doctor's own assistants, those of one name by the address under which the doctor has added them. */
export const assistantsApart = ({ app, call }: MemberVisit, assistants: readonly Colleague[]) => {
  const address: Trait<Colleague> = async ({ id: assistantId }) => {
    const found = await app.findAssistant({ ...call, assistantId });
    return found.ok ? found.value.email : undefined;
  };
  return toldApart(assistants, address);
};

const assistants = form(ASSISTANTS, ['Doc'], {
  staysOpen: true,
  fields: { email: emailAddress() },
  view: async (visit) => {
    const { app, call, words, staff } = visit;
    const { entries, after } = await listed(visit, (paging) => app.listOwnAssistants({ ...call, paging }));
    const named = await assistantsApart(visit, entries);
    return {
      title: staff.assistants,
      body: [
        <Text>{staff.assistantsText}</Text>,
        <Links links={[['/practice/cover', words.covers.title]]} />,
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
          after={after}
        />,
        <Heading>{staff.add}</Heading>,
        <Text>{staff.addText}</Text>,
        <FormOf>
          <Field name="email" />
          <Submit>{staff.add}</Submit>
        </FormOf>,
      ],
    };
  },
  submit: ({ app, call }, { email }) => app.linkAssistant({ ...call, doctorId: call.actor.id, email }),
  beside: { ASSISTANT_NOT_FOUND: 'email' },
  leadsTo: () => `${ASSISTANTS}?done=assistantAdded`,
});

const assistantIn = (visit: MemberVisit) => idIn<AccountId>(visit, 'ASSISTANT_NOT_FOUND');

export const removeAssistant = form(`${ASSISTANTS}/:id/remove`, ['Doc'], {
  carries: ['from'],
  title: ({ staff }) => staff.removeTitle,
  back: ASSISTANTS,
  about: async (visit) => {
    const { app, call, staff } = visit;
    const assistant = needed(await app.findAssistant({ ...call, assistantId: assistantIn(visit) }));
    return [
      <p class="govuk-body-l">{withTrait(nameOf(assistant), assistant.email)}</p>,
      <Text>{staff.removeText}</Text>,
    ];
  },
  send: ({ staff }) => staff.remove,
  kind: 'warning',
  submit: (visit) =>
    visit.app.unlinkAssistant({ ...visit.call, doctorId: visit.call.actor.id, assistantId: assistantIn(visit) }),
  says: { ASSISTANT_NOT_FOUND: ({ staff }) => staff.notAssisting },
  leadsTo: (_, { carried: { from } }) => `${pathHere(from) ?? ASSISTANTS}?done=assistantRemoved`,
});

export const pages = [assistants, removeAssistant];
