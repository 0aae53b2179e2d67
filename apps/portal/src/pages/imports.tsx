import { createHash } from 'node:crypto';
import { LANGUAGES } from '@health-case/domain/model/account';
import { parseBirthDate } from '@health-case/domain/model/child';
import { csvOf } from '@health-case/domain/model/csv';
import {
  IMPORT_COLUMNS,
  type Import,
  type ImportColumn,
  type ImportRowId,
  parseImportRowId,
  ROW_RESULTS,
  type RowReason,
  type RowResult,
  rowNumberOf,
} from '@health-case/domain/model/import';
import { isolated } from '@health-case/domain/model/text-direction';
import { type ChildId, type ImportId, parseId } from '@health-case/domain/model/values';
import { FEW, ok, oneOf, type Parser, parser, problem } from '@health-case/domain/result';
import type { Decision, ShownRow } from '@health-case/domain/use-cases/imports';
import { Field } from '../components/fields.tsx';
import { FormOf, nameOf, Submit } from '../kit/elements.tsx';
import { choice, secret } from '../kit/fields.ts';
import { firstPage, form, idIn, type MemberVisit, NotShown, needed, page, type Visit } from '../kit/form.ts';
import { ButtonLink, Facts, Links, List, listed, NONE, pageOf, pagingOf, Text } from '../kit/show.tsx';
import { importWords } from '../words/imports.ts';
import type { Words } from '../words/words.ts';
import { given } from './find.tsx';
import { readImportFile } from './import-file.ts';

const IMPORTS = '/manage/import';
const pathOf = (id: ImportId): string => `${IMPORTS}/${id}`;
const importIn = (visit: Visit): ImportId => idIn<ImportId>(visit, 'IMPORT_NOT_FOUND', 'import');

const TYPE = 'text/csv';
const REFRESHED_AFTER = '2';

const importOf = async (visit: MemberVisit) =>
  needed(await visit.app.showImport({ ...visit.call, importId: importIn(visit) }));
type ShownImport = Awaited<ReturnType<typeof importOf>>;

const list = page(IMPORTS, 'manager', async (visit) => {
  const { app, call, words, common, formats, imports: texts } = visit;
  const { entries, after } = await listed(visit, (paging) => app.listImports({ ...call, paging }));
  return {
    title: texts.title,
    back: '/manage',
    body: [
      <Text>{texts.text}</Text>,
      <ButtonLink href={`${IMPORTS}/new`}>{texts.start}</ButtonLink>,
      <List
        caption={texts.title}
        head={[texts.startedAt, common.state, texts.rows]}
        rows={entries.map(({ id, startedAt, state, rows }) => [
          { href: pathOf(id), text: formats.moment(startedAt) },
          texts.states[state],
          formats.number(Math.max(0, rows - 1)),
        ])}
        none={<Text>{texts.none}</Text>}
        after={after}
      />,
      <Links
        links={[
          [`${IMPORTS}/template/${words.language}`, texts.template],
          [`${IMPORTS}/children`, texts.download],
        ]}
      />,
    ],
  };
});

const templates = LANGUAGES.map((language) =>
  page(`${IMPORTS}/template/${language}`, 'manager', () => {
    const { columns, templateName } = importWords[language];
    return { file: `${templateName}.csv`, type: TYPE, content: csvOf([IMPORT_COLUMNS.map((name) => columns[name])]) };
  }),
);

const problemOf = (file: Awaited<ReturnType<typeof readImportFile>>, { imports }: Words): string | undefined => {
  if (!('problem' in file)) return undefined;
  if (file.problem === 'row') return imports.badRow(String(file.row));
  if ('columns' in file) {
    const names = file.columns.map((column) => imports.columns[column]).join(', ');
    if (file.problem === 'unread') return imports.columnsUnread(file.names.map(isolated).join(', '), names);
    return file.problem === 'missing' ? imports.missingColumns(names) : imports.columnsTwice(names);
  }
  return { 'no text': imports.noText, 'too many rows': imports.tooManyRows, empty: imports.empty }[file.problem];
};

const csvFile = secret({ parse: oneOf(['sent']), control: { as: 'file', accept: '.csv,text/csv,text/plain' } });

const upload = form(`${IMPORTS}/new`, 'manager', {
  needsProof: 'to open',
  fields: { file: csvFile },
  start: async (visit) => {
    needed(await visit.app.listImports({ ...visit.call, paging: {} }));
    return {};
  },
  title: ({ imports }) => imports.start,
  back: IMPORTS,
  about: ({ words: { imports, language } }) => [
    <Text>{imports.about}</Text>,
    <Text>{imports.kept}</Text>,
    <Links links={[[`${IMPORTS}/template/${language}`, imports.template]]} />,
  ],
  send: ({ imports }) => imports.start,
  check: async ({ file, words }) => {
    const problem = file && problemOf(await readImportFile(file), words);
    return problem ? { file: problem } : {};
  },
  submit: async ({ app, call, file = new Uint8Array() }) => {
    const read = await readImportFile(file);
    const digest = createHash('sha256').update(file).digest('base64url');
    return app.uploadImport({ ...call, digest, rows: 'rows' in read ? read.rows : [] });
  },
  leadsTo: (_, { value }) => pathOf(value),
});

const reasonIn = ({ imports }: Words, reason: RowReason): string => {
  if (reason === 'birthDate wrong') return imports.wrongDate;
  const [first = '', rest = ''] = [reason.split(' ', 1)[0], reason.slice(reason.indexOf(' ') + 1)];
  if (first === 'twice') return imports.reasons.twice(rest);
  if (first === 'now') return imports.reasons.now(imports.results[rest as RowResult]);
  const column = imports.columns[first as ImportColumn];
  if (rest === 'missing') return imports.missing(column);
  if (rest === 'wrong') return imports.wrong(column);
  return imports.reasons[rest as Exclude<keyof typeof imports.reasons, 'twice' | 'now'>];
};

const reasonsIn = (words: Words, { reasons }: ShownRow) => reasons.map((reason) => reasonIn(words, reason)).join('; ');

const birthDateIn = ({ formats }: Pick<Visit, 'formats'>, text: string): string => {
  const day = parseBirthDate(text);
  return day.ok ? formats.day(day.value) : text;
};

const namesIn = ({ names }: ShownRow) => (names === undefined ? '' : isolated(`${names.firstName} ${names.lastName}`));

const mayDecide = ({ state, done }: Pick<Import, 'state' | 'done'>, row: ShownRow): boolean =>
  state === 'checked' && row.likes.length > 0 && rowNumberOf(row.id) > done;

const rowsOf = async (visit: MemberVisit, found: Import) => {
  const { app, call, words, imports: texts } = visit;
  const result = given(visit, 'result', oneOf(ROW_RESULTS));
  const paging = pagingOf<ImportRowId>(visit, parseImportRowId);
  const listed = needed(await app.listImportRows({ ...call, importId: found.id, result, paging }));
  const { entries, after } = await pageOf(listed);
  return (
    <List
      caption={result ? texts.results[result] : texts.all}
      head={[texts.row, words.fields.name.label, texts.columns.birthDate, texts.result, texts.reason]}
      rows={entries.map((row) => [
        String(rowNumberOf(row.id)),
        namesIn(row) || NONE,
        row.names ? birthDateIn(visit, row.names.birthDate) : NONE,
        mayDecide(found, row)
          ? { href: `${pathOf(found.id)}/rows/${row.id}`, text: texts.results[row.result], what: texts.decide }
          : texts.results[row.result],
        reasonsIn(words, row) || NONE,
      ])}
      none={<Text>{texts.nobody}</Text>}
      after={after}
    />
  );
};

const WORKING: readonly Import['state'][] = ['reading', 'checking', 'committing', 'inviting', 'closing'];
const ENDED: readonly Import['state'][] = ['closing', 'closed'];

/** What can be done with it now: the last part of its address, and what it is called. */
const waysOf = ({ state, done, rows, counts }: ShownImport, { imports }: Words) => {
  const ways: (readonly [string, string])[] = [];
  if (state === 'checked' && counts.new) ways.push(['commit', imports.commit]);
  if (state === 'committing' || state === 'inviting') ways.push(['stop', imports.stop]);
  if (state === 'committed' && done < rows && counts.entered) ways.push(['invite', imports.invite]);
  if (!ENDED.includes(state)) ways.push(['close', imports.close]);
  return ways;
};

const show = page(`${IMPORTS}/:import`, 'manager', async (visit) => {
  const { words, formats, imports: texts } = visit;
  const found = await importOf(visit);
  const here = pathOf(found.id);
  const isWorking = WORKING.includes(found.state);
  // Inviting takes hours, in which a page that asks again would keep the session alive.
  if (isWorking && found.state !== 'inviting') visit.c.header('Refresh', REFRESHED_AFTER);
  const counted = ROW_RESULTS.flatMap((result) => {
    const count = found.counts[result];
    return count ? [{ result, count }] : [];
  });
  const ways = waysOf(found, words);
  return {
    title: texts.one,
    back: IMPORTS,
    isWide: true,
    body: [
      <Facts
        facts={[
          { name: texts.startedAt, value: formats.moment(found.startedAt) },
          { name: words.common.state, value: texts.states[found.state] },
          ...counted.map(({ result, count }) => ({ name: texts.results[result], value: formats.number(count) })),
        ]}
      />,
      isWorking && [
        <Text>{texts.progress(formats.number(found.done), formats.number(found.rows))}</Text>,
        <Text>{texts.goesOn}</Text>,
      ],
      ways.map(([way, text], nth) => (
        <ButtonLink href={`${here}/${way}`} {...(nth > 0 && { kind: 'secondary' })}>
          {text}
        </ButtonLink>
      )),
      isWorking
        ? null
        : [
            <Links
              links={[
                [here, texts.all],
                ...counted.map(
                  ({ result }) => [`${here}?result=${encodeURIComponent(result)}`, texts.results[result]] as const,
                ),
                [`${here}/report`, texts.report],
              ]}
            />,
            await rowsOf(visit, found),
          ],
    ],
  };
});

/** A file of the pages of a list, under one head. */
async function* csvOfPages<Entry>(
  head: readonly string[],
  pages: AsyncIterable<readonly Entry[]>,
  toCells: (entry: Entry) => readonly (string | number)[],
) {
  yield csvOf([head]);
  for await (const some of pages) yield csvOf(some.map(toCells)).slice(1);
}

const report = page(`${IMPORTS}/:import/report`, 'manager', async (visit) => {
  const { app, call, words } = visit;
  const { columns, row, result, reason, reportName, results } = words.imports;
  const rows = needed(await app.listImportRows({ ...call, importId: importIn(visit), paging: {} }));
  const head = [row, columns.firstName, columns.lastName, columns.birthDate, result, reason];
  const cells = (one: ShownRow) => [
    ...[rowNumberOf(one.id), one.names?.firstName ?? '', one.names?.lastName ?? '', one.names?.birthDate ?? ''],
    ...[results[one.result], reasonsIn(words, one)],
  ];
  return { file: `${reportName}.csv`, type: TYPE, content: csvOfPages(head, rows, cells) };
});

/** D-48: it can be imported. */
const childrenAt = (path: string, who: 'manager' | readonly ['Doc'], ofAll: boolean) =>
  page(path, who, async (visit) => {
    const { app, call, words } = visit;
    const { columns, fileName } = words.imports;
    const listed = needed(await app.exportChildren({ ...call, ofAll }));
    const head = IMPORT_COLUMNS.map((name) => columns[name]);
    const cells = (child: { readonly [Name in ImportColumn]?: string | undefined }) =>
      IMPORT_COLUMNS.map((name) => child[name] ?? '');
    return { file: `${fileName}.csv`, type: TYPE, content: csvOfPages(head, listed, cells) };
  });

const children = [childrenAt(`${IMPORTS}/children`, 'manager', true), childrenAt('/practice/list', ['Doc'], false)];

/** A child, or what else is done with a row. */
const NO_DECISION = problem('is no decision');
const parseDecision: Parser<Decision> = parser<Decision>(FEW, NO_DECISION, (text) => {
  if (text === 'new' || text === 'left out') return ok(text);
  const same = parseId<ChildId>(text);
  return same.ok ? ok({ same: same.value }) : NO_DECISION;
});

type Way = 'commit' | 'stop' | 'invite' | 'close';
const CALLS = {
  commit: 'commitImport',
  stop: 'stopImport',
  invite: 'inviteFromImport',
  close: 'closeImport',
} as const satisfies Record<Way, string>;

const wayForm = (way: Way) =>
  form(`${IMPORTS}/:import/${way}`, 'manager', 'is refused', {
    title: ({ imports }) => imports[`${way}Title`],
    back: (visit) => pathOf(importIn(visit)),
    about: async (visit) => {
      const found = await importOf(visit);
      if (!waysOf(found, visit.words).some(([one]) => one === way)) throw new NotShown({ code: 'IMPORT_CHANGED' });
      const { counts } = found;
      const { imports } = visit.words;
      const text = imports[`${way}Text`];
      return <Text>{typeof text === 'string' ? text : text(visit.formats.number(counts.new ?? 0))}</Text>;
    },
    send: ({ imports }) => imports[way],
    ...(way === 'close' || way === 'stop' ? { kind: 'warning' } : { needsProof: 'to open' }),
    submit: (visit) => visit.app[CALLS[way]]({ ...visit.call, importId: importIn(visit) }),
    leadsTo: (visit) => pathOf(importIn(visit)),
  });

const ways = (['commit', 'stop', 'invite', 'close'] as const).map(wayForm);

const rowIn = (visit: Visit): ImportRowId => {
  const id = parseImportRowId(visit.c.req.param('row') ?? '');
  if (!id.ok) throw new NotShown({ code: 'IMPORT_NOT_FOUND' });
  return id.value;
};
const oneRow = (visit: MemberVisit) => ({ ...visit.call, importId: importIn(visit), rowId: rowIn(visit) });

const decide = form(`${IMPORTS}/:import/rows/:row`, 'manager', 'does the same', {
  fields: { decision: choice(parseDecision) },
  view: async (visit) => {
    const { words, imports: texts } = visit;
    const row = needed(await visit.app.showImportRow(oneRow(visit)));
    if (!mayDecide(await importOf(visit), row)) throw new NotShown({ code: 'IMPORT_CHANGED' });
    const likes = await firstPage(needed(await visit.app.listRowsChildren(oneRow(visit))));
    const sameAs = likes.map((child) => ({
      value: child.id,
      text: texts.sameAs(nameOf(child), child.birthDate ? visit.formats.day(child.birthDate) : '–'),
    }));
    const others = [
      { value: 'new', text: texts.asNew },
      { value: 'left out', text: texts.leaveOut },
    ];
    return {
      title: texts.decide,
      back: pathOf(importIn(visit)),
      body: [
        <Facts
          facts={[
            { name: texts.row, value: String(rowNumberOf(row.id)) },
            { name: words.fields.name.label, value: namesIn(row) },
            { name: texts.columns.birthDate, value: birthDateIn(visit, row.names?.birthDate ?? '') },
          ]}
        />,
        <Text>{texts.decideText}</Text>,
        <FormOf>
          <Field name="decision" options={[...sameAs, ...others]} />
          <Submit>{words.common.save}</Submit>
        </FormOf>,
      ],
    };
  },
  submit: (visit, { decision }) => visit.app.decideImportRow({ ...oneRow(visit), decision }),
  leadsTo: (visit) => `${pathOf(importIn(visit))}?result=person`,
});

export const pages = [list, ...templates, upload, show, report, ...children, ...ways, decide];
