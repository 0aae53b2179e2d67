import { isConfirmed } from '@health-case/domain/model/account';
import { OWN, page } from '../kit/form.ts';
import { Heading, InsetText, Link, Links, Text } from '../kit/show.tsx';
import { beginningOf } from './start.tsx';

/** D-40: what happens next to a doctor or an assistant who is not confirmed yet, and by whom. */
const waiting = page(
  '/account/waiting',
  'member',
  (visit) => {
    const { member, words } = visit;
    const { account, address, common, passkeys } = words;
    const texts = account.waiting;
    if (isConfirmed(member.caller.actor)) return beginningOf(visit);
    return {
      title: texts.title,
      body: (
        <>
          <Text>{texts.text}</Text>
          {member.isProven ? (
            <Text>{texts.told}</Text>
          ) : (
            <InsetText>
              {texts.proveFirst} <Link href="/account/address">{address.mine.confirm}</Link>
            </InsetText>
          )}
          <Heading>{texts.meanwhile}</Heading>
          <Links
            links={[
              ['/account', common.myAccount],
              ['/account/factor', account.factor.title],
              ['/account/passkeys', passkeys.title],
            ]}
          />
        </>
      ),
    };
  },
  OWN,
);

export const waitingPages = [waiting];
