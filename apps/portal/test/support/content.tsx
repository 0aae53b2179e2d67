import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';

/** The design system takes text or HTML; our components take what JSX takes. */
export type Content = { readonly text?: string | undefined; readonly html?: string | undefined };

export const contentOf = ({ text, html }: Content): Child => (html === undefined ? text : raw(html));

export const withContent = <Options extends Content>(options: Options) => {
  const { html: _, ...others } = options;
  return { ...others, text: contentOf(options) };
};
