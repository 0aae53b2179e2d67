/** The people of the demonstration: invented, with addresses in a reserved domain (RFC 2606). */
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

/** `greta.holm@example.org`: only the plain letters of a name fit an address. */
export const emailOf = ({ firstName, lastName }: Person): string => {
  const plain = `${firstName}.${lastName}@example.org`.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replaceAll('ø', 'o').replaceAll(' ', '.').toLowerCase();
};

/** The logins that are printed. */
export const LOGINS = Object.entries({ Doc: DOCTORS, Ast: ASSISTANTS, Par: PARENTS }).flatMap(([role, people]) =>
  people.slice(0, 2).map((person) => ({ role, email: emailOf(person) })),
);

/** How many people have accounts. */
export const ACCOUNTS = DOCTORS.length + ASSISTANTS.length + PARENTS.length;

export const pick = <Item>(items: readonly Item[], nth: number): Item => {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
};

const CHILDREN = 'Mia, Tom, Lea, Finn, Zoe, Ben, Ida, Noé, Ella, Max, Nora, Leo, Alma, Theo, Maya, Sami'.split(', ');

/** One to three children a family, with the parent's family name. */
export const childrenOf = ({ lastName }: Person, family: number): readonly Person[] =>
  Array.from({ length: (family % 3) + 1 }, (_, nth) => ({ firstName: pick(CHILDREN, family * 5 + nth * 3), lastName }));

export const TITLES = ['Asthma', 'Hay fever', 'Broken wrist', 'Eczema', 'Type 1 diabetes', 'Tonsillitis', 'Migraine'];
export const TASKS = 'Take the history, Measure lung function, Blood count, Call the parents, Check the X-ray'.split(
  ', ',
);
