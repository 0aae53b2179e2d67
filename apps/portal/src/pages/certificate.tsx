import { childShown, DISCLOSURES, parseDisclosure } from '@health-case/domain/model/certificate';
import type { TaskId } from '@health-case/domain/model/values';
import { Choice, FormOf, Submit } from '../kit/elements.tsx';
import { type AnyForm, field, form } from '../kit/form.ts';
import { QrCode } from '../kit/qr.tsx';
import { Facts, Heading, Link, PrintButton, Text } from '../kit/show.tsx';
import { idIn } from '../kit/visit.ts';
import { certificationFacts, concerned, saidBy } from './decisions.tsx';

/** D-26: the certificate of a task, for a parent of the child and the case's doctor. */
const certificate = form({
  path: '/tasks/:id/certificate',
  who: ['Par', 'Doc'],
  fields: { disclose: field(parseDisclosure) },
  start: async () => ({ disclose: 'name' }),
  steps: [
    {
      asks: ['disclose'],
      view: async (visit, state) => {
        const { words } = visit;
        const texts = words.decisions.certificate;
        const { body, found } = await certificationFacts(visit);
        return {
          title: texts.title,
          back: `/cases/${found.id}`,
          body: (
            <>
              {body}
              <Text>{texts.text}</Text>
              <FormOf state={state}>
                <Choice
                  words={words}
                  state={state}
                  name="disclose"
                  options={DISCLOSURES.map((value) => ({ value, text: texts.options[value] }))}
                />
                <Submit>{texts.make}</Submit>
              </FormOf>
            </>
          ),
        };
      },
    },
  ],
  submit: (visit, { disclose }) =>
    visit.app.createCertificate({
      ...visit.call,
      idempotencyKey: visit.idempotencyKey,
      id: idIn<TaskId>(visit, 'TASK_NOT_FOUND'),
      disclosed: disclose,
    }),
  // Nothing but what the certificate says: whoever gets the printed page must not read more of the child.
  leadsTo: async (visit, { value, values: { disclose } }) => {
    const { words } = visit;
    const texts = words.decisions.certificate;
    if (!value) return '/cases';
    const { certification, found, child } = await concerned(visit);
    const { firstName, lastName, birthYear } = childShown(child, disclose);
    const facts = [
      { name: words.decisions.child, value: `${firstName} ${lastName}` },
      ...(birthYear ? [{ name: words.decisions.birthYear, value: birthYear }] : []),
      ...saidBy(visit, certification),
    ];
    return {
      title: texts.ready,
      back: `/cases/${found.id}`,
      body: (
        <>
          <Facts facts={facts} />
          <Heading>{texts.scan}</Heading>
          <QrCode text={value.url} label={texts.qrLabel} />
          <p class="govuk-body portal-on-screen">
            <Link href={value.url}>{texts.open}</Link>
          </p>
          <PrintButton words={words} />
        </>
      ),
    };
  },
});

export const certificateForms: readonly AnyForm[] = [certificate];
