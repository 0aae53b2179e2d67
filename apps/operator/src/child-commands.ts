import type { OperatorApplication } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import type { ChildNames } from '@health-case/domain/model/child';
import { momentsAsText } from '@health-case/domain/model/own-data';
import { type ChildId, parseId } from '@health-case/domain/model/values';
import type { Ok } from '@health-case/domain/result';
import type { Duplicate } from '@health-case/domain/use-cases/merges';
import { inOneLine, jsonText } from '@health-case/terminal/printable';
import { argument, flag, type Group, type Input, unwrap } from './commands.ts';
import type { Output } from './output.ts';

const CHILD = argument('id', 'the identifier of the child', parseId<ChildId>);
const EXAMPLE = '01993f2e-6d1c-7a40-8c55-0b1f6f3f9a21';
const OTHER_EXAMPLE = '01993f2e-7be2-7c19-9f03-52d4a08c1e77';

type ById = { readonly id: ChildId; readonly requestId: string };

const GONE =
  'No child has this identifier, and what was erased before is cleared from the files; check the identifier against the list that it came from.';
const REMAINS =
  'Backups made before still hold it, and with PostgreSQL also its write-ahead log, archives of that log, and replicas for a while: docs/security.md says until when.';

/** Throws if the child was merged: the operator learns which one it is now. */
const refuseMerged = async (childId: ChildId, operator: OperatorApplication): Promise<void> => {
  const { value: now } = await operator.findMerged({ childId });
  if (now)
    throw new OperatorError(`The child ${childId} was merged, and is now the child ${now}; give that identifier.`);
};

/** The value of an outcome. Where it is refused because one of the children was merged, throws as `refuseMerged` does. */
const unwrapFor = async <Value>(
  children: readonly ChildId[],
  outcome: Parameters<typeof unwrap<Value>>[0],
  operator: OperatorApplication,
): Promise<Value> => {
  if (!outcome.ok) for (const id of children) await refuseMerged(id, operator);
  return unwrap(outcome);
};

type Preview = Extract<Awaited<ReturnType<OperatorApplication['previewMerge']>>, Ok<unknown>>['value'];

const nameOf = ({ firstName, lastName }: Pick<ChildNames, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

const duplicateRow = ({ same, children: [one, other] }: Duplicate) => ({
  same,
  childId: one.id,
  name: nameOf(one),
  birthDate: one.birthDate ?? null,
  otherId: other.id,
  otherName: nameOf(other),
  otherBirthDate: other.birthDate ?? null,
});
const duplicateColumns = {
  same: 6,
  childId: 36,
  otherId: 36,
  birthDate: 10,
  otherBirthDate: 16,
  name: 32,
  otherName: 0,
};

/** A child as the operator tells it from others. Its number is shown nowhere but in an export. */
const shownChild = ({ id, firstName, lastName, birthDate }: ChildNames) => ({
  id,
  firstName,
  lastName,
  birthDate: birthDate ?? null,
});

const shownPreview = ({ keep, other, cases, joining, ...more }: Preview) => ({
  keep: shownChild(keep),
  other: shownChild(other),
  cases: cases.map(({ id }) => id),
  parents: joining.map(({ id }) => id),
  certificatesRevoked: more.certificates,
  certificationsToConfirm: more.toConfirm,
  fieldsAdded: more.fields,
  fieldsLost: more.differing,
});

const linesOf = (preview: Preview): string => {
  const { keep, other, cases, joining, certificates, fields, differing } = preview;
  const childOf = (one: ChildNames) => `${one.id}  ${nameOf(one)}  ${one.birthDate ?? '-'}`;
  const listed = (all: readonly string[]) => (all.length === 0 ? 'none' : all.join(', '));
  const rows = [
    ['KEPT', childOf(keep)],
    ['GOES', childOf(other)],
    ['CASES THAT MOVE', listed(cases.map(({ id }) => id))],
    ['PARENTS WHO JOIN', listed(joining.map((parent) => `${parent.id} (${nameOf(parent)})`))],
    ['CERTIFICATES REVOKED', `${certificates}`],
    ['CERTIFICATIONS TO CONFIRM', `${preview.toConfirm}`],
    ['FIELDS ADDED', listed(fields)],
    ['FIELDS LOST', listed(differing)],
  ] as const;
  return rows.map(([heading, text]) => `${heading.padEnd(20)}  ${inOneLine(text)}\n`).join('');
};

type Merge = Input<'mergeChildren'> & { readonly yes: boolean; readonly dryRun: boolean };

const mergeChildren = async ({ yes, dryRun, ...pair }: Merge, { say }: Output, operator: OperatorApplication) => {
  const { keep, other } = pair;
  const children = [other, keep];
  if (!yes || dryRun) {
    const preview = await unwrapFor(children, await operator.previewMerge(pair), operator);
    await say(shownPreview(preview), linesOf(preview));
    if (dryRun) return;
    throw new OperatorError('Nothing was merged: this cannot be undone, so add --yes to confirm it.');
  }
  const merged = await unwrapFor(children, await operator.mergeChildren(pair), operator);
  const { cases, certificates, parents, fields, toConfirm } = merged;
  const moved = `Cases moved: ${cases}. Parents who joined: ${parents}. Certificates revoked: ${certificates}. Certifications to confirm: ${toConfirm}. Fields added: ${fields.length}.`;
  await say(
    {
      kept: keep,
      merged: other,
      cases,
      parents,
      certificatesRevoked: certificates,
      certificationsToConfirm: toConfirm,
      fieldsAdded: fields,
    },
    `The child ${other} is now the child ${keep}.\n${moved}\n`,
  );
};

const child: Group = {
  about: 'the data of one child; children who are there twice',
  commands: {
    export: {
      about:
        'Prints all data of a child as JSON, with the social security number in the clear: for a person with a right to it.',
      arguments: [CHILD],
      examples: [`${EXAMPLE} > child.json`],
      run: async ({ id: childId, requestId }: ById, { print }, operator) => {
        const exported = await operator.exportChild({ childId, requestId });
        const { child, cases, ...of } = await unwrapFor([childId], exported, operator);
        const file = { ...child, cases: cases.map(({ case: facts, ...parts }) => ({ ...facts, ...parts })), ...of };
        await print(`${jsonText(file, momentsAsText, 2)}\n`);
      },
    },
    erase: {
      about:
        'Erases a child, its cases, tasks, certifications and their history for good. The audit trail stays, without any data of it. On PostgreSQL run it as the owner of the database, when few are at work: it writes tables anew, which nobody can use meanwhile.',
      arguments: [CHILD],
      options: [flag('--yes', 'confirms that the child is to be erased')],
      examples: [`${EXAMPLE} --yes`],
      run: async ({ id: childId, requestId, yes }: ById & { readonly yes: boolean }, { say }, operator) => {
        if (!yes) throw new OperatorError('Nothing was erased: this cannot be undone, so add --yes to confirm it.');
        if (!(await operator.eraseChild({ childId, requestId })).ok) {
          await refuseMerged(childId, operator);
          throw new OperatorError(GONE);
        }
        await say({ erased: childId }, `The child ${childId} is erased.\n${REMAINS}\n`);
      },
    },
    duplicates: {
      about:
        'Lists pairs of children that are probably one: they have the same number, or different parents and the same names and birth date. It reads all children, and shows no number.',
      examples: ['', '--json'],
      run: async (given: Input<'listDuplicates'>, output, operator) =>
        output.pages(unwrap(await operator.listDuplicates(given)), duplicateRow, duplicateColumns),
    },
    merge: {
      about:
        'Makes two children one: the cases and parents of OTHER become those of KEEP, and what KEEP lacks is filled in. Where they differ, KEEP counts. Certificates of OTHER are revoked. Without --yes it shows what it would do.',
      arguments: [
        argument('keep', 'the identifier of the child that stays', parseId<ChildId>),
        argument('other', 'the identifier of the child that becomes one with it', parseId<ChildId>),
      ],
      options: [
        flag('--dry-run', 'only shows what would move'),
        flag('--yes', 'confirms that the two are one child and are to be merged'),
      ],
      examples: [`${EXAMPLE} ${OTHER_EXAMPLE} --dry-run`, `${EXAMPLE} ${OTHER_EXAMPLE} --yes`],
      run: mergeChildren,
    },
  },
};

export const childGroups = { child };
