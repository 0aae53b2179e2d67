import type { Reply } from '@health-case/http/testing/client';
import { type Call, member, type VariantName, WORDS, withoutVariant } from '../support/two-variants.ts';
import type { Step } from './journey.ts';

/** What a reply says once the variant and what is this journey’s own are taken out of it. */
export type Told = {
  readonly status: number;
  readonly code: string | undefined;
  readonly allow: string | undefined;
  readonly text: string;
};

/** Makes the journey through a variant, and tells its replies in an order that two journeys can be compared in. */
export const travel = async (call: Call, variant: VariantName, steps: readonly Step[]): Promise<readonly Told[]> => {
  const host = `${variant.toLowerCase()}.example.org`;
  const known: Record<string, string> = { host };
  const neutral = neutralizer(host);
  const told: Told[] = [];
  for (const { request, learns = {}, answerDiffers } of steps) {
    const [endpoint, body, headers] = request(WORDS[variant], known);
    const reply = await call(variant, endpoint, body, headers);
    for (const [name, from] of Object.entries(learns)) known[name] = member(reply, from);
    told.push(tell(reply, answerDiffers ? () => '' : neutral));
  }
  return told;
};

const tell = (reply: Reply, neutral: (text: string) => string): Told => ({
  status: reply.status,
  code: reply.code,
  allow: reply.headers.allow,
  text: neutral(withoutVariant(reply)),
});

const ID_OR_SESSION = /"(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_-]{43})"/g;

/** Writes each id and session as the how-manieth it is: the same one stays the same, and a different one different. */
const neutralizer = (host: string) => {
  const seen: string[] = [];
  return (text: string): string =>
    text.replaceAll(`@${host}`, '@…').replace(ID_OR_SESSION, (id) => {
      if (!seen.includes(id)) seen.push(id);
      return `"#${seen.indexOf(id)}"`;
    });
};
