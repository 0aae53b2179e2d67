import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';

export const root = join(import.meta.dirname, '../../..');

/** A block of code in a guide. */
export type Block = {
  /** Such as `README.md:17`. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** What the comment right before it says, which a reader of the page does not see. */
  readonly note: string | undefined;
};

/** Commands, with what the guide shows of their output. */
export type Commands = Block & { readonly shown: string | undefined };

/** All blocks of code, in order; a block that follows another one directly is marked as doing so. */
export const blocksOf = (file: string): readonly (Block & { readonly follows: boolean })[] => {
  const source = readFileSync(join(root, file), 'utf8');
  const blocks: (Block & { readonly follows: boolean })[] = [];
  let position = 0;
  let before: Token | undefined;
  walkTokens(lexer(source), (token) => {
    if (token.type === 'space') return;
    if (token.type === 'code') {
      const text: string = token['text'];
      position = source.indexOf(text.split('\n')[0] ?? '', position);
      const place = `${file}:${source.slice(0, position).split('\n').length}`;
      blocks.push({
        place,
        language: token['lang'] ?? '',
        text,
        note: noteOf(before),
        follows: before?.type === 'code',
      });
    }
    before = token;
  });
  return blocks;
};

const noteOf = (token: Token | undefined): string | undefined =>
  token?.type === 'html' ? /^<!-- (.*?) -->/s.exec(token.raw)?.[1] : undefined;

/** The blocks that a reader types into a terminal. What follows one directly, as JSON or plain, is its output. */
export const commandsOf = (file: string): readonly Commands[] => {
  const blocks = blocksOf(file);
  return blocks.flatMap((block, nth) => {
    if (block.language !== 'sh') return [];
    const next = blocks[nth + 1];
    const isShown = next?.follows && ['', 'json'].includes(next.language);
    return [{ ...block, shown: isShown ? next.text : undefined }];
  });
};
