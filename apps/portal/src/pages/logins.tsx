import { parseCodeDigest, parseSessionDigest } from '@health-case/domain/model/account';
import { refuse } from '@health-case/domain/result';
import type { Child } from 'hono/jsx';
import { form, OWN, page } from '../kit/form.ts';
import { trustedIn } from '../kit/session-cookie.ts';
import { ButtonLink, Heading, List, pageOf, pagingOf, Text } from '../kit/show.tsx';
import { type MemberVisit, needed } from '../kit/visit.ts';

/** Where one's own account is signed in (D-28), and which browsers are not asked for its second factor (D-29). */
const [ACCOUNT, LOGINS] = ['/account', '/account/logins'];
const TRUSTED = `${LOGINS}/trusted`;

const trustedDevices = async ({ app, call, c, words, formats }: MemberVisit): Promise<Child> => {
  const { logins: texts } = words.account;
  const found = needed(await app.listTrustedDevices({ ...call, trusted: trustedIn(c) }));
  if (found.length === 0) return null;
  return [
    <Heading>{texts.trusted}</Heading>,
    <Text>{texts.trustedText}</Text>,
    <List
      caption={texts.trusted}
      head={[texts.device, texts.startedAt, texts.until, texts.end]}
      rows={found.map(({ id, device, provenAt, expiresAt, isCurrent }) => [
        isCurrent ? texts.thisOne(device ?? texts.unknown) : (device ?? texts.unknown),
        formats.moment(provenAt),
        formats.moment(expiresAt),
        { href: `${TRUSTED}/${id}`, text: texts.end, what: device ?? texts.unknown },
      ])}
      none={null}
    />,
  ];
};

const logins = page(LOGINS, 'member', OWN, async (visit) => {
  const { app, call, words, formats } = visit;
  const { logins: texts } = words.account;
  const paging = pagingOf(visit, parseSessionDigest);
  const { entries: found, after } = await pageOf(needed(await app.listLogins({ ...call, paging })));
  return {
    title: texts.title,
    back: ACCOUNT,
    isWide: true,
    body: [
      <Text>{texts.text}</Text>,
      <List
        caption={texts.title}
        head={[texts.device, texts.startedAt, texts.lastUsedAt, texts.end]}
        rows={found.map(({ id, device, startedAt, lastUsedAt, isCurrent }) => [
          isCurrent ? texts.thisOne(device ?? texts.unknown) : (device ?? texts.unknown),
          formats.moment(startedAt),
          formats.moment(lastUsedAt),
          isCurrent ? '' : { href: `${LOGINS}/${id}`, text: texts.end, what: formats.moment(startedAt) },
        ])}
        none={null}
        path={LOGINS}
        after={after}
      />,
      await trustedDevices(visit),
      <ButtonLink href={ACCOUNT} kind="secondary">
        {words.common.back}
      </ButtonLink>,
    ],
  };
});

const endLogin = form(`${LOGINS}/:login`, 'member', {
  spared: OWN,
  title: ({ account }) => account.logins.endTitle,
  back: LOGINS,
  send: ({ account }) => account.logins.end,
  kind: 'warning',
  submit: async ({ app, call, c }) => {
    const login = parseSessionDigest(c.req.param('login') ?? '');
    return login.ok ? app.endLogin({ ...call, login: login.value }) : refuse('LOGIN_NOT_FOUND');
  },
  leadsTo: () => `${LOGINS}?done=saved`,
});

const endTrust = form(`${TRUSTED}/:device`, 'member', {
  spared: OWN,
  title: ({ account }) => account.logins.endTrustTitle,
  back: LOGINS,
  send: ({ account }) => account.logins.end,
  kind: 'warning',
  submit: async ({ app, call, c }) => {
    const device = parseCodeDigest(c.req.param('device') ?? '');
    return device.ok ? app.endTrust({ ...call, device: device.value }) : refuse('LOGIN_NOT_FOUND');
  },
  leadsTo: () => `${LOGINS}?done=saved`,
});

export const loginPages = [logins, endLogin, endTrust];
