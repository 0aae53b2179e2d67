import { STATEMENTS } from '../packages/storage-prisma/testing/statements.ts';

type File = { readonly path: string; readonly text: string };
type Print = (value: number, what: string, names?: readonly string[]) => void;

/** A method of a store, or a function beside the methods, up to the next one. */
const PART = /^ {2,4}(?:const )?(\w+)(?: = |: )(?:async )?\(.*?(?=^ {2,4}(?:const )?\w+(?: = |: )(?:async )?\(|^\S)/gms;
const SENDS = /\bsql\.(?:rows|count|write|insert)\(/;

/** The operations of a store, and whether they send SQL themselves or by a function beside them. */
const operationsOf = ({ path, text }: File) => {
  const parts = [...text.matchAll(PART)].map(([code, name = '']) => ({ name, code, isBeside: /^ *const/.test(code) }));
  const senders = parts.filter(({ code, isBeside }) => isBeside && SENDS.test(code)).map(({ name }) => ` ${name}(`);
  return parts
    .filter(({ isBeside }) => !isBeside)
    .map(({ name, code }) => ({
      name: `${path} ${name}`,
      sendsSql: SENDS.test(code) || senders.some((sender) => code.includes(sender)),
    }));
};

const COMMENT = /\/\*.*?\*\/|\/\/[^\n]*/gs;
const CAST = /^(?!import).*\bas (?:[A-Z{]|any|unknown|never|readonly|typeof).*/gm;

/** `count.help.txt` says how each figure is counted. */
export const countStorage = (all: readonly File[], print: Print): void => {
  const within = (folder: string) =>
    all.filter(({ path }) => path.startsWith(`packages/storage-prisma/src/${folder}/`));
  const operations = within('stores').flatMap(operationsOf);
  const bySql = operations.filter(({ sendsSql }) => sendsSql);
  const share = Math.round((100 * (operations.length - bySql.length)) / operations.length);
  print(
    operations.length - bySql.length,
    `of ${operations.length} operations of the stores (${share} %) by Prisma's client`,
  );
  print(
    bySql.length,
    'by SQL, in part or as a whole',
    bySql.map(({ name }) => name),
  );
  const mapping = within('stores').filter(({ path }) => !path.endsWith('/rows.ts'));
  const casts = mapping.flatMap(({ text }) => text.replace(COMMENT, '').match(CAST) ?? []);
  print(casts.length, 'casts of rows, but for brands', casts);
  print(STATEMENTS.length, 'statements of SQL: what each is for, and why it is none of the client');
  const lines = STATEMENTS.map(
    ({ name, statement }) => `         ${statement.reason.padEnd(5)} ${name.padEnd(22)} ${statement.why}\n`,
  );
  process.stdout.write([...new Set(lines)].join(''));
};
