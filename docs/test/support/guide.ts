import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';

export const root = join(import.meta.dirname, '../../..');

export type Block = {
  /** Such as `README.md:17`. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** The comment right before it, which a reader of the page does not see. */
  readonly note: string | undefined;
  /** The block of JSON or plain text that follows directly: the output that the guide shows. */
  shown?: string;
};

export const blocksOf = (file: string): readonly Block[] => {
  const source = readFileSync(join(root, file), 'utf8');
  const blocks: Block[] = [];
  let position = 0;
  let before: Token | undefined;
  walkTokens(lexer(source), (token) => {
    if (token.type === 'space') return;
    if (token.type === 'code') {
      const { text, lang: language = '' } = token as { readonly text: string; readonly lang?: string };
      position = source.indexOf(text.split('\n')[0] ?? '', position);
      const place = `${file}:${source.slice(0, position).split('\n').length}`;
      const note = before?.type === 'html' ? /^<!-- (.*?) -->/s.exec(before.raw)?.[1] : undefined;
      const previous = blocks.at(-1);
      if (previous && before?.type === 'code' && ['', 'json'].includes(language)) previous.shown = text;
      blocks.push({ place, language, text, note });
    }
    before = token;
  });
  return blocks;
};

/** The blocks that a reader types into a terminal. */
export const commandsOf = (file: string): readonly Block[] =>
  blocksOf(file).filter(({ language }) => language === 'sh');
