import { chosenDoctor, doctorFields, doctorStep } from '../kit/doctor-choice.tsx';
import { FormOf, Submit } from '../kit/elements.tsx';
import { form } from '../kit/form.ts';
import { Facts, Text } from '../kit/show.tsx';
import { caseFacts, caseIdOf, casePath, shownCase } from './case-forms.tsx';

/** D-32: the case's doctor, or a parent of the child, gives the case to another doctor. */
const handover = form('/cases/:id/handover', ['Doc', 'Par'], {
  fields: doctorFields,
  carries: ['after'],
  steps: [
    doctorStep({
      title: ({ staff }) => staff.handover,
      back: casePath,
      whom: async (visit) => {
        const shown = await shownCase(visit);
        return { childId: shown.case.childId, except: shown.case.doctorId, shown };
      },
      about: (visit, { shown }) => <Facts facts={caseFacts(visit, shown)} />,
    }),
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
