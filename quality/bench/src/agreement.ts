import { hash } from 'node:crypto';
import { type Reply, type Request, request } from './http.ts';

/** Two systems do not do the same work, so there is nothing to compare. */
export class Disagreement extends Error {}

type Answers = { readonly name: string; readonly port: number };

/** What is new in every answer (a token, an id) is no difference. */
const masked = ({ body }: Reply, fresh: RegExp | undefined): Buffer =>
  fresh ? Buffer.from(body.toString().replaceAll(fresh, '"…"')) : body;

const EXCERPT = 60;

const difference = (one: Buffer, other: Buffer): string => {
  const least = Math.min(one.length, other.length);
  let at = 0;
  while (at < least && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - EXCERPT);
  const excerpt = (bytes: Buffer): string => bytes.subarray(from, at + EXCERPT).toString();
  return `from byte ${at} on\n  - …${excerpt(one)}…\n  + …${excerpt(other)}…`;
};

/** Asks all the same and compares status and body with those of the first. Throws `Disagreement` at the first difference. */
export const requireAgreement = async (
  systems: readonly Answers[],
  probes: readonly Request[],
  fresh: RegExp | undefined,
): Promise<void> => {
  for (const probe of probes) {
    const replies = [];
    for (const { name, port } of systems) {
      const unique = `probe${name.replaceAll(/\W/g, '')}`;
      const body = probe.body?.replaceAll('%N%', unique);
      const reply = await request(port, body === undefined ? probe : { ...probe, body });
      replies.push({ name, status: reply.status, body: masked(reply, fresh) });
    }
    const [first, ...others] = replies;
    for (const other of others) {
      if (!first || (first.status === other.status && digest(first.body) === digest(other.body))) continue;
      const what = `${probe.method ?? 'GET'} ${probe.path}`;
      const statuses = `${first.name} (-) answers ${first.status}, ${other.name} (+) answers ${other.status}`;
      throw new Disagreement(`${what}: ${statuses}; the bodies differ ${difference(first.body, other.body)}`);
    }
  }
};

const digest = (bytes: Buffer): string => hash('sha256', bytes);
