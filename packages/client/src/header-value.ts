const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** A text that goes into a header as it is. What cannot is told here: `fetch` would put it into its error, secret or not. */
export const headerValue = (what: string, text: string): string => {
  if (!VISIBLE_ASCII.test(text)) throw new TypeError(`${what} must be 1 to 255 visible ASCII characters.`);
  return text;
};
