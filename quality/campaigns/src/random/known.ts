import type { Random } from '../ground/random.ts';

const KINDS = ['ChildID', 'CaseID', 'TaskID', 'AstID', 'DocID', 'email'] as const;
type Kind = (typeof KINDS)[number];

/** What the campaign has been told, to be asked about again: the latest of each kind, and sessions that may have ended. */
export type Known = {
  readonly any: (random: Random, kind: Kind) => string;
  readonly learn: (kind: Kind, value: string) => void;
  /** The members of a content that name something. */
  readonly learnFrom: (content: unknown) => void;
};

const MOST = 200;
const NOBODY = '01a1fcd5-0b73-71e2-a15d-27ec6994fad6';

export const createKnown = (): Known => {
  const values = new Map<Kind, string[]>(KINDS.map((kind) => [kind, []]));
  const learn = (kind: Kind, value: string): void => {
    const all = values.get(kind) ?? [];
    all.push(value);
    if (all.length > MOST) all.splice(0, MOST / 4);
  };
  return {
    any: (random, kind) => random.pick(values.get(kind) ?? []) ?? NOBODY,
    learn,
    learnFrom: (content) => {
      if (typeof content !== 'object' || content === null) return;
      for (const kind of KINDS) {
        const value: unknown = Reflect.get(content, kind);
        if (typeof value === 'string') learn(kind, value);
      }
    },
  };
};
