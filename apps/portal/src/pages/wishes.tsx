import { type AccountId, type ChildId, parseDay, parseId, parsePurpose } from '@health-case/domain/model/values';
import { ok, refuse } from '@health-case/domain/result';
import { checkDoctor, chosenDoctor, doctorFields, doctorStep } from '../kit/doctor-choice.tsx';
import { day, longText, optional, reason } from '../kit/fields.ts';
import { firstPage, form, type MemberVisit, needed } from '../kit/form.ts';
import { Facts, Heading, Links, pageOf, Text } from '../kit/show.tsx';
import { aboutCase, aboutTask, caseIdOf, casePath, isDecidable, isOngoing, taskIdOf, taskPath } from './case-forms.tsx';
import { CARRIED_NAME, ChildName, childIdOf, startNaming } from './own-child.tsx';

/** D-44: certificates that parents ask for. */
const ASKED = { purpose: longText(parsePurpose, 2), neededBy: optional(day(parseDay)) };
const LEADS = { VALIDITY_OUT_OF_RANGE: 'neededBy' } as const;

/** In an ongoing case. */
const inCase = form('/cases/:id/certificate', ['Par'], {
  needsProof: 'to open',
  fields: ASKED,
  title: ({ wishes }) => wishes.askIn,
  back: casePath,
  about: (visit) =>
    aboutCase(visit, (shown) => {
      const ongoing = isOngoing(shown);
      return ongoing.ok ? isDecidable(shown) : ongoing;
    }),
  below: ({ words }) => <Text>{words.wishes.next}</Text>,
  send: ({ wishes }) => wishes.send,
  submit: (visit, { purpose, neededBy: dueOn }) =>
    visit.app.wishCertificate({ ...visit.call, about: { caseId: caseIdOf(visit) }, purpose, dueOn }),
  beside: LEADS,
  leadsTo: (_, { value: { childId } }) => `/children/${childId}/certificates?done=certificateWanted`,
});

const ongoingCases = async ({ app, call }: MemberVisit, childId: ChildId) =>
  pageOf(
    needed(await app.listCases({ ...call, paging: {}, filter: { childId, status: 'ongoing', newestFirst: true } })),
  );

/** The doctor of the child's last case, or the only one there is. */
const likelyDoctor = async ({ app, call }: MemberVisit, childId: ChildId): Promise<AccountId | undefined> => {
  const [last] = await firstPage(
    needed(await app.listCases({ ...call, paging: {}, filter: { childId, newestFirst: true } })),
  );
  if (last) return last.doctorId;
  const doctors = await firstPage(needed(await app.findDoctors({ ...call, paging: {} })));
  return doctors.length === 1 ? doctors[0]?.id : undefined;
};

/** With a new case, unless it is about one that there is. Where the answer is plain, nobody is asked for the doctor. */
const anew = form('/children/:id/certificate', ['Par'], {
  needsProof: 'to open',
  fields: { ...ASKED, ...doctorFields },
  carries: [...CARRIED_NAME, 'after'],
  start: async (visit) => {
    const childId = childIdOf(visit);
    const named = await startNaming(visit);
    if ((await ongoingCases(visit, childId)).entries.length > 0) return named;
    const doctorId = await likelyDoctor(visit, childId);
    const isOffered = doctorId && Object.keys(await checkDoctor(visit, { doctorId }, { childId })).length === 0;
    return { ...named, ...(isOffered && { doctorId }) };
  },
  startsAt: ({ doctorId = '' }) => (parseId(doctorId).ok ? 1 : 0),
  steps: [
    doctorStep({
      title: ({ wishes }) => wishes.ask,
      back: () => '/children',
      whom: (visit) => ({ childId: childIdOf(visit) }),
      about: async (visit, { childId }) => {
        const { wishes } = visit.words;
        const { entries } = await ongoingCases(visit, childId);
        return [
          <ChildName />,
          entries.length > 0 && [
            <Text>{wishes.about}</Text>,
            <Links links={entries.map(({ id, title }) => [`/cases/${id}/certificate`, title])} />,
            <Heading>{wishes.anew}</Heading>,
          ],
        ];
      },
    }),
    {
      asks: ['purpose', 'neededBy'],
      title: ({ wishes }) => wishes.ask,
      back: '/children',
      about: async (visit, state) => [
        <ChildName />,
        <Facts facts={[{ name: visit.words.cases.doctor, value: await chosenDoctor(visit, state) }]} />,
      ],
      below: ({ words }) => <Text>{words.wishes.next}</Text>,
      send: ({ wishes }) => wishes.send,
    },
  ],
  submit: (visit, { doctorId, purpose, neededBy: dueOn }) =>
    visit.app.wishCertificate({ ...visit.call, about: { childId: childIdOf(visit), doctorId }, purpose, dueOn }),
  beside: { ...LEADS, DOCTOR_NOT_FOUND: 'doctorId', DOCTOR_TAKES_NO_CHILDREN: 'doctorId' },
  leadsTo: (_, { value: { childId } }) => `/children/${childId}/certificates?done=certificateWanted`,
});

/** Open again, a wish keeps what was decided about it before: it can be declined, and not withdrawn. */
const about = async (visit: MemberVisit, text: 'declineText' | 'withdrawText') => {
  const { facts } = await aboutTask(visit, ({ status, wishedBy, certification }) => {
    const isKept = certification !== undefined && text === 'withdrawText';
    return !wishedBy || status === 'closed' || isKept ? refuse('WISH_ENDED') : ok(undefined);
  });
  return [facts, <Text>{visit.words.wishes[text]}</Text>];
};

const decline = form('/cases/:id/tasks/:task/decline', ['Doc', 'Ast'], {
  fields: { reason },
  title: ({ wishes }) => wishes.decline,
  back: taskPath,
  about: (visit) => about(visit, 'declineText'),
  send: ({ wishes }) => wishes.decline,
  submit: (visit, { reason }) => visit.app.declineWish({ ...visit.call, taskId: taskIdOf(visit), reason }),
  leadsTo: (visit) => `${casePath(visit)}?done=rejected`,
});

const withdraw = form('/cases/:id/tasks/:task/withdraw', ['Par'], {
  title: ({ wishes }) => wishes.withdrawTitle,
  back: taskPath,
  about: (visit) => about(visit, 'withdrawText'),
  send: ({ wishes }) => wishes.withdraw,
  submit: (visit) => visit.app.withdrawWish({ ...visit.call, taskId: taskIdOf(visit) }),
  leadsTo: (_, { value: childId }) => `/children/${childId}/certificates?done=wishWithdrawn`,
});

export const pages = [inCase, anew, decline, withdraw];
