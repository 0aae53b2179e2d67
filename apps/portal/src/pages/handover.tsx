import { parseNameSearch } from '@health-case/domain/model/names';
import { type AccountId, type CaseId, parseId } from '@health-case/domain/model/values';
import { doctorChoice } from '../kit/doctor-choice.tsx';
import { FormOf } from '../kit/elements.tsx';
import { type AnyForm, field, form, optional } from '../kit/form.ts';
import { Text } from '../kit/show.tsx';
import { idIn } from '../kit/visit.ts';

/** D-32: the case's doctor, or a parent of the child, gives the case to another doctor. */
const handover = form({
  path: '/cases/:id/handover',
  who: ['Doc', 'Par'],
  fields: { name: optional(parseNameSearch), doctorId: field(parseId<AccountId>) },
  steps: [
    {
      asks: ['name', 'doctorId'],
      view: async (visit, state) => {
        const { words } = visit;
        const choice = await doctorChoice(visit, state, words.staff.chosen);
        return {
          title: words.staff.handover,
          back: `/cases/${idIn<CaseId>(visit, 'CASE_NOT_FOUND')}`,
          body: (
            <>
              <Text>{words.staff.handoverText}</Text>
              <FormOf state={state}>{choice}</FormOf>
            </>
          ),
        };
      },
    },
  ],
  submit: (visit, { doctorId }) =>
    visit.app.handOverCase({ ...visit.call, caseId: idIn<CaseId>(visit, 'CASE_NOT_FOUND'), doctorId }),
  about: { DOCTOR_NOT_FOUND: 'doctorId' },
  leadsTo: () => '/cases?done=handedOver',
});

export const handoverForms: readonly AnyForm[] = [handover];
