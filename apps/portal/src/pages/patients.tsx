import { CLEARABLE, CORRECTABLE, type CorrectedField, type Correction } from '@health-case/domain/model/child';
import { type AccountId, type ChildId, parseId } from '@health-case/domain/model/values';
import { Field } from '../components/fields.tsx';
import { ASKED_AGE, askingAge, checkAge } from '../kit/child-age.ts';
import { FormOf, nameOf, Submit, toldApart } from '../kit/elements.tsx';
import { showAt, shownAt } from '../kit/encrypted.ts';
import { choice, emailAddress, reason, title } from '../kit/fields.ts';
import {
  type AnyForm,
  type FormState,
  firstPage,
  form,
  idIn,
  type MemberVisit,
  NotShown,
  needed,
  page,
  type Typed,
  type Visit,
} from '../kit/form.ts';
import { formAt } from '../kit/form-state.ts';
import { PracticeLines } from '../kit/practice.tsx';
import { codeOf, QrCode } from '../kit/qr.tsx';
import { ButtonLink, Facts, Links, NONE, PrintButton, Text, TextLink } from '../kit/show.tsx';
import { pathHere } from '../kit/urls.ts';
import type { Words } from '../words/words.ts';
import { CHILD_FIELDS, correctedAt, factsBeside, invitationFact, typedChild } from './own-child.tsx';

/** D-42: children that staff enter, and look after until a parent joins. */

export const patientPath = (id: ChildId): string => `/practice/children/${id}`;

const patientIn = (visit: Visit): ChildId => idIn<ChildId>(visit, 'CHILD_NOT_FOUND');
const here = (visit: Visit): string => patientPath(patientIn(visit));

const shownPatient = async (visit: MemberVisit) =>
  needed(await visit.app.showPatient({ ...visit.call, childId: patientIn(visit) }));

/** About a child without a parent who could do it. */
const ofOrphan = (what: 'invite' | 'paper', send: (words: Words) => string) => ({
  title: ({ patients }: Words) => patients[what],
  back: here,
  about: async (visit: MemberVisit) => {
    const shown = await shownPatient(visit);
    if (shown.hasParentHere) throw new NotShown({ code: 'CHILD_HAS_PARENTS' });
    const { children, patients } = visit.words;
    const present = shown.parents.map(await toldApart(shown.parents)).join(', ');
    return [
      <p class="govuk-body-l">{nameOf(shown)}</p>,
      <Text>{patients[`${what}Text`]}</Text>,
      present && <Text>{children.parents.present(present)}</Text>,
    ];
  },
  send,
});

/** For whom the caller works, and new work can be. */
export const doctorsOf = async ({ app, call }: MemberVisit) =>
  call.actor.role === 'Ast' || call.actor.coversOn
    ? needed(await app.listOwnDoctors(call)).filter(({ isAvailable }) => isAvailable)
    : [{ ...call.actor, isAvailable: true }];

/** The children like the one that was typed, once it was refused for them. */
const alikeTo = async ({ app, call }: MemberVisit, { problem, values }: FormState) => {
  const { firstName, lastName, ...typed } = typedChild(values);
  const doctorId = parseId<AccountId>(values['doctorId'] ?? '');
  if (problem === undefined || !firstName || !lastName || !doctorId.ok) return [];
  return firstPage(needed(await app.findAlike({ ...call, ...typed, firstName, lastName, doctorId: doctorId.value })));
};

/** Which children are others, as the page has shown them. */
const othersIn = ({ others = '' }: Typed): readonly ChildId[] =>
  others.split('.').flatMap((one) => {
    const id = parseId<ChildId>(one);
    return id.ok ? id.value : [];
  });

const enter = form('/practice/children/new', ['Doc', 'Ast'], {
  needsProof: 'to open',
  fields: { ...CHILD_FIELDS, doctorId: choice(parseId<AccountId>), title },
  carries: ['others', ASKED_AGE],
  start: async (visit) => {
    const [doctor, ...others] = await doctorsOf(visit);
    return { doctorId: doctor && others.length === 0 ? doctor.id : '' };
  },
  check: checkAge,
  onceWrong: askingAge,
  view: async (visit, state) => {
    const { words, formats, call, patients } = visit;
    const doctors = await doctorsOf(visit);
    const frame = { title: patients.enter, back: call.actor.role === 'Doc' ? '/practice/children' : '/find' };
    if (doctors.length === 0) return { ...frame, isInPlace: true, body: <Text>{patients.noDoctor}</Text> };
    const named = await toldApart(doctors);
    const alike = await alikeTo(visit, state);
    const others = alike.map(({ id }) => id).join('.');
    const hidden = { others, ...(doctors.length === 1 && { doctorId: state.values['doctorId'] ?? '' }) };
    return {
      ...frame,
      body: [
        <Text>{patients.enterHint}</Text>,
        <Links
          links={alike.map((child) => [
            patientPath(child.id),
            [nameOf(child), child.birthDate ? formats.day(child.birthDate) : []].flat().join(', '),
          ])}
        />,
        <FormOf hidden={hidden}>
          <Field name="firstName" />
          <Field name="lastName" />
          {CLEARABLE.map((name) => (
            <Field name={name} label={words.children.add[name]} />
          ))}
          {doctors.length === 1 ? null : (
            <Field name="doctorId" options={doctors.map((one) => ({ value: one.id, text: named(one) }))} />
          )}
          <Field name="title" label={patients.about} hint={words.cases.aboutHint} />
          <Submit>{alike.length > 0 ? patients.isOther : patients.enter}</Submit>
        </FormOf>,
      ],
    };
  },
  submit: ({ app, call }, values, carried) => app.enterChild({ ...call, ...values, others: othersIn(carried) }),
  beside: { BIRTH_DATE_IN_FUTURE: 'birthDate', DOCTOR_NOT_FOUND: 'doctorId', DOCTOR_TAKES_NO_CHILDREN: 'doctorId' },
  says: { CHILD_KNOWN: ({ patients }) => patients.alike },
  leadsTo: (_, { value }) => `${patientPath(value.childId)}?done=childEntered`,
});

/** What stood in a field when the form was opened: what somebody else has corrected since stays. */
const wasOf = (name: CorrectedField) => `${name}Was` as const;

const correct = form('/practice/children/:id/correct', ['Doc', 'Ast'], 'does the same', {
  fields: CHILD_FIELDS,
  carries: [ASKED_AGE, ...CORRECTABLE.map(wasOf)],
  start: async (visit) => {
    const shown: Correction = await shownPatient(visit);
    const known = CORRECTABLE.map((name) => [name, shown[name] ?? ''] as const);
    return Object.fromEntries([...known, ...known.map(([name, text]) => [wasOf(name), text] as const)]);
  },
  title: ({ patients }) => patients.correct,
  back: here,
  check: checkAge,
  onceWrong: askingAge,
  about: ({ words }) => [<Text>{words.children.correct.warning}</Text>, <Text>{words.patients.emptyNumber}</Text>],
  // The form has what is known, but the number: what is empty is taken back.
  submit: (visit, values, carried) => {
    const changed = CORRECTABLE.filter((name) => (values[name] ?? '') !== carried[wasOf(name)]);
    const given: Correction = Object.fromEntries(changed.map((name) => [name, values[name]]));
    const emptied = changed.filter((name) => name !== 'socSecNum' && values[name] === undefined);
    const clear = CLEARABLE.filter((name) => emptied.includes(name));
    return visit.app.correctPatient({ ...visit.call, ...given, childId: patientIn(visit), clear });
  },
  beside: { BIRTH_DATE_IN_FUTURE: 'birthDate' },
  leadsTo: (visit, { value }) => correctedAt(here(visit), value),
});

const invite = form('/practice/children/:id/invite', ['Doc', 'Ast'], {
  needsProof: 'to open',
  fields: { email: emailAddress() },
  ...ofOrphan('invite', ({ children }) => children.parents.send),
  submit: (visit, { email }) => visit.app.invitePatientsParent({ ...visit.call, childId: patientIn(visit), email }),
  beside: { EMAIL_OWN: 'email' },
  leadsTo: (visit) => `${here(visit)}?done=parentInvited`,
});

export const withdrawFromPatient: AnyForm = form('/practice/children/:id/withdraw', ['Doc', 'Ast'], {
  fields: { email: emailAddress() },
  carries: ['from'],
  title: ({ patients }) => patients.withdrawTitle,
  back: here,
  about: async (visit) => [
    <p class="govuk-body-l">{nameOf(await shownPatient(visit))}</p>,
    <Text>{visit.words.children.invitations.text}</Text>,
  ],
  send: ({ children }) => children.invitations.submit,
  submit: (visit, { email }) =>
    visit.app.withdrawPatientInvitation({ ...visit.call, childId: patientIn(visit), email }),
  leadsTo: (visit, { carried: { from } }) => `${pathHere(from) ?? here(visit)}?done=invitationWithdrawn`,
});

const paper = form('/practice/children/:id/paper', ['Doc', 'Ast'], 'does the same', {
  needsProof: 'to open',
  ...ofOrphan('paper', ({ patients }) => patients.paper),
  submit: (visit) => visit.app.makePaperCode({ ...visit.call, childId: patientIn(visit) }),
  leadsTo: (visit, { value }) => showAt(`${here(visit)}/paper/code`, visit, { code: value.code }),
});

/** What the parent gets. Whoever finds it must not read whose child it is. */
const sheet = page('/practice/children/:id/paper/code', ['Doc', 'Ast'], async (visit) => {
  const { app, call, formats, origin, practice, words } = visit;
  const { sheet } = words.patients;
  const child = await shownPatient(visit);
  const code = shownAt(`${here(visit)}/paper/code`, visit)?.['code'] ?? '';
  const until = needed(await app.checkPaperCode({ ...call, childId: child.id, code }));
  if (until === undefined) {
    return {
      title: sheet.title,
      back: here(visit),
      body: [<Text>{sheet.gone}</Text>, <ButtonLink href={`${here(visit)}/paper`}>{words.patients.paper}</ButtonLink>],
    };
  }
  const address = `${origin}/join`;
  const drawn = codeOf(`${address}#${code}`);
  return {
    title: sheet.title,
    back: here(visit),
    body: [
      <p class="govuk-body portal-on-screen">{sheet.forWhom(nameOf(child))}</p>,
      practice ? <PracticeLines practice={practice} /> : null,
      <ol class="govuk-list govuk-list--number">
        <li>{sheet.open(address)}</li>
        <li>{sheet.account}</li>
        <li>
          {sheet.type} <span class="portal-code">{code}</span>
        </li>
      </ol>,
      drawn && <QrCode code={drawn} label={sheet.qrLabel} />,
      <Text>{sheet.until(formats.moment(until))}</Text>,
      <PrintButton />,
    ],
  };
});

export const withdrawPaper: AnyForm = form('/practice/children/:id/paper/withdraw', ['Doc', 'Ast'], {
  carries: ['from'],
  title: ({ patients }) => patients.paperWithdraw,
  back: here,
  about: async (visit) => {
    const shown = await shownPatient(visit);
    if (shown.paperUntil === undefined)
      throw new NotShown({ code: shown.hasParentHere ? 'CHILD_HAS_PARENTS' : 'INVITATION_NOT_FOUND' });
    return [<p class="govuk-body-l">{nameOf(shown)}</p>, <Text>{visit.words.patients.paperWithdrawText}</Text>];
  },
  send: ({ patients }) => patients.paperWithdraw,
  kind: 'warning',
  submit: (visit) => visit.app.withdrawPaperCode({ ...visit.call, childId: patientIn(visit) }),
  leadsTo: (visit, { carried: { from } }) => `${pathHere(from) ?? here(visit)}?done=paperWithdrawn`,
});

const parentIn = (visit: Visit): AccountId => idIn<AccountId>(visit, 'PARENT_NOT_FOUND', 'parentId');

const removeParent = form('/practice/children/:id/parents/:parentId/remove', ['Doc'], {
  fields: { reason },
  title: ({ patients }) => patients.removeParent,
  back: here,
  about: async (visit) => {
    const { parents } = await shownPatient(visit);
    const parent = parents.find(({ id }) => id === parentIn(visit));
    if (!parent) throw new NotShown({ code: 'PARENT_NOT_FOUND' });
    return [<p class="govuk-body-l">{nameOf(parent)}</p>, <Text>{visit.words.patients.removeParentText}</Text>];
  },
  send: ({ children }) => children.remove.submit,
  kind: 'warning',
  submit: (visit, { reason }) =>
    visit.app.removePatientsParent({ ...visit.call, childId: patientIn(visit), parentId: parentIn(visit), reason }),
  leadsTo: (visit) => `${here(visit)}?done=parentRemoved`,
});

type Shown = Awaited<ReturnType<typeof shownPatient>>;

/** Whom a parent would find there, and who is invited. */
const parentFacts = async (visit: MemberVisit, { id, isOfStaff, parents, invitations, paperUntil }: Shown) => {
  const { formats, call, children, common, patients } = visit;
  const named = await toldApart(parents);
  const mayRemove = isOfStaff && call.actor.role === 'Doc';
  return [
    ...parents.map((parent) => ({
      name: common.roles.Par,
      value: parent.isUnreached ? [named(parent), <br />, patients.unreached] : named(parent),
      change: mayRemove
        ? { href: `${patientPath(id)}/parents/${parent.id}/remove`, text: children.parents.remove, what: named(parent) }
        : undefined,
    })),
    ...invitations.map((one) =>
      invitationFact(
        visit,
        one,
        formAt(visit, withdrawFromPatient, `${patientPath(id)}/withdraw`, { email: one.email }),
      ),
    ),
    {
      name: patients.paper,
      value: paperUntil && patients.paperUntil(formats.moment(paperUntil)),
      change: {
        href: `${patientPath(id)}/paper/withdraw`,
        text: children.invitations.withdraw,
        what: patients.paperWithdraw,
      },
    },
  ];
};

const show = page('/practice/children/:id', ['Doc', 'Ast'], async (visit) => {
  const { children, patients } = visit;
  const shown = await shownPatient(visit);
  const { id, parents, hasParentHere } = shown;
  const path = patientPath(id);
  const facts = [...factsBeside(visit, shown, NONE), ...(await parentFacts(visit, shown))];
  return {
    title: patients.data,
    back: `/cases?child=${id}`,
    heading: nameOf(shown),
    body: [
      hasParentHere ? null : <Text>{parents.length === 0 ? patients.noParents : patients.noParentHere}</Text>,
      <Facts facts={facts} />,
      hasParentHere ? null : <ButtonLink href={`${path}/paper`}>{patients.paper}</ButtonLink>,
      <Links
        links={[
          [`/cases?child=${id}`, children.child.cases],
          !hasParentHere && [`${path}/invite`, patients.invite],
          parents.length === 0 && [`${path}/correct`, patients.correct],
        ]}
      />,
    ],
  };
});

/** Leads to entering one, from where children are looked for. */
export const EnterLink = ({ visit }: { readonly visit: Visit }) => (
  <TextLink href={enter.path}>{visit.words.patients.enter}</TextLink>
);

export const pages = [enter, correct, invite, withdrawFromPatient, paper, sheet, withdrawPaper, removeParent, show];
