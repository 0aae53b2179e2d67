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

/** What a doctor, or the practice, says often, to be chosen where a decision is typed (D-47). */
const OWN_PHRASES = '/account/phrases';

/** The caller's, and behind them the practice's. */
const phrasesFor = async ({ app, call }: MemberVisit) => needed(await app.listPhrases(call));

/** The practice may say the same as the doctor. */
const firstSaying = (all: readonly Phrase[], { kind, text }: Phrase): number =>
  all.findIndex((other) => other.kind === kind && other.text === text);

/** A field of the same name takes it. */
export const filledByPhrase = async (visit: MemberVisit, id: string): Promise<Typed> => {
  const found = (await phrasesFor(visit)).find((phrase) => phrase.id === id);
  return found ? { [found.kind]: found.text } : {};
};

/** Buttons of the form of the page, behind its own: whoever presses Enter in a field sends it. */
export const phrasesToChoose = async (visit: MemberVisit, ...kinds: readonly Phrase['kind'][]): Promise<Child> => {
  const { phrases: texts } = visit.words;
  const all = await phrasesFor(visit);
  const chosen = kinds.flatMap((kind) => {
    const ofKind = all.filter((phrase, nth) => phrase.kind === kind && nth === firstSaying(all, phrase));
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
    <TextLink href={OWN_PHRASES}>{chosen.length > 0 ? texts.change : texts.begin}</TextLink>,
  ];
};

/** Where phrases are kept, and by whom. */
type Place = {
  readonly at: string;
  readonly back: string;
  readonly who: 'manager' | readonly ['Doc'];
  /** How an address names one. */
  readonly param: 'phrase' | 'shared';
  readonly isOfPractice: boolean;
};

const leadsTo = (at: string) => () => `${at}?done=saved`;

const keptAt = async ({ isOfPractice }: Place, visit: MemberVisit) =>
  (await phrasesFor(visit)).filter(({ accountId }) => (accountId === undefined) === isOfPractice);
const idAt = ({ param }: Place, visit: Visit): PhraseId => idIn<PhraseId>(visit, 'PHRASE_NOT_FOUND', param);

const phraseAt = async (place: Place, visit: MemberVisit): Promise<Phrase> => {
  const found = (await keptAt(place, visit)).find(({ id }) => id === idAt(place, visit));
  if (!found) throw new NotShown({ code: 'PHRASE_NOT_FOUND' });
  return found;
};

const listAt = (place: Place, first: AnyForm) => {
  const { at, back, who, param } = place;
  return page(at, who, async (visit) => {
    const { phrases: texts, cases, common, staff } = visit.words;
    const kept = await keptAt(place, visit);
    const putFirst = (id: PhraseId) => (
      <FormOf id={null} state={formAt(visit, first, `${at}/${id}/first`)}>
        <Submit kind="secondary">{texts.first}</Submit>
      </FormOf>
    );
    const rowOf = ({ id, text, kind }: Phrase, nth: number) => [
      { href: `${at}/${id}/${kind}`, text },
      nth === 0 ? '' : putFirst(id),
      { href: `${at}/${id}/remove`, text: staff.remove, what: text },
    ];
    return {
      title: texts.title[param],
      back,
      isWide: true,
      body: [
        <Text>{texts.text[param]}</Text>,
        PHRASE_KINDS.map((kind) => {
          const ofKind = kept.filter((phrase) => phrase.kind === kind);
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
            <ButtonLink href={`${at}/new/${kind}`} kind="secondary">
              {texts.add[param][kind]}
            </ButtonLink>,
          ];
        }),
      ],
    };
  });
};

/** To add and to change those of a kind, which have the bounds of the field that they are chosen for. */
const formsAt = (
  place: Place,
  kind: Phrase['kind'],
  fields: { readonly phrase: ReturnType<typeof longText<Phrase['text']>> },
) => {
  const { at, who, param, isOfPractice } = place;
  const shared = { fields, isHeading: true, back: at, leadsTo: leadsTo(at) } as const;
  return [
    form(`${at}/new/${kind}`, who, {
      ...shared,
      title: ({ phrases }) => phrases.add[param][kind],
      submit: ({ app, call }, { phrase: text }) => app.addPhrase({ ...call, kind, text, isOfPractice }),
      beside: { TOO_MANY_PHRASES: 'phrase' },
    }),
    form(`${at}/:${param}/${kind}`, who, {
      ...shared,
      start: async (visit) => ({ phrase: (await phraseAt(place, visit)).text }),
      title: ({ phrases }) => phrases.changeTitle[param][kind],
      submit: (visit, { phrase: text }) => visit.app.changePhrase({ ...visit.call, phrase: idAt(place, visit), text }),
    }),
  ];
};

const firstAt = (place: Place): AnyForm =>
  form(`${place.at}/:${place.param}/first`, place.who, 'does the same', {
    staysOpen: true,
    title: ({ phrases }) => phrases.firstTitle[place.param],
    back: place.at,
    send: ({ phrases }) => phrases.first,
    submit: (visit) => visit.app.putPhraseFirst({ ...visit.call, phrase: idAt(place, visit) }),
    leadsTo: leadsTo(place.at),
  });

const removeAt = (place: Place) =>
  form(`${place.at}/:${place.param}/remove`, place.who, {
    title: ({ phrases }) => phrases.removeTitle[place.param],
    back: place.at,
    about: async (visit) => <InsetText>{(await phraseAt(place, visit)).text}</InsetText>,
    send: ({ staff }) => staff.remove,
    kind: 'warning',
    submit: (visit) => visit.app.removePhrase({ ...visit.call, phrase: idAt(place, visit) }),
    leadsTo: leadsTo(place.at),
  });

const STATEMENT = { phrase: longText(parseStatement, 2) };
const REASON = { phrase: longText(parseReason) };

const pagesAt = (place: Place) => {
  const first = firstAt(place);
  const forms = [...formsAt(place, 'statement', STATEMENT), ...formsAt(place, 'reason', REASON)];
  return [listAt(place, first), ...forms, first, removeAt(place)];
};

export const pages = [
  ...pagesAt({ at: OWN_PHRASES, back: '/account', who: ['Doc'], param: 'phrase', isOfPractice: false }),
  ...pagesAt({ at: '/manage/phrases', back: '/manage', who: 'manager', param: 'shared', isOfPractice: true }),
];
