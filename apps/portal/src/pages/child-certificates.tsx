import type { Certificate } from '@health-case/domain/model/certificate';
import type { TaskId } from '@health-case/domain/model/values';
import type { ChildCertificate } from '@health-case/domain/use-cases/wishes';
import { FormOf, Submit } from '../kit/elements.tsx';
import { page } from '../kit/form.ts';
import { formAt } from '../kit/form-state.ts';
import { ButtonLink, Facts, Heading, InsetText, Link, Links, Text } from '../kit/show.tsx';
import { nameOf, withTrait } from '../kit/told-apart.ts';
import { firstPage, type MemberVisit, needed } from '../kit/visit.ts';
import { certificate } from './certificate.tsx';
import { childIdOf, namedAmongOwn, pathOf, shownChild } from './own-child.tsx';

/** D-44: the certificates of a child, from what its parents ask for to the papers. */

/** With the whole name at once; what else it can show is a page further. */
const Make = ({ visit, taskId }: { readonly visit: MemberVisit; readonly taskId: TaskId }) => {
  const { wishes, decisions } = visit.words;
  const action = `/tasks/${taskId}/certificate`;
  return (
    <FormOf id={null} state={formAt(visit, certificate, action, { disclose: 'name' })}>
      <div class="govuk-button-group">
        <Submit>{wishes.make}</Submit>
        <Link href={action}>{decisions.certificate.options.initials}</Link>
      </div>
    </FormOf>
  );
};

/** Above the children: what was issued, and nobody has opened. */
export const readyAbove = async (visit: MemberVisit) => {
  const { app, call, words } = visit;
  const ready = await firstPage(needed(await app.listReady(call)));
  return ready.map(({ certification, child, purpose }) => (
    <InsetText>
      <Heading>{words.wishes.ready(nameOf(child))}</Heading>
      <Text>{purpose}</Text>
      <Make visit={visit} taskId={certification.taskId} />
    </InsetText>
  ));
};

const paperOf = ({ words, formats }: MemberVisit, taskId: TaskId, { id, issuedAt, disclosed }: Certificate) => {
  const made = words.wishes.madeOn(formats.dayAt(issuedAt));
  const text = withTrait(made, words.decisions.certificate.options[disclosed]);
  return [`/tasks/${taskId}/certificate/${id}`, text] as const;
};

/** What was asked for, how it stands, and what can be done. */
const Entry = ({ visit, entry }: { readonly visit: MemberVisit; readonly entry: ChildCertificate }) => {
  const { words, formats, call } = visit;
  const { wishes, decisions, cases } = words;
  const { state, task, certification, papers } = entry;
  const issued = certification?.status === 'issued' ? certification : undefined;
  const isOwnWish = task.status === 'open' && task.wishedBy === call.actor.id;
  const withdraw = { href: `/cases/${task.caseId}/tasks/${task.id}/withdraw`, text: wishes.withdraw, what: task.title };
  return [
    <Heading>{task.title}</Heading>,
    <Facts
      facts={[
        { name: cases.status, value: wishes.states[state], ...(isOwnWish && { change: withdraw }) },
        { name: wishes.neededBy, value: task.dueOn && formats.day(task.dueOn) },
        { name: cases.reason, value: certification && 'reason' in certification && certification.reason },
        { name: decisions.certificate.confirms, value: issued?.statement },
        { name: decisions.validUntil, value: issued && formats.day(issued.validUntil) },
      ]}
    />,
    papers.length > 0 ? <Links links={papers.map((one) => paperOf(visit, task.id, one))} /> : null,
    state === 'issued' ? <Make visit={visit} taskId={task.id} /> : null,
  ];
};

const list = page('/children/:id/certificates', ['Par'], async (visit) => {
  const { app, call, words } = visit;
  const { wishes } = words;
  const childId = childIdOf(visit);
  const found = needed(await app.listCertificates({ ...call, childId }));
  const name = await namedAmongOwn(visit, await shownChild(visit));
  return {
    title: wishes.list,
    back: '/children',
    heading: wishes.listTitle(name),
    body: [
      <ButtonLink href={`${pathOf(childId)}/certificate`}>{wishes.ask}</ButtonLink>,
      found.length === 0 ? <Text>{wishes.none}</Text> : null,
      found.map((entry) => <Entry visit={visit} entry={entry} />),
    ],
  };
});

export const childCertificatePages = [list];
