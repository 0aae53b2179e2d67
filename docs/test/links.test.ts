import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import GithubSlugger from 'github-slugger';
import { lexer, type Token, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { root } from './support/guide.ts';

const FILES = globSync('{.,docs,packages/*,apps/*,quality/*}/*.md', { cwd: root }).sort();

/** A document may name a file by the end of its path. */
const TRACKED = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

const tokensOf = (file: string): readonly Token[] => {
  const all: Token[] = [];
  walkTokens(lexer(readFileSync(join(root, file), 'utf8')), (token) => void all.push(token));
  return all;
};

/** The headings as they are linked to. */
const anchorsOf = (file: string): readonly string[] => {
  const slugger = new GithubSlugger();
  return tokensOf(file).flatMap((token) => (token.type === 'heading' ? [slugger.slug(textOf(token))] : []));
};

const textOf = (token: Token): string =>
  'tokens' in token && token.tokens ? token.tokens.map(textOf).join('') : 'text' in token ? String(token['text']) : '';

/** Why a link leads nowhere, if it does. Where the web is concerned, nobody asks it. */
const faultOf = (file: string, href: string): string | undefined => {
  if (/^https?:/.test(href)) return undefined;
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? file : relative(root, join(root, dirname(file), decodeURI(path)));
  if (!existsSync(join(root, target))) return `${file}: ${href} is not there`;
  if (anchor === undefined) return undefined;
  if (!statSync(join(root, target)).isFile() || anchorsOf(target).includes(anchor)) return undefined;
  return `${file}: ${href} has no such heading`;
};

describe.each(FILES)('%s', (file) => {
  const tokens = tokensOf(file);

  it('links to what is there', () => {
    const links = tokens.flatMap((token) => ('href' in token ? [String(token['href'])] : []));
    expect(links.flatMap((href) => faultOf(file, href) ?? [])).toEqual([]);
  });

  it('names only files and scripts that there are', () => {
    const words = tokens.flatMap((token) =>
      token.type === 'codespan' || token.type === 'code' ? [String(token['text'])] : [],
    );
    const paths = words.filter((word) => /^(?:packages|apps|tools|docs|deploy|prisma|quality)\/[\w./-]+$/.test(word));
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const files = words.filter(
      (word) => /^[\w./-]+\.(?:ts|mjs|cjs|sql|prisma)$/.test(word) && !word.startsWith('node_modules/'),
    );
    expect(files.filter((file) => !TRACKED.some((path) => `/${path}`.endsWith(`/${file}`)))).toEqual([]);
    const scripts = words.flatMap((word) =>
      [...word.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name]) => name ?? ''),
    );
    expect(scripts.filter((name) => !(name in known))).toEqual([]);
  });
});

const { scripts: known } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object };

it('there are documents to look at', () => expect(FILES.length).toBeGreaterThan(10));

it('documents, comments and tests cite only decisions that docs/decisions.md has, each of which it has once', () => {
  const decided: readonly string[] =
    readFileSync(join(root, 'docs/decisions.md'), 'utf8').match(/(?<=\*\*)[DP]-\d\d\b/g) ?? [];
  expect(decided).toEqual([...new Set(decided)]);
  const sources = globSync('{packages,apps,quality,tools,docs,deploy}/**/*.{ts,js,md,sql,conf,yml}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  const cited = [...FILES, ...sources].flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(/\b[DP]-\d\d\b/g) ?? []).map((number) => ({ file, number })),
  );
  expect(cited.length).toBeGreaterThan(decided.length);
  expect(cited.filter(({ number }) => !decided.includes(number))).toEqual([]);
});
