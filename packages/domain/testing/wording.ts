import type { Language } from '../src/model/account.ts';

/** Words for something that pages and mails call by another one: to sign in, a guardian, who runs the practice. */
export const OTHER_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\b[Ll]og(s|ged)? (in|out)\b|\b(carer|caregiver)s?\b|manages the practice|\b[Dd]ue until|\b[Dd]isabled?\b/,
  de: /[Ee]inge?logg|[Aa]usge?logg|\bLogin|Sorgeberechtigt|Zertifikat/,
  fr: /[Ii]dentifi(er|ez)-?|représentants? lég|[Cc]ertificat\b|courriel|exploitant/,
  nl: /\b([Ii]n|[Uu]it)(ge)?log|\b(in|uit) te loggen|\b[Ll]ogt? (u )?(\w+ )?(in|uit)\b|verzorger|[Gg]eblokkeerd|\bdossier|verbeterd|niet verplicht|[Cc]ertifica/,
};
