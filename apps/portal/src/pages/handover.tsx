import { type AccountId, parseId } from '@health-case/domain/model/values';
import { checkDoctor, chosenDoctor, doctorChoice } from '../kit/doctor-choice.tsx';
import { FormOf, Submit } from '../kit/elements.tsx';
import { choice, nameSearch, optional } from '../kit/fields.ts';
import { form } from '../kit/form.ts';
import { Facts, Text } from '../kit/show.tsx';
import { caseFacts, caseIdOf, casePath, shownCase } from './case-forms.tsx';

type Shown = Awaited<ReturnType<typeof shownCase>>;
const whomFor = ({ case: { childId, doctorId: except } }: Shown) => ({ childId, except });

/** D-32: the case's doctor, or a parent of the child, gives the case to another doctor. */
const handover = form('/cases/:id/handover', ['Doc', 'Par'], {
  fields: { name: optional(nameSearch), doctorId: choice(parseId<AccountId>) },
  carries: ['after'],
  steps: [
    {
      asks: ['name', 'doctorId'],
      finds: 'name',
      check: async (visit, typed) => checkDoctor(visit, typed, whomFor(await shownCase(visit))),
      view: async (visit, state) => {
        const { words } = visit;
        const shown = await shownCase(visit);
        const choice = await doctorChoice(visit, state, whomFor(shown));
        return {
          title: words.staff.handover,
          back: casePath(visit),
          body: [<Facts facts={caseFacts(visit, shown)} />, <FormOf>{choice}</FormOf>],
        };
      },
    },
    {
      asks: [],
      view: async (visit, state) => {
        const { words } = visit;
        const facts = [
          ...caseFacts(visit, await shownCase(visit)),
          {
            name: words.staff.newDoctor,
            value: await chosenDoctor(visit, state),
            change: 'step-0' as const,
          },
        ];
        return {
          title: words.staff.handoverTitle,
          back: casePath(visit),
          body: (
            <FormOf>
              <Facts facts={facts} />
              <Text>{words.staff.handoverText}</Text>
              <Submit kind="warning">{words.staff.chosen}</Submit>
            </FormOf>
          ),
        };
      },
    },
  ],
  submit: (visit, { doctorId }) => visit.app.handOverCase({ ...visit.call, caseId: caseIdOf(visit), doctorId }),
  beside: { DOCTOR_NOT_FOUND: 'doctorId', DOCTOR_TAKES_NO_CHILDREN: 'doctorId' },
  says: { CASE_NOT_FOUND: ({ staff }) => staff.notHandedOver },
  leadsTo: () => '/cases?done=handedOver',
});

export const handoverPages = [handover];
