import { parseSessionDigest } from '@health-case/domain/model/account';
import { refuse } from '@health-case/domain/result';
import { type AnyForm, type AnyPage, form, page } from '../kit/form.ts';
import { ButtonLink, List, pageOf, pagingOf, Text } from '../kit/show.tsx';
import { needed } from '../kit/visit.ts';

/** Where one's own account is signed in (D-28). */
const [ACCOUNT, LOGINS] = ['/account', '/account/logins'];

const logins = page(LOGINS, 'member', async (visit) => {
  const { app, call, words, formats } = visit;
  const { logins: texts } = words.account;
  const paging = pagingOf(visit, parseSessionDigest);
  const { entries: found, after } = await pageOf(needed(await app.listLogins({ ...call, paging })));
  return {
    title: texts.title,
    back: ACCOUNT,
    isWide: true,
    body: (
      <>
        <Text>{texts.text}</Text>
        <List
          caption={texts.title}
          head={[texts.startedAt, texts.lastUsedAt, texts.end]}
          rows={found.map(({ id, startedAt, lastUsedAt, isCurrent }) => [
            formats.moment(startedAt),
            formats.moment(lastUsedAt),
            isCurrent ? texts.current : { href: `${LOGINS}/${id}`, text: texts.end, what: formats.moment(startedAt) },
          ])}
          none={null}
          path={LOGINS}
          after={after}
        />
        <ButtonLink href={ACCOUNT} kind="secondary">
          {words.common.back}
        </ButtonLink>
      </>
    ),
  };
});

const endLogin = form({
  path: `${LOGINS}/:login`,
  who: 'member',
  fields: {},
  steps: [
    {
      title: ({ account }) => account.logins.endTitle,
      back: LOGINS,
      send: ({ account }) => account.logins.end,
      kind: 'warning',
    },
  ],
  submit: async ({ app, call, c }) => {
    const login = parseSessionDigest(c.req.param('login') ?? '');
    return login.ok ? app.endLogin({ ...call, login: login.value }) : refuse('LOGIN_NOT_FOUND');
  },
  leadsTo: () => `${LOGINS}?done=saved`,
});

export const loginPages: readonly AnyPage[] = [logins];
export const loginForms: readonly AnyForm[] = [endLogin];
