import type { Random } from '@health-case/harness/load';
import type { Instance, VariantName } from '@health-case/harness/processes';
import type { Reply } from '@health-case/http/testing/client';
import type { Doctors } from './doctors.ts';
import type { Member, World } from './model.ts';
import type { Records } from './records.ts';

/** What the model says that a call must be answered. */
export type Expected = {
  /** The code of the refusal; without one the call is OK. */
  readonly refused?: string | undefined;
  /** The content, byte for byte as JSON, made of the one that was given where that holds what the service alone chooses. */
  readonly content?: unknown;
  readonly contentLike?: (given: Given) => unknown;
  /** The code that the call gets instead if it was carried out before, by a try that was answered 503. */
  readonly repeated?: string;
  /** The action under which the call stands in the audit trail; without one it leaves no record. */
  readonly record?: string | undefined;
};

type Given = Readonly<Record<string, unknown>>;

/** One who plays a world: one call after another, through whichever process. */
export type Player = {
  readonly world: World;
  readonly random: Random;
  readonly doctors: Doctors;
  /** Any process, or any of the variant. */
  readonly process: (variant?: VariantName) => Instance;
  /** Asks and compares; resolves to the reply if it was as expected and OK. */
  readonly ask: (question: Question, expected: Expected) => Promise<Reply | undefined>;
  /** Asks without judging, for calls that are made at once. */
  readonly put: (question: Question) => Promise<Put>;
  readonly wrong: (sentence: string) => void;
  /** What the audit trail must have for a call that was put. */
  readonly records: Records;
};

/** A call until it was answered otherwise than with 503. How many tries were: each may have been carried out, or not. */
type Put = { readonly reply: Reply; readonly doubts: number };

export type Question = {
  readonly endpoint: string;
  /** Who asks: the session is added to the body. */
  readonly as?: Member;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly to?: Instance;
};

/** D-03. */
const STATUS: Readonly<Record<string, number>> = {
  FIELDS_INVALID: 400,
  MALFORMED_JSON: 400,
  SESSION_AMBIGUOUS: 400,
  CREDENTIALS_WRONG: 401,
  PASSWORD_WRONG: 401,
  SESSION_INVALID: 401,
  SESSION_MISSING: 401,
  ROLE_NOT_ALLOWED: 403,
  ASSISTANT_NOT_FOUND: 404,
  CASE_NOT_FOUND: 404,
  CERTIFICATION_NOT_FOUND: 404,
  CHILD_NOT_FOUND: 404,
  DOCTOR_NOT_FOUND: 404,
  PATH_NOT_FOUND: 404,
  TASK_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CASE_FINISHED: 409,
  CASE_ONGOING: 409,
  CERTIFICATION_DECIDED: 409,
  CERTIFICATION_NOT_ISSUED: 409,
  CHILD_KNOWN: 409,
  EMAIL_TAKEN: 409,
  TASKS_OPEN: 409,
  TASK_ALREADY_CLOSED: 409,
  TASK_NOT_CLOSED: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
};

const CONTENT = { A: 'body', B: 'response' } as const;

/** What is wrong with a reply, or nothing. */
export const faultOf = (reply: Reply, { variant }: Instance, expected: Expected): string | undefined => {
  const { refused, contentLike } = expected;
  const [status, word] = refused === undefined ? [200, 'OK'] : [STATUS[refused], 'ERR'];
  if (reply.status !== status || reply.code !== refused) return `${status} ${refused ?? 'OK'}`;
  const start = `{"version":"1","status":"${word}","${CONTENT[variant]}":`;
  if (!reply.text.startsWith(start)) return start;
  if (refused !== undefined) return undefined;
  const content = contentLike ? contentLike(reply.content as Given) : expected.content;
  if (content === undefined) return undefined;
  const whole = `${start}${JSON.stringify(content)}}`;
  return reply.text === whole ? undefined : whole;
};
