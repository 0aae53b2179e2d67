import type { Person } from '@health-case/domain/model/account';
import { FIGURES } from '@health-case/domain/model/case-action';
import { csvOf } from '@health-case/domain/model/csv';
import { type Figures, type Month, monthsFrom, parseMonth, WAITING } from '@health-case/domain/model/figures';
import { END_OF_ISOLATE, ISOLATE } from '@health-case/domain/model/text-direction';
import type { AccountId } from '@health-case/domain/model/values';
import { Select } from '../components/fields.tsx';
import { toldApart, withTrait } from '../kit/elements.tsx';
import { type MemberVisit, needed, page, type Visit } from '../kit/form.ts';
import { Facts, Heading, Links, NONE, Table, Text } from '../kit/show.tsx';
import { withQuery } from '../kit/urls.ts';
import { doctorIn, Filters, given } from './find.tsx';

/** D-49: figures for managers. No page and no file of them names a child or a parent. */

const PATH = '/manage/figures';
const OLDER = ['days', 'weeks', 'months'] as const;

const monthIn = (visit: Visit, name: string): Month | undefined => given(visit, name, parseMonth);

/** By name. One whose account was erased has none. */
const namedIn = async ({ words }: Visit, doctors: readonly (Pick<Person, 'id'> & Partial<Person>)[]) => {
  const { erased } = words.figures;
  const named = await toldApart(doctors.map((one) => ({ firstName: erased, lastName: '', ...one })));
  return doctors
    .map(({ id }) => ({ id: id as AccountId, name: named({ id }) }))
    .sort((one, other) => one.name.localeCompare(other.name, words.language));
};

const headOf = ({ figures }: MemberVisit['words']) => [
  ...FIGURES.map((name) => figures.names[name]),
  figures.median,
  figures.longest,
];

/** One table of all columns is wider than a page. */
const PARTS = [
  { of: 'cases', bars: ['opened', 'finished'], columns: [0, 4] },
  { of: 'certificates', bars: ['requested', 'issued'], columns: [4] },
] as const;

const cellsOf = ({ formats }: Visit, figures: Figures | undefined) => {
  const lasting = (minutes: number | undefined) => (minutes === undefined ? NONE : formats.lasting(minutes * 60));
  return [
    ...FIGURES.map((name) => formats.number(figures?.[name] ?? 0)),
    lasting(figures?.medianMinutes),
    lasting(figures?.longestMinutes),
  ];
};

const shownFigures = async (visit: MemberVisit) => {
  const { app, call } = visit;
  const { months, doctors } = needed(await app.showFigures({ ...call, until: monthIn(visit, 'until') }));
  return { months, doctors: await namedIn(visit, doctors) };
};

const shownWaiting = async (visit: MemberVisit) => {
  const { doctors, ...shown } = needed(await visit.app.showWaiting(visit.call));
  return { ...shown, doctors: await namedIn(visit, doctors) };
};

const waitingNow = async (visit: MemberVisit) => {
  const { words, formats, figures } = visit;
  const { children, doctors, parents, waiting } = await shownWaiting(visit);
  return [
    <Facts
      facts={[
        { name: words.staff.children, value: formats.number(children) },
        { name: figures.parents, value: formats.number(parents) },
      ]}
    />,
    WAITING.map((kind) => {
      const found = waiting.get(kind);
      const rows = doctors.flatMap(({ id, name }) => {
        const counts = found?.get(id);
        return counts ? [[name, ...(['all', ...OLDER] as const).map((age) => formats.number(counts[age]))]] : [];
      });
      const caption = figures.waiting[kind];
      return rows.length === 0 ? (
        <Text>{words.common.labelled(caption, '0')}</Text>
      ) : (
        <Table
          caption={caption}
          head={[words.cases.doctor, words.cases.all, ...OLDER.map((age) => figures.older[age])]}
          rows={rows}
        />
      );
    }),
  ];
};

/** Counts side by side, such as those of the months, as a drawing. The table beside it says the same, so nobody hears it. */

type Group = { readonly label: string; readonly counts: readonly number[] };

const [HEIGHT, BAR, GAP, LABELS] = [120, 12, 16, 18] as const;

const Bars = ({ names, groups }: { readonly names: readonly string[]; readonly groups: readonly Group[] }) => {
  const most = Math.max(1, ...groups.flatMap(({ counts }) => counts));
  const step = names.length * BAR + GAP;
  return (
    <div class="portal-bars">
      <svg aria-hidden="true" viewBox={`0 0 ${groups.length * step} ${HEIGHT + LABELS}`}>
        {groups.map(({ label, counts }, nth) => [
          counts.map((count, series) => {
            const height = (count / most) * HEIGHT;
            const at = { x: nth * step + GAP / 2 + series * BAR, y: HEIGHT - height };
            return <rect class={`portal-bar-${series}`} {...at} width={BAR - 1} height={height} />;
          }),
          <text x={nth * step + step / 2} y={HEIGHT + LABELS - 4} text-anchor="middle">
            {label}
          </text>,
        ])}
      </svg>
      <p class="govuk-body-s">
        {names.map((name, series) => (
          <>
            <span class={`portal-bar-${series}`} /> {name}{' '}
          </>
        ))}
      </p>
    </div>
  );
};

const show = page(PATH, 'manager', async (visit) => {
  const { c, words, formats, cases, figures } = visit;
  const { months, doctors } = await shownFigures(visit);
  const [last, of] = [months[0]?.month as Month, doctorIn(visit)];
  const chosen = months.find(({ month }) => month === monthIn(visit, 'month')) ?? months[0];
  const figuresOf = (nth: (typeof months)[number]) => (of ? nth.byDoctor.get(of) : nth.all);
  const at = (more: Readonly<Record<string, string>>) =>
    withQuery(PATH, { until: c.req.query('until') && last, doctor: of, ...more });
  const byDoctor = withTrait(figures.byDoctor, formats.month(chosen?.month ?? last));
  const counted = doctors.flatMap(({ id, name }) => {
    const found = chosen?.byDoctor.get(id);
    return found ? [[name, found] as const] : [];
  });
  const now = await waitingNow(visit);
  return {
    title: figures.title,
    back: '/manage',
    isWide: true,
    body: [
      <Text>{figures.text}</Text>,
      <Heading>{figures.now}</Heading>,
      now,
      <Heading>{figures.byMonth}</Heading>,
      <Filters visit={visit} path={PATH}>
        {c.req.query('until') ? <input type="hidden" name="until" value={last} /> : null}
        <Select
          name="doctor"
          label={cases.doctor}
          options={[{ value: '', text: cases.all }, ...doctors.map(({ id, name }) => ({ value: id, text: name }))]}
          value={of ?? ''}
        />
      </Filters>,
      PARTS.map(({ of: part, bars, columns }) => [
        <Bars
          names={bars.map((name) => figures.names[name])}
          groups={months.toReversed().map((one) => {
            return { label: one.month.slice(5), counts: bars.map((name) => figuresOf(one)?.[name] ?? 0) };
          })}
        />,
        <Table
          caption={withTrait(figures.byMonth, figures.parts[part])}
          isCaptionHidden
          head={[words.common.month, ...headOf(words).slice(...columns)]}
          rows={months.map((one) => [
            { href: `${at({ month: one.month })}#doctors`, text: formats.month(one.month) },
            ...cellsOf(visit, figuresOf(one)).slice(...columns),
          ])}
        />,
      ]),
      <Links
        links={[
          [at({ until: monthsFrom(last, -months.length) }), figures.earlier],
          c.req.query('until') !== undefined && [at({ until: monthsFrom(last, months.length) }), figures.later],
        ]}
      />,
      <div id="doctors">
        {counted.length === 0
          ? [<Heading>{byDoctor}</Heading>, <Text>{figures.nothing}</Text>]
          : PARTS.map(({ of: part, columns }) => (
              <Table
                caption={withTrait(byDoctor, figures.parts[part])}
                head={[cases.doctor, ...headOf(words).slice(...columns)]}
                rows={counted.map(([name, found]) => [name, ...cellsOf(visit, found).slice(...columns)])}
              />
            ))}
      </div>,
      <Links
        links={[
          [`${PATH}/months?until=${last}`, figures.monthsAsCsv],
          [`${PATH}/waiting`, figures.waitingAsCsv],
        ]}
      />,
    ],
  };
});

type Cell = Parameters<typeof csvOf>[0][number][number];

const csv = (file: string, rows: readonly (readonly Cell[])[]) => {
  // Only pages need marks of direction.
  const plain = (cell: Cell) =>
    typeof cell === 'string' ? cell.replaceAll(ISOLATE, '').replaceAll(END_OF_ISOLATE, '') : cell;
  return { file, type: 'text/csv', content: csvOf(rows.map((row) => row.map(plain))) } as const;
};

/** Of each month and doctor, in minutes. */
const monthsFile = page(`${PATH}/months`, 'manager', async (visit) => {
  const { cases, common, figures } = visit.words;
  const { months, doctors } = await shownFigures(visit);
  const rows = months.flatMap(({ month, byDoctor }) =>
    doctors.flatMap(({ id, name }) => {
      const found = byDoctor.get(id);
      return found
        ? [[month, name, ...FIGURES.map((one) => found[one]), found.medianMinutes, found.longestMinutes]]
        : [];
    }),
  );
  const head = [
    ...headOf(visit.words).slice(0, FIGURES.length),
    ...[figures.median, figures.longest].map(figures.inMinutes),
  ];
  return csv('figures.csv', [[common.month, cases.doctor, ...head], ...rows]);
});

const waitingFile = page(`${PATH}/waiting`, 'manager', async (visit) => {
  const { cases, figures, staff } = visit.words;
  const { children, doctors, parents, waiting } = await shownWaiting(visit);
  const rows = WAITING.flatMap((kind) =>
    doctors.flatMap(({ id, name }) => {
      const counts = waiting.get(kind)?.get(id);
      return counts ? [[figures.waiting[kind], name, counts.all, ...OLDER.map((age) => counts[age])]] : [];
    }),
  );
  const head = [figures.now, cases.doctor, cases.all, ...OLDER.map((age) => figures.older[age])];
  return csv('waiting.csv', [head, ...rows, [staff.children, '', children], [figures.parents, '', parents]]);
});

export const pages = [show, monthsFile, waitingFile];
