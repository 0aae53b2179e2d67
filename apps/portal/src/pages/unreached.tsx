import { OWN, page } from '../kit/form.ts';
import { ButtonLink, Text, TextLink } from '../kit/show.tsx';
import { needed } from '../kit/visit.ts';
import { beginningOf, UNREACHED } from './start.tsx';

/** D-43: the owner is shown at the next login that a mail could not be delivered. */
const unreached = page(
  UNREACHED,
  'member',
  async (visit) => {
    const { app, call, words, formats } = visit;
    const texts = words.account.unreached;
    const refused = needed(await app.showUnreached(call));
    return {
      title: texts.title,
      body: (
        <>
          <Text>{refused ? texts.text(formats.moment(refused.at), refused.email) : texts.none}</Text>
          <TextLink href="/account/email">{texts.change}</TextLink>
          <ButtonLink href={beginningOf(visit)}>{texts.goOn}</ButtonLink>
        </>
      ),
    };
  },
  OWN,
);

export const unreachedPages = [unreached];
