import { describe, expect, it } from 'vitest';
import { type CsvRow, readCsv, readImportFile } from '../src/pages/import-file.ts';
import { openPortal } from './support/portal.ts';

const portal = openPortal();

const openPractice = async () => {
  const [manager, doctor] = [await portal.member('Ast'), await portal.member('Doc')];
  await portal.setManager(manager);
  const upload = async (content: string | Uint8Array<ArrayBuffer>) => {
    await manager.open('/manage/import/new');
    return manager.upload(content);
  };
  /** Opens the page of an import until it says this. */
  const until = (path: string, text: string) =>
    expect.poll(async () => (await manager.open(path)).text.includes(text)).toBe(true);
  const file = async (path: string, reader = manager) => (await reader.open(path)).html;
  return { manager, doctor, upload, until, file };
};

const HEAD = 'Vorname;Nachname;Geburtsdatum;Number;E-mail address of the doctor;title;parents';

it('is sent, checked, decided and entered, and finds what the portal exports the same', async () => {
  const { doctor, file, manager, until, upload } = await openPractice();
  const parents = '"mother@example.org, father@example.org"';
  const row = (names: string, more = '') => `${names};${doctor.email};Asthma;${more}`;
  const list = [
    HEAD,
    row('Zoë;de Vries;3.2.2019;', parents),
    row("'=Mia;Okafor;2019-02-04;"),
    '',
    row('Zoë;de Vries;4 2 2019;'),
  ];
  const sent = await upload(list.join('\r\n'));
  expect(sent.path).toMatch(/^\/manage\/import\/[\da-f-]{36}$/);
  await until(sent.path, 'Checked');
  expect(manager.page().text).toContain('New3');
  expect([manager.page().text.includes('Asthma'), manager.page().headers.get('refresh')]).toEqual([false, null]);
  await manager.open(`${sent.path}/commit`);
  expect(manager.page().text).toContain('New children: 3.');
  await manager.send();
  await until(sent.path, 'Entered3');
  const report = await file(`${sent.path}/report`);
  expect(report.split('\r\n')).toEqual([
    'Row;First name;Last name;Date of birth;Result;Reason',
    ...[
      '2;Zoë;de Vries;2019-02-03;Entered;',
      "3;'=Mia;Okafor;2019-02-04;Entered;",
      '5;Zoë;de Vries;2019-02-04;Entered;',
      '',
    ],
  ]);
  const again = await upload(await file('/manage/import/children'));
  await until(again.path, 'The same as before3');
  expect(manager.page().links).not.toContain(`${again.path}/commit`);
  expect(manager.page().text).toContain('RowNameDate of birth');
  await doctor.open('/');
  const own = await upload(await file('/practice/list', doctor));
  await until(own.path, 'The same as before3');

  const wrong = 'Ada;Okafor;soon;;nobody@example.org;;';
  await upload([HEAD, row('Vries;Zoë de;2019-02-03;'), row('Zoë;De Vries;;'), wrong].join('\n'));
  const third = manager.page().path;
  await until(third, 'Needs a person1');
  expect(manager.page().text).toContain('cannot be read: write it as 2019-03-27; No doctor has this address');
  await manager.open(`${third}?result=person`);
  const decision = manager.page().links.find((link) => link.includes('/rows/')) ?? '';
  await manager.open(decision);
  expect(manager.page().text).toContain('Zoë de Vries');
  await manager.send({ decision: 'left out' });
  await until(third, 'Left out1');
  await manager.open(`${third}/close`);
  await manager.send();
  await until(third, 'Closed');
  expect(await file(`${third}/report`)).not.toContain('Vries');
  expect(await portal.ports().storage.read.mails.all({ after: undefined, size: 9 })).toEqual([]);
  await manager.open(`${sent.path}/invite`);
  await manager.send();
  expect(await portal.codeOf('mother@example.org')).toBeDefined();
});

it('is for managers alone, also of the page of an import, and not any more once one is none', async () => {
  const { doctor, manager, upload } = await openPractice();
  const { path } = await upload(`${HEAD}\nMia;Okafor;;;${doctor.email};Asthma;`);
  await portal.setManager(manager, false);
  for (const part of [
    '',
    '/new',
    '/children',
    path,
    `${path}/report`,
    `${path}/commit`,
    `${path}/rows/${path.slice(-36)}.00002`,
  ])
    for (const one of [doctor, manager])
      expect((await one.open(part.startsWith('/manage') ? part : `/manage/import${part}`)).status).toBe(403);
  expect((await manager.open('/practice/list')).status).toBe(403);
});

it('says beside the field why a file is no list', async () => {
  const { manager, upload } = await openPractice();
  const problemOf = async (content: string | Uint8Array<ArrayBuffer>) => (await upload(content)).problems.join();
  expect(await problemOf('')).toBe('Choose a file');
  expect(await problemOf('PK\0\0')).toMatch('This is no list as text');
  expect(await problemOf('Name\nMia')).toMatch('does not name these columns: First name, E-mail');
  expect(await problemOf(HEAD)).toMatch('no rows');
  expect(await problemOf(`${HEAD};Prénom\nMia`)).toMatch('more than once: First name');
  expect(await problemOf('First name;Last name;Size;Phone;\nMia;Okafor;3;1')).toMatch(
    'not known: Size, Phone. Not named are: Date of birth, Number, E-mail',
  );
  const mixed = Buffer.concat([Buffer.from(`${HEAD}\nZoë;Müller`), Buffer.from('\nZoë;Okafor', 'latin1')]);
  for (const content of [mixed, Buffer.concat([Buffer.from('\ufeff'), Buffer.from(`${HEAD}\nZoë`, 'latin1')])])
    expect(await problemOf(Uint8Array.from(content))).toMatch('This is no list as text');
  const broken = ['Mia;Okafor;"two\r\nlines"', '', 'Mia;Okafor;"never closed', 'Mia;Okafor', 'Mia;Okafor'];
  expect(await problemOf([HEAD, ...broken].join('\r\n'))).toMatch('Row 4 cannot be read');
  expect(await problemOf(`${HEAD}\nMia;Okafor\n${';'.repeat(1000)}\nMia;Okafor`)).toMatch('Row 3 cannot be read');
  expect(await problemOf(`${HEAD}${'\nMia'.repeat(20_001)}`)).toMatch('at most 20,000 rows');
  expect(await problemOf(new Uint8Array(100 * 1024 * 1024))).toMatch('The file is too large');
  expect(manager.page().path).toBe('/manage/import/new');
});

describe('a list', () => {
  const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
  const cellsOf = async (content: Uint8Array) =>
    ((await readCsv(content, 9)) as readonly CsvRow[]).map(({ cells }) => cells);

  it.each([
    ['UTF-8', bytes('Zoë;b\r\nc;d')],
    ['UTF-8 with a mark', bytes('\ufeffZoë;b\nc;d')],
    ['Windows-1252', bytes('Zoë;b\nc;d', 'latin1')],
    ['commas', bytes('Zoë,b\nc,d\n')],
    ['tabs', bytes('Zoë\tb\n\n\t\nc\td')],
    ['quotation marks', bytes('"Zoë";"b"\n"c";d')],
    ['a line for Excel ahead', bytes('sep=;\r\nZoë;b\r\nc;d')],
  ])('is read with %s', async (_, content) => {
    expect(await cellsOf(content)).toEqual([
      ['Zoë', 'b'],
      ['c', 'd'],
    ]);
  });

  it('lets others have a turn after each KiB', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    await readCsv(bytes(`a;b\n${';\n'.repeat(25_000)}c`), 9);
    clearImmediate(turn);
    expect(turns).toBeGreaterThanOrEqual(50_000 / 1024);
  });

  it.each([
    ['Name;Vorname;Geburtstag;Arzt;E-Mail Mutter;E-Mail Vater', 'a@example.org, b@example.org'],
    ['Familienname;Rufname;geb.;Ärztin;Eltern;', 'a@example.org'],
    ['nom de famille;PRÉNOMS;Né(e) le;Médecin;e-mail mère;', 'a@example.org'],
    ['Naam;Roepnaam;Geboren op;Arts;Ouders;', 'a@example.org'],
    ['Surname;Given name;DOB;Doctor;e-mail parents;', 'a@example.org'],
  ])('may name its columns %s', async (head, parents) => {
    const row = 'Okafor;Mia;03.02.19;greta@example.org;a@example.org;';
    const second = parents.split(', ')[1] ?? '';
    expect(await readImportFile(bytes(`${head}\n${row}${second}`))).toMatchObject({
      rows: [
        {
          texts: {
            firstName: 'Mia',
            lastName: 'Okafor',
            birthDate: '2019-02-03',
            doctor: 'greta@example.org',
            parents,
          },
        },
      ],
    });
  });

  it('is read in bounded time, whatever it is', async () => {
    expect(await readCsv(bytes(`a${';'.repeat(1_000_000)}\nb`), 9)).toMatchObject({ problem: 'row' });
    expect(await readCsv(bytes(`a;b\n"${'x\n'.repeat(100_000)}`), 9)).toMatchObject({ problem: 'row' });
    expect(await readCsv(bytes('\n'.repeat(200_000)), 9)).toEqual([]);
    expect(await readCsv(bytes(`a;b${'\n;'.repeat(200_000)}`), 9)).toHaveLength(1);
    expect(await readCsv(bytes(`a;b\n${';\n'.repeat(100_000)}c`), 9)).toEqual({ problem: 'too many rows' });
    expect(await cellsOf(bytes('one column'))).toEqual([['one column']]);
    expect(await readImportFile(bytes(`${HEAD}\n${HEAD}`))).toMatchObject({ rows: [{ number: 2 }] });
    // Where each column is named, another one is left out.
    expect(await readImportFile(bytes(`${HEAD};Phone\nMia;Okafor;;;;;;1`))).toMatchObject({ rows: [{ number: 2 }] });
  });

  it('has no day that may be turned round, where another one of the list has the month first', async () => {
    const days = ['02/25/2019', '2/3/2019', '12.11.2019', '5/05/2019', '25/2/2019', '2019-02-03', '3 Feb 2019'];
    const read = await readImportFile(bytes([HEAD, ...days.map((day) => `Mia;Okafor;${day}`)].join('\n')));
    const found = 'rows' in read ? read.rows.map(({ texts }) => texts.birthDate) : read;
    const certain = ['2019-05-05', '2019-02-25', '2019-02-03', '2019-02-03'];
    expect(found).toEqual(['02/25/2019', '2/3/2019', '12.11.2019', ...certain]);
  });

  it('has each day as it is typed, or as a database writes it, and what is none as it is', async () => {
    const typed = ['3.2.2019', '2019-02-03', '3 Feb 2019', '03/02/2019'];
    const written = ['2019-02-03 00:00:00', '2019-02-03T00:00:00.000Z', '03.02.2019 0:00', '20190203'];
    const days = [...typed, ...written, '2019-02-03 10:30', '20191301', 'soon', ''];
    const read = await readImportFile(bytes([HEAD, ...days.map((day) => `Mia;Okafor;${day}`)].join('\n')));
    const found = 'rows' in read ? read.rows.map(({ texts }) => texts.birthDate) : [];
    const none = days.slice(-4);
    expect(found).toEqual([...[...typed, ...written].map(() => '2019-02-03'), ...none]);
  });
});
