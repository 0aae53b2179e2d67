import { digitsOfToken } from '@health-case/client/certificate';
import {
  type CertificateText,
  childShown,
  DISCLOSURES,
  type Disclosure,
  parseDisclosure,
} from '@health-case/domain/model/certificate';
import type { IdempotencyKey } from '@health-case/domain/model/idempotency';
import type { CertificateId, TaskId } from '@health-case/domain/model/values';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { choice } from '../kit/fields.ts';
import { form, page } from '../kit/form.ts';
import { PracticeLines } from '../kit/practice.tsx';
import { codeOf, QrCode } from '../kit/qr.tsx';
import { Facts, Heading, Link, PrintButton, Text } from '../kit/show.tsx';
import { nameOf } from '../kit/told-apart.ts';
import { idIn, type MemberVisit, needed, type Visit } from '../kit/visit.ts';
import { certificationFacts } from './decisions.tsx';

/** What the certificate says, and nothing else: whoever gets the printed page must not read more of the child. */
const written = ({ words, formats }: Visit, text: CertificateText) => {
  const { cases, decisions } = words;
  const { firstName, lastName, birthYear, statement, doctor, issuedAt, validUntil, id } = text;
  return [
    { name: decisions.child, value: nameOf({ firstName, lastName }) },
    { name: decisions.birthYear, value: birthYear },
    { name: decisions.certificate.confirms, value: statement },
    { name: cases.doctor, value: doctor },
    { name: decisions.statuses.issued, value: formats.dayAt(issuedAt) },
    { name: decisions.validUntil, value: formats.day(validUntil) },
    { name: decisions.certificate.number, value: id },
  ];
};

/** D-26: the certificate of a task, for a parent of the child and the case's doctor. */
export const certificate = form('/tasks/:id/certificate', ['Par', 'Doc'], {
  staysOpen: true,
  fields: { disclose: choice(parseDisclosure) },
  start: async () => ({ disclose: 'name' }),
  view: async (visit) => {
    const { words } = visit;
    const texts = words.decisions.certificate;
    const { body, child, found } = await certificationFacts(visit);
    const shownOf = (disclosed: Disclosure) => nameOf(childShown(child, disclosed));
    return {
      title: texts.title,
      back: `/cases/${found.id}`,
      body: [
        body,
        <Text>{texts.text}</Text>,
        <FormOf>
          <Field
            name="disclose"
            options={DISCLOSURES.map((value) => ({ value, text: texts.options[value], hint: shownOf(value) }))}
          />
          <Submit>{texts.make}</Submit>
        </FormOf>,
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
  const { call, c, practice, words } = visit;
  const texts = words.decisions.certificate;
  const { url, token, text, madeBy } = await shownCertificate(visit);
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

export const certificatePages = [made, certificate, withdraw];
