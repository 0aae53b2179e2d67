/** The people of the demonstration: invented, with addresses that lead nowhere (RFC 2606). */
export type Person = { readonly firstName: string; readonly lastName: string };

const people = (names: string): readonly Person[] =>
  names.split(', ').map((name) => {
    const [firstName = '', ...rest] = name.split(' ');
    return { firstName, lastName: rest.join(' ') };
  });

export const DOCTORS = people('Greta Holm, Samuel Okafor, Inés Navarro');
export const ASSISTANTS = people('Tove Lind, Amir Haddad, Chloé Martin, Piotr Nowak');
export const PARENTS = people(
  'Jan Jansen, Aylin Demir, Sofia Rossi, Liam Byrne, Marta Kovács, Noah Fischer, Yara Haddad, Emil Sørensen, Lucía Gómez, Ivan Petrov, Fatou Diallo, Anna Virtanen, Mateusz Zieliński, Clara Dubois, Omar Farouk, Elena Popescu, Hugo Lindqvist, Aoife Murphy, Kenji Tanaka, Beatriz Costa',
);

/** Those whose logins are shown. */
export const LOGINS = Object.entries({ Doc: DOCTORS, Ast: ASSISTANTS, Par: PARENTS }).flatMap(([role, people]) =>
  people.slice(0, 2).map((person) => ({ role, person })),
);

/** How many of them have accounts. */
export const ACCOUNTS = DOCTORS.length + ASSISTANTS.length + PARENTS.length;

const CHILDREN = 'Mia, Tom, Lea, Finn, Zoe, Ben, Ida, Noé, Ella, Max, Nora, Leo, Alma, Theo, Maya, Sami'.split(', ');

/** One to three children a family, with the parent's family name. */
export const childrenOf = ({ lastName }: Person, family: number): readonly Person[] =>
  Array.from({ length: (family % 3) + 1 }, (_, nth) => ({
    firstName: CHILDREN[(family * 5 + nth * 3) % CHILDREN.length] ?? 'Mia',
    lastName,
  }));

export const TITLES = ['Asthma', 'Hay fever', 'Broken wrist', 'Eczema', 'Type 1 diabetes', 'Tonsillitis', 'Migraine'];
export const TASKS = [
  'Take the history',
  'Measure lung function',
  'Blood count',
  'Call the parents',
  'Check the X-ray',
];

/** `greta.holm@example.org`: letters alone, as an address. */
export const emailOf = ({ firstName, lastName }: Person): string =>
  `${firstName}.${lastName}@example.org`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll(' ', '.')
    .toLowerCase();
