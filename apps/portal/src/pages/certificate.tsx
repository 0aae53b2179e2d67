import { DISCLOSURES, parseDisclosure } from '@health-case/domain/model/certificate';
import type { TaskId } from '@health-case/domain/model/values';
import { Choice, FormOf, Submit } from '../kit/elements.tsx';
import { type AnyForm, field, form } from '../kit/form.ts';
import { QrCode } from '../kit/qr.tsx';
import { Heading, Link, Text } from '../kit/show.tsx';
import { idIn } from '../kit/visit.ts';
import { certificationFacts } from './decisions.tsx';

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
  leadsTo: async (visit, { value }) => {
    const { words, formats } = visit;
    const texts = words.decisions.certificate;
    if (!value) return '/cases';
    const { body, found } = await certificationFacts(visit);
    return {
      title: texts.ready,
      back: `/cases/${found.id}`,
      body: (
        <>
          {body}
          <Heading>{texts.scan}</Heading>
          <QrCode text={value.url} label={texts.qrLabel} />
          <Text>
            {texts.expires} {formats.moment(value.expiresAt)}
          </Text>
          <Text>
            <Link href={value.url}>{texts.open}</Link>
          </Text>
          <button type="button" class="govuk-button govuk-button--secondary" data-print hidden>
            {texts.print}
          </button>
        </>
      ),
    };
  },
});

export const certificateForms: readonly AnyForm[] = [certificate];
