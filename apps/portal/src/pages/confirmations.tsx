import { isConfirmed } from '@health-case/domain/model/account';
import type { AccountId } from '@health-case/domain/model/values';
import { FormOf, Submit } from '../kit/elements.tsx';
import { form, page } from '../kit/form.ts';
import { Facts, InsetText, List, listed, Text, TextLink } from '../kit/show.tsx';
import { nameOf, toldApart } from '../kit/told-apart.ts';
import { idIn, type MemberVisit, needed } from '../kit/visit.ts';

/** Doctors and assistants who wait until a manager has confirmed them (D-40). */
export const CONFIRMATIONS = '/manage/confirmations';
const ONE = `${CONFIRMATIONS}/:waitingId`;

const list = page(CONFIRMATIONS, 'manager', async (visit) => {
  const { app, call, words, formats } = visit;
  const { account, common, fields, manage, address } = words;
  const texts = manage.confirmations;
  const { entries, after } = await listed(visit, (paging) => app.listUnconfirmed({ ...call, paging }));
  const named = await toldApart(entries);
  return {
    title: texts.title,
    back: '/manage',
    isWide: true,
    body: [
      <Text>{texts.text}</Text>,
      <List
        caption={texts.title}
        head={[fields.name.label, common.role, fields.email.label, account.since, texts.decide]}
        rows={entries.map((one) => [
          named(one),
          common.roles[one.role],
          one.isProven ? one.email : `${one.email} (${address.mine.notYet})`,
          formats.moment(one.registeredAt),
          { href: `${CONFIRMATIONS}/${one.id}`, text: texts.decide, what: named(one) },
        ])}
        none={<Text>{texts.none}</Text>}
        path={CONFIRMATIONS}
        after={after}
      />,
    ],
  };
});

const accountIn = (visit: MemberVisit) => idIn<AccountId>(visit, 'ACCOUNT_NOT_FOUND', 'waitingId');

const shownIn = async (visit: MemberVisit) => {
  const { app, call, words, formats } = visit;
  const { account, common, fields } = words;
  const one = needed(await app.showUnconfirmed({ ...call, accountId: accountIn(visit) }));
  const facts = [
    { name: fields.name.label, value: nameOf(one) },
    { name: common.role, value: common.roles[one.role] },
    { name: fields.email.label, value: one.email },
    { name: account.since, value: formats.moment(one.registeredAt) },
  ];
  return { one, facts: <Facts facts={facts} /> };
};

const confirm = form(ONE, 'manager', 'does the same', {
  view: async (visit) => {
    const { manage, refusals } = visit.words;
    const texts = manage.confirmations;
    const { one, facts } = await shownIn(visit);
    const cannot = isConfirmed(one) ? 'ACCOUNT_CONFIRMED' : one.isProven ? undefined : 'ADDRESS_NOT_PROVEN';
    return {
      title: texts.question,
      back: CONFIRMATIONS,
      body: [
        facts,
        cannot ? (
          <InsetText>{refusals[cannot]}</InsetText>
        ) : (
          [
            <Text>{texts.warning}</Text>,
            <FormOf>
              <Submit>{texts.confirm}</Submit>
            </FormOf>,
          ]
        ),
        isConfirmed(one) ? null : <TextLink href={`${CONFIRMATIONS}/${one.id}/decline`}>{texts.decline}</TextLink>,
      ],
    };
  },
  submit: (visit) => visit.app.confirmAccount({ ...visit.call, accountId: accountIn(visit) }),
  leadsTo: () => `${CONFIRMATIONS}?done=accountConfirmed`,
});

const decline = form(`${ONE}/decline`, 'manager', {
  title: ({ manage }) => manage.confirmations.decline,
  back: CONFIRMATIONS,
  about: async (visit) => [(await shownIn(visit)).facts, <Text>{visit.words.manage.confirmations.declineText}</Text>],
  send: ({ manage }) => manage.confirmations.decline,
  kind: 'warning',
  submit: (visit) => visit.app.declineAccount({ ...visit.call, accountId: accountIn(visit) }),
  leadsTo: () => `${CONFIRMATIONS}?done=accountDeclined`,
});

export const confirmationPages = [list, confirm, decline];
