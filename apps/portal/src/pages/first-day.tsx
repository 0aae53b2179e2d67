import type { Account } from '@health-case/domain/model/account';
import { isolated } from '@health-case/domain/model/text-direction';
import { DAY } from '@health-case/domain/model/values';
import type { Child } from 'hono/jsx';
import { markOf, nameOf } from '../kit/elements.tsx';
import { firstPage, type MemberVisit, needed } from '../kit/form.ts';
import { useWords } from '../kit/rendering.ts';
import { Heading, Link, Text, tag } from '../kit/show.tsx';

/** What to do first, and what comes then: where somebody begins, and there is nothing yet. */

type Step = { readonly text: string; readonly href?: string; readonly isDone?: boolean };

/** To doctors it is told for so long, in milliseconds: some have no assistant, and want no second factor. */
const FIRST_DAYS = 14 * DAY;

const isFirstDay = ({ registeredAt }: Pick<Account, 'registeredAt'>) => Date.now() - registeredAt <= FIRST_DAYS;

const stepsOf = async (visit: MemberVisit): Promise<readonly Step[]> => {
  const { app, call, firstDay: texts, phrases: ofPhrases } = visit;
  const { actor } = call;
  const factor = { text: texts.factor, href: '/account/factor', isDone: actor.secondFactor };
  if (actor.role === 'Par') {
    return [
      { text: texts.Par.child, href: '/children/new' },
      { text: texts.Par.join, href: '/join' },
    ];
  }
  if (actor.role === 'Ast') {
    const doctors = needed(await app.listOwnDoctors(call));
    return doctors.length > 0 ? [] : [{ text: texts.Ast.address(actor.email) }, factor];
  }
  if (!isFirstDay(actor)) return [];
  const assistants = await firstPage(needed(await app.listOwnAssistants({ ...call, paging: {} })));
  const phrases = needed(await app.listPhrases(call));
  return [
    factor,
    { text: texts.Doc.assistant, href: '/practice/assistants', isDone: assistants.length > 0 },
    { text: ofPhrases.begin, href: '/account/phrases', isDone: phrases.length > 0 },
    { text: texts.Doc.found(isolated(nameOf(actor)), markOf(actor.id)) },
  ];
};

const Steps = ({ steps }: { readonly steps: readonly Step[] }) => {
  const { isDone: done } = useWords().firstDay;
  return (
    <ul class="govuk-list govuk-list--bullet govuk-list--spaced">
      {steps.map(({ text, href, isDone }) => (
        <li>
          {href === undefined ? text : <Link href={href}>{text}</Link>} {isDone ? tag(done, 'green') : null}
        </li>
      ))}
    </ul>
  );
};

export const firstDay = async (visit: MemberVisit): Promise<Child> => {
  const { firstDay: texts } = visit.words;
  const steps = await stepsOf(visit);
  if (steps.length === 0) return null;
  return [<Heading>{texts.title}</Heading>, <Steps steps={steps} />, <Text>{texts[visit.call.actor.role].next}</Text>];
};

/** What to do first where nobody has managed a practice yet. */
export const FirstDayOfManager = ({ visit }: { readonly visit: MemberVisit }) => {
  const { call, member, practice, words } = visit;
  const texts = words.manage.first;
  if (!isFirstDay(call.actor)) return null;
  return [
    <Heading>{words.firstDay.title}</Heading>,
    <Steps
      steps={[
        { text: words.address.mine.title, href: '/account/address', isDone: member.isProven },
        { text: words.firstDay.factor, href: '/account/factor', isDone: call.actor.secondFactor },
        { text: texts.practice, href: '/manage/practice', isDone: practice?.telephone !== undefined },
        { text: texts.staff, href: '/manage/invitations' },
      ]}
    />,
    <Text>{texts.next}</Text>,
  ];
};
