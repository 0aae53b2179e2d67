import { digitsOfToken } from '@health-case/client/certificate';
import {
  type Certificate,
  type CertificateText,
  childShown,
  DISCLOSURES,
  type Disclosure,
  parseDisclosure,
} from '@health-case/domain/model/certificate';
import type { IdempotencyKey } from '@health-case/domain/model/idempotency';
import type { CertificateId, TaskId } from '@health-case/domain/model/values';
import type { ChildCertificate } from '@health-case/domain/use-cases/wishes';
import { Field } from '../components/fields.tsx';
import { FormOf, nameOf, Submit, withTrait } from '../kit/elements.tsx';
import { choice } from '../kit/fields.ts';
import { firstPage, form, idIn, type MemberVisit, needed, page, type Visit } from '../kit/form.ts';
import { formAt } from '../kit/form-state.ts';
import { PracticeLines } from '../kit/practice.tsx';
import { codeOf, QrCode } from '../kit/qr.tsx';
import { ButtonLink, Facts, Heading, InsetText, Link, Links, PrintButton, Text } from '../kit/show.tsx';
import { certificationFacts } from './decisions.tsx';
import { childIdOf, namedAmongOwn, pathOf, shownChild } from './own-child.tsx';

/** What the certificate says, and nothing else: whoever gets the printed page must not read more of the child. */
const written = ({ formats, cases, decisions, fields }: Visit, text: CertificateText) => {
  const { firstName, lastName, birthYear, statement, doctor, issuedAt, validUntil, id } = text;
  return [
    { name: cases.child, value: nameOf({ firstName, lastName }) },
    { name: decisions.birthYear, value: birthYear },
    { name: decisions.certificate.confirms, value: statement },
    { name: cases.doctor, value: doctor },
    { name: decisions.statuses.issued, value: formats.dayAt(issuedAt) },
    { name: fields.validUntil.label, value: formats.day(validUntil) },
    { name: decisions.certificate.number, value: id },
  ];
};

/** D-26: the certificate of a task, for a parent of the child and the case's doctor. */
const certificate = form('/tasks/:id/certificate', ['Par', 'Doc'], {
  staysOpen: true,
  fields: { disclose: choice(parseDisclosure) },
  start: async () => ({ disclose: 'name' }),
  view: async (visit) => {
    const { words } = visit;
    const texts = words.decisions.certificate;
    const { body, certification, child, found } = await certificationFacts(visit);
    const shownOf = (disclosed: Disclosure) => nameOf(childShown(child, disclosed));
    return {
      title: texts.title,
      back: `/cases/${found.id}`,
      body: [
        body,
        certification?.status === 'issued'
          ? [
              <Text>{texts.text}</Text>,
              <FormOf>
                <Field
                  name="disclose"
                  options={DISCLOSURES.map((value) => ({ value, text: texts.options[value], hint: shownOf(value) }))}
                />
                <Submit>{texts.make}</Submit>
              </FormOf>,
            ]
          : null,
      ],
    };
  },
  submit: async (visit, { disclose }) => {
    const id = idIn<TaskId>(visit, 'TASK_NOT_FOUND');
    const make = (idempotencyKey?: IdempotencyKey) =>
      visit.app.createCertificate({
        ...visit.call,
        ...(idempotencyKey && { idempotencyKey }),
        id,
        disclosed: disclose,
      });
    // Of a task there are at most 100, so the form that is opened anew leads to the one that was made (D-24).
    const again = await make(`certificate:${id}:${disclose}` as IdempotencyKey);
    // That one was revoked since.
    return !again.ok && again.refusal.code === 'CERTIFICATION_NOT_ISSUED' ? make() : again;
  },
  leadsTo: (visit, { value }) => `${visit.c.req.path}/${value.id}`,
});

const idsOf = (visit: Visit) => ({
  id: idIn<TaskId>(visit, 'TASK_NOT_FOUND'),
  certificateId: idIn<CertificateId>(visit, 'CERTIFICATION_NOT_ISSUED', 'certificate'),
});

const shownCertificate = async (visit: MemberVisit) =>
  needed(await visit.app.showCertificate({ ...visit.call, ...idsOf(visit) }));

/** For those who may make it, for as long as it counts. */
const made = page('/tasks/:id/certificate/:certificate', ['Par', 'Doc'], async (visit) => {
  const { app, call, c, practice, words } = visit;
  const texts = words.decisions.certificate;
  const shown = await app.showCertificate({ ...call, ...idsOf(visit) });
  // A link that was kept leads to what has become of it.
  if (!shown.ok && shown.refusal.code === 'CERTIFICATION_NOT_ISSUED') return `/tasks/${idsOf(visit).id}/certificate`;
  const { url, token, text, madeBy } = needed(shown);
  const [verify = ''] = url.split('#', 1);
  // P-36: as digits the code is smaller.
  const code = codeOf(`${verify}#${await digitsOfToken(token)}`);
  return {
    title: texts.ready,
    back: call.actor.role === 'Par' ? '/children' : `/tasks/${idsOf(visit).id}/certificate`,
    body: [
      practice ? <PracticeLines practice={practice} /> : null,
      <Facts facts={written(visit, text)} />,
      code
        ? [
            <Heading>{texts.scan}</Heading>,
            <Text>{texts.paper(verify)}</Text>,
            <QrCode code={code} label={texts.qrLabel} />,
          ]
        : [
            <Text>{texts.noCode}</Text>,
            <Text>
              <span class="portal-code">{url}</span>
            </Text>,
          ],
      <p class="govuk-body portal-on-screen">
        <Link href={url}>{texts.open}</Link>
      </p>,
      <PrintButton />,
      call.actor.role === 'Doc' || madeBy === call.actor.id ? (
        <p class="govuk-body portal-on-screen">
          <Link href={`${c.req.path}/withdraw`}>{words.wishes.withdrawPaper}</Link>
        </p>
      ) : null,
    ],
  };
});

/** D-26: by who has made it, and by the doctor. */
const withdraw = form('/tasks/:id/certificate/:certificate/withdraw', ['Par', 'Doc'], {
  title: ({ wishes }) => wishes.withdrawPaperTitle,
  back: ({ c }) => c.req.path.replace(/\/withdraw$/, ''),
  about: async (visit) => {
    const { text } = await shownCertificate(visit);
    return [<Facts facts={written(visit, text)} />, <Text>{visit.words.wishes.withdrawPaperText}</Text>];
  },
  send: ({ wishes }) => wishes.withdrawPaper,
  kind: 'warning',
  submit: (visit) => visit.app.withdrawCertificate({ ...visit.call, ...idsOf(visit) }),
  leadsTo: (visit) => `/tasks/${idsOf(visit).id}/certificate?done=certificateWithdrawn`,
});

/** D-44: the certificates of a child, from what its parents ask for to the papers. */

/** With the whole name at once; what else it can show is a page further. */
const Make = ({ visit, taskId }: { readonly visit: MemberVisit; readonly taskId: TaskId }) => {
  const { wishes, decisions } = visit.words;
  const action = `/tasks/${taskId}/certificate`;
  return (
    <FormOf id={null} state={formAt(visit, certificate, action, { disclose: 'name' })}>
      <div class="govuk-button-group">
        <Submit>{wishes.make}</Submit>
        <Link href={action}>{decisions.certificate.options.initials}</Link>
      </div>
    </FormOf>
  );
};

/** Above the children: what was issued, and nobody has opened, or not the one who asked for it. */
export const readyAbove = async (visit: MemberVisit) => {
  const { app, call, words } = visit;
  const ready = await firstPage(needed(await app.listReady(call)));
  return ready.map(({ certification, child, purpose }) => (
    <InsetText>
      <Heading>{words.wishes.ready(nameOf(child))}</Heading>
      <Text>{purpose}</Text>
      <Make visit={visit} taskId={certification.taskId} />
    </InsetText>
  ));
};

const paperOf = ({ words, formats }: MemberVisit, taskId: TaskId, { id, issuedAt, disclosed }: Certificate) => {
  const made = words.wishes.madeOn(formats.dayAt(issuedAt));
  const text = withTrait(made, words.decisions.certificate.options[disclosed]);
  return [`/tasks/${taskId}/certificate/${id}`, text] as const;
};

/** What was asked for, how it stands, and what can be done. */
const Entry = ({ visit, entry }: { readonly visit: MemberVisit; readonly entry: ChildCertificate }) => {
  const { formats, call, wishes, decisions, cases, fields } = visit;
  const { state, task, certification, papers } = entry;
  const issued = certification?.status === 'issued' ? certification : undefined;
  const isOwnWish = task.status === 'open' && task.wishedBy === call.actor.id;
  const withdraw = { href: `/cases/${task.caseId}/tasks/${task.id}/withdraw`, text: wishes.withdraw, what: task.title };
  return [
    <Heading>{task.title}</Heading>,
    <Facts
      facts={[
        { name: cases.status, value: wishes.states[state], ...(isOwnWish && { change: withdraw }) },
        { name: wishes.neededBy, value: task.dueOn && formats.day(task.dueOn) },
        { name: cases.reason, value: certification && 'reason' in certification && certification.reason },
        { name: decisions.certificate.confirms, value: issued?.statement },
        { name: fields.validUntil.label, value: issued && formats.day(issued.validUntil) },
      ]}
    />,
    papers.length > 0 ? <Links links={papers.map((one) => paperOf(visit, task.id, one))} /> : null,
    state === 'issued' ? <Make visit={visit} taskId={task.id} /> : null,
  ];
};

const certificatesOfChild = page('/children/:id/certificates', ['Par'], async (visit) => {
  const { app, call, wishes } = visit;
  const childId = childIdOf(visit);
  const found = needed(await app.listCertificates({ ...call, childId }));
  const name = await namedAmongOwn(visit, await shownChild(visit));
  return {
    title: wishes.list,
    back: '/children',
    heading: wishes.listTitle(name),
    body: [
      <ButtonLink href={`${pathOf(childId)}/certificate`}>{wishes.ask}</ButtonLink>,
      found.length === 0 ? <Text>{wishes.none}</Text> : null,
      found.map((entry) => <Entry visit={visit} entry={entry} />),
    ],
  };
});

export const pages = [certificate, made, withdraw, certificatesOfChild];
