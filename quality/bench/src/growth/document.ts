/** A part of a document that a program writes, between two comments that no reader sees. */
const part = (name: string): RegExp =>
  new RegExp(`(<!-- ${name}: written by npm run bench -- --growth -->\n)[^]*?(<!-- ${name}: end -->)`);

/** The document with these parts written anew, and all else as it was. Throws where a part has no place. */
export const renewed = (document: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((text, [name, content]) => {
    const place = part(name);
    if (!place.test(text)) throw new Error(`The document has no place for ${name}: its two comments are missing.`);
    return text.replace(place, (_, start: string, end: string) => `${start}\n${content}\n\n${end}`);
  }, document);
