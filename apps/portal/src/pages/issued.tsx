import type { Certification, IssuedList, Meant } from '@health-case/domain/model/case';
import type { Identity, Shown } from '@health-case/domain/model/child';
import { isolated } from '@health-case/domain/model/text-direction';
import type { CertificationId, TaskId } from '@health-case/domain/model/values';
import { FormOf, nameOf, Submit, withTrait } from '../kit/elements.tsx';
import { reason } from '../kit/fields.ts';
import { type FormState, form, idIn, listPage, type MemberVisit, needed, type Typed } from '../kit/form.ts';
import { ButtonLink, Facts, Link, List, NONE, PAGE_SIZE, pageOf, pagingOf, Table, Text } from '../kit/show.tsx';
import { listBefore, withQuery } from '../kit/urls.ts';
import { filledByPhrase, phrasesToChoose } from './phrases.tsx';

/** What a doctor must confirm (D-30), has issued in another's case (D-32), or is to issue for one who has left. */

/** What a page has shown, a certification of a child, goes along with its form. */
export const CARRIED_SEEN = ['seenCertification', 'seenFirstName', 'seenLastName', 'seenBirthDate'] as const;

type Seen = { readonly certification: Pick<Certification, 'id'>; readonly child: Identity };
export const seenOf = ({ certification, child: { firstName, lastName, birthDate } }: Seen): FormState['hidden'] => ({
  seenCertification: certification.id,
  seenFirstName: firstName,
  seenLastName: lastName,
  seenBirthDate: birthDate ?? '',
});

/** Names that are missing are no child's, so nothing is decided without them. */
export const shownIn = (carried: Typed): Shown & Meant => {
  const { seenCertification, seenFirstName = '', seenLastName = '', seenBirthDate } = carried;
  return {
    certificationId: (seenCertification || undefined) as CertificationId | undefined,
    firstName: seenFirstName as Identity['firstName'],
    lastName: seenLastName as Identity['lastName'],
    birthDate: (seenBirthDate || undefined) as Identity['birthDate'],
  };
};

const COMPARE = { action: 'compare', href: ({ taskId }: Certification) => `/issued/${taskId}` } as const;
const LISTS = {
  'to confirm': { ...COMPARE, caption: 'toConfirm' },
  'handed over': { ...COMPARE, caption: 'issuedElsewhere' },
  'to correct': {
    action: 'decide',
    href: ({ caseId, taskId }: Certification) => `/cases/${caseId}/tasks/${taskId}`,
    caption: 'toCorrect',
  },
} as const satisfies Record<IssuedList, unknown>;

/** The entries of a list as a table, and the way to its next page; where there are none, and nothing says so, nothing. */
export const issuedList = async (visit: MemberVisit, list: IssuedList, path: string, none?: string) => {
  const { app, call, formats, cases, fields, decisions: texts } = visit;
  // Where it stands on another page, the address is about another list.
  const paging = visit.c.req.path === path ? pagingOf<CertificationId>(visit) : { limit: PAGE_SIZE };
  const { entries, after } = await pageOf(needed(await app.listIssued({ ...call, list, paging })));
  if (entries.length === 0 && none === undefined) return undefined;
  const { caption, action, href } = LISTS[list];
  return (
    <List
      caption={texts[caption]}
      head={[cases.child, cases.birthDate, cases.task, fields.validUntil.label, texts[action]]}
      rows={entries.map(({ certification, child, taskTitle }) => [
        nameOf(child),
        child.birthDate ? formats.day(child.birthDate) : NONE,
        taskTitle,
        formats.day(certification.validUntil),
        {
          href: href(certification),
          text: texts[action],
          what: texts.about(withTrait(isolated(taskTitle), isolated(nameOf(child)))),
        },
      ])}
      none={<Text>{none}</Text>}
      path={path}
      after={after}
    />
  );
};

const issuedPage = (path: string, list: IssuedList, none: 'nothingElsewhere' | 'nothingWaits') =>
  listPage(path, ['Doc'], async (visit) => {
    const texts = visit.words.decisions;
    const body = await issuedList(visit, list, path, texts[none]);
    return { title: texts[LISTS[list].caption], back: '/decisions', isWide: true, body };
  });

const elsewhere = issuedPage('/issued', 'handed over', 'nothingElsewhere');
const toConfirm = issuedPage('/to-confirm', 'to confirm', 'nothingWaits');
const toCorrect = issuedPage('/to-correct', 'to correct', 'nothingWaits');

const taskIn = (visit: MemberVisit) => idIn<TaskId>(visit, 'TASK_NOT_FOUND');

/** The certification, and the child as it was certified beside what it is called now. */
const compared = async (visit: MemberVisit) => {
  const { app, call, formats, cases, fields, decisions: texts } = visit;
  const found = needed(await app.showIssued({ ...call, taskId: taskIn(visit) }));
  const { certification, child, caseTitle, taskTitle, isOwnCase } = found;
  const { certified, caseId, statement, validUntil } = certification;
  const shown = ({ firstName, lastName, birthDate }: Identity) => [
    nameOf({ firstName, lastName }),
    birthDate ? formats.day(birthDate) : NONE,
  ];
  const facts = [
    { name: cases.case, value: isOwnCase ? <Link href={`/cases/${caseId}`}>{caseTitle}</Link> : caseTitle },
    { name: cases.task, value: taskTitle },
    { name: texts.statement, value: statement },
    { name: fields.validUntil.label, value: formats.day(validUntil) },
  ];
  const body = [
    <Table
      caption={cases.child}
      isCaptionHidden
      head={[texts.compare, cases.child, cases.birthDate]}
      rows={[
        [texts.certifiedAs, ...shown(certified)],
        [texts.calledNow, ...shown(child)],
      ]}
    />,
    <Facts facts={facts} />,
  ];
  return { ...found, body };
};

const confirm = form('/issued/:id', ['Doc'], 'does the same', {
  staysOpen: true,
  view: async (visit) => {
    const { decisions: texts } = visit;
    const { body, certification, child, isOwnCase, isToConfirm } = await compared(visit);
    const { taskId } = certification;
    return {
      title: isToConfirm ? texts.confirmTitle : texts.statuses.issued,
      back: listBefore(visit, isOwnCase ? '/decisions' : '/issued'),
      body: [
        body,
        isToConfirm ? (
          <FormOf hidden={seenOf({ certification, child })}>
            <Submit>{texts.confirm}</Submit>
          </FormOf>
        ) : (
          <Text>{texts.nothingToConfirm}</Text>
        ),
        <ButtonLink href={`/issued/${taskId}/revoke`} kind="secondary">
          {texts.revokeTitle}
        </ButtonLink>,
      ],
    };
  },
  carries: CARRIED_SEEN,
  submit: (visit, _, carried) =>
    visit.app.confirmCertification({ ...visit.call, id: taskIn(visit), ...shownIn(carried) }),
  leadsTo: (visit) => withQuery(listBefore(visit, '/decisions'), { done: 'confirmed' }),
});

const revoke = form('/issued/:id/revoke', ['Doc'], {
  fills: filledByPhrase,
  fields: { reason },
  carries: CARRIED_SEEN,
  start: async (visit) => seenOf(await compared(visit)),
  title: ({ common, decisions }) => common.labelled(decisions.revokeTitle, decisions.issuedElsewhere),
  back: (visit) => `/issued/${taskIn(visit)}`,
  about: async (visit) => (await compared(visit)).body,
  within: ({ words }) => <Text>{words.decisions.revokeText}</Text>,
  below: (visit) => phrasesToChoose(visit, 'reason'),
  send: ({ decisions }) => decisions.revoke,
  kind: 'warning',
  submit: (visit, { reason }, carried) =>
    visit.app.revokeCertification({ ...visit.call, id: taskIn(visit), reason, ...shownIn(carried) }),
  leadsTo: (visit) => withQuery(listBefore(visit, '/issued'), { done: 'revoked' }),
});

export const pages = [elsewhere, toConfirm, toCorrect, confirm, revoke];
