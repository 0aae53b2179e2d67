import { setTimeout as sleep } from 'node:timers/promises';
import { createBrowser } from './browser.ts';
import { PASSWORD } from './client.ts';
import type { Database } from './databases.ts';

const [FIRST, LAST] = ['Mia,Tom,Zoë,Ole,Łucja,Ana,Bo,Núria,Max,Lea', 'ba,ce,di,fo,gu,ha,je,ki,lo,mu'].map((all) =>
  all.split(','),
) as [string[], string[]];
const digitsOf = (nth: number): readonly number[] => Array.from(String(nth).padStart(6, '0'), Number);

type Child = { readonly nth: number; readonly doctor: string };

/** Each with other names, and birth dates over 18 years. */
const rowOf = ({ nth, doctor }: Child): string => {
  const syllables = digitsOf(nth).map((digit) => LAST[digit]);
  const lastName = syllables.join('').replace(/^./, (letter) => letter.toUpperCase());
  const born = new Date(Date.UTC(2008, 0, 1 + ((nth * 7919) % 6570))).toISOString().slice(0, 10);
  const cells = [
    FIRST[nth % FIRST.length],
    lastName,
    born,
    `756.${nth}`,
    doctor,
    'Asthma',
    `parent.${nth}@example.org`,
  ];
  return cells.join(';');
};

/** D-48: a list of so many children. */
export const listOf = (count: number, doctors: readonly string[], from = 0): string => {
  const rows = Array.from({ length: count }, (_, at) => {
    return rowOf({ nth: from + at, doctor: doctors[at % doctors.length] ?? '' });
  });
  return ['firstName;lastName;birthDate;number;doctor;title;parents', ...rows].join('\n');
};

/** D-48: imports of a manager through the portal. */
export const createImports = async (
  portal: { readonly port: number },
  email: string,
  { query }: Pick<Database, 'query'>,
) => {
  const browser = createBrowser(`http://localhost:${portal.port}`);
  await browser.send('/sign-in', { email, password: PASSWORD });
  const of = async (id: string) => {
    const [row] = await query(`SELECT "state", "done" FROM "Import" WHERE "id" = '${id}'`);
    return { state: String(row?.['state']), done: Number(row?.['done']) };
  };
  /** How many of its rows have each result. */
  const results = async (id: string): Promise<Readonly<Record<string, number>>> => {
    const rows = await query(
      `SELECT "result", COUNT(*) AS "count" FROM "ImportRow" WHERE "importId" = '${id}' GROUP BY "result"`,
    );
    return Object.fromEntries(rows.map(({ result, count }) => [String(result), Number(count)]));
  };
  return {
    of,
    results,
    /** Resolves to its id once it is stored, before it is checked. */
    sendList: async (list: string): Promise<string> => {
      const { path, text } = await browser.send('/manage/import/new', {}, list);
      const id = /^\/manage\/import\/([\da-f-]{36})$/.exec(path)?.[1];
      if (id === undefined) throw new Error(`The list was not taken: ${path} ${text.slice(text.indexOf('<main'))}`);
      return id;
    },
    commitList: async (id: string): Promise<void> => void (await browser.send(`/manage/import/${id}/commit`, {})),
    until: async (id: string, state: string): Promise<void> => {
      while ((await of(id)).state !== state) await sleep(50);
    },
  };
};
