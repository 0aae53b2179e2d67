import { PHRASE_KINDS, type Phrase } from '@health-case/domain/model/phrase';
import { type PhraseId, parseReason, parseStatement } from '@health-case/domain/model/values';
import type { Child } from 'hono/jsx';
import { FORM_ID, FormOf, Submit } from '../kit/elements.tsx';
import { longText } from '../kit/fields.ts';
import {
  type AnyForm,
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
import { ButtonLink, Heading, InsetText, Table, Text, TextLink } from '../kit/show.tsx';

/** What a doctor says often, to be chosen where a decision is typed (D-47). */
const [ACCOUNT, PHRASES] = ['/account', '/account/phrases'];

const ownPhrases = async ({ app, call }: MemberVisit) => needed(await app.listPhrases(call));
const phraseIn = (visit: Visit): PhraseId => idIn<PhraseId>(visit, 'PHRASE_NOT_FOUND', 'phrase');

/** The one that the address names. */
const phraseOf = async (visit: MemberVisit): Promise<Phrase> => {
  const found = (await ownPhrases(visit)).find(({ id }) => id === phraseIn(visit));
  if (!found) throw new NotShown({ code: 'PHRASE_NOT_FOUND' });
  return found;
};

/** A field of the same name takes it. */
export const filledByPhrase = async (visit: MemberVisit, id: string): Promise<Typed> => {
  const found = (await ownPhrases(visit)).find((phrase) => phrase.id === id);
  return found ? { [found.kind]: found.text } : {};
};

/** Buttons of the form of the page, behind its own: whoever presses Enter in a field sends it. */
export const phrasesFor = async (visit: MemberVisit, ...kinds: readonly Phrase['kind'][]): Promise<Child> => {
  const { phrases: texts } = visit.words;
  const own = await ownPhrases(visit);
  const chosen = kinds.flatMap((kind) => {
    const ofKind = own.filter((phrase) => phrase.kind === kind);
    return ofKind.length > 0 ? [{ kind, ofKind }] : [];
  });
  return [
    chosen.map(({ kind, ofKind }) => [
      <Heading>{texts.choose[kind]}</Heading>,
      <ul class="govuk-list govuk-list--spaced">
        {ofKind.map(({ id, text }) => (
          <li>
            <button type="submit" form={FORM_ID} name="go" value={`fill-${id}`} class="govuk-link portal-link-button">
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ul>,
    ]),
    <TextLink href={PHRASES}>{chosen.length > 0 ? texts.change : texts.begin}</TextLink>,
  ];
};

const list = page(PHRASES, ['Doc'], async (visit) => {
  const { phrases: texts, cases, common, staff } = visit.words;
  const own = await ownPhrases(visit);
  const putFirst = (id: PhraseId) => (
    <FormOf id={null} state={formAt(visit, first, `${PHRASES}/${id}/first`)}>
      <Submit kind="secondary">{texts.first}</Submit>
    </FormOf>
  );
  const rowOf = ({ id, text, kind }: Phrase, nth: number) => [
    { href: `${PHRASES}/${id}/${kind}`, text },
    nth === 0 ? '' : putFirst(id),
    { href: `${PHRASES}/${id}/remove`, text: staff.remove, what: text },
  ];
  return {
    title: texts.title,
    back: ACCOUNT,
    isWide: true,
    body: [
      <Text>{texts.text}</Text>,
      PHRASE_KINDS.map((kind) => {
        const ofKind = own.filter((phrase) => phrase.kind === kind);
        return [
          ofKind.length === 0 ? (
            <Heading>{texts.kinds[kind]}</Heading>
          ) : (
            <Table
              caption={texts.kinds[kind]}
              head={[common.change, cases.order, staff.remove]}
              rows={ofKind.map(rowOf)}
            />
          ),
          <ButtonLink href={`${PHRASES}/new/${kind}`} kind="secondary">
            {texts.add[kind]}
          </ButtonLink>,
        ];
      }),
    ],
  };
});

const leadsTo = () => `${PHRASES}?done=saved`;

/** To add and to change those of a kind, which have the bounds of the field that they are chosen for. */
const formsOf = (kind: Phrase['kind'], fields: { readonly phrase: ReturnType<typeof longText<Phrase['text']>> }) => [
  form(`${PHRASES}/new/${kind}`, ['Doc'], {
    fields,
    title: ({ phrases }) => phrases.add[kind],
    isHeading: true,
    back: PHRASES,
    submit: ({ app, call }, { phrase: text }) => app.addPhrase({ ...call, kind, text }),
    beside: { TOO_MANY_PHRASES: 'phrase' },
    leadsTo,
  }),
  form(`${PHRASES}/:phrase/${kind}`, ['Doc'], {
    fields,
    start: async (visit) => ({ phrase: (await phraseOf(visit)).text }),
    title: ({ phrases }) => phrases.changeTitle[kind],
    isHeading: true,
    back: PHRASES,
    submit: (visit, { phrase: text }) => visit.app.changePhrase({ ...visit.call, phrase: phraseIn(visit), text }),
    leadsTo,
  }),
];

const ofStatements = formsOf('statement', { phrase: longText(parseStatement, 2) });
const ofReasons = formsOf('reason', { phrase: longText(parseReason) });

const first: AnyForm = form(`${PHRASES}/:phrase/first`, ['Doc'], 'does the same', {
  staysOpen: true,
  title: ({ phrases }) => phrases.first,
  back: PHRASES,
  send: ({ phrases }) => phrases.first,
  submit: (visit) => visit.app.putPhraseFirst({ ...visit.call, phrase: phraseIn(visit) }),
  leadsTo,
});

const remove = form(`${PHRASES}/:phrase/remove`, ['Doc'], {
  title: ({ phrases }) => phrases.removeTitle,
  back: PHRASES,
  about: async (visit) => <InsetText>{(await phraseOf(visit)).text}</InsetText>,
  send: ({ staff }) => staff.remove,
  kind: 'warning',
  submit: (visit) => visit.app.removePhrase({ ...visit.call, phrase: phraseIn(visit) }),
  leadsTo,
});

export const pages = [list, ...ofStatements, ...ofReasons, first, remove];
