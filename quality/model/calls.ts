/** What a call is about. `case or task` is the `{id}` of a certification (D-21); `anyone` needs no session. */
export type About = 'anyone' | 'nothing' | 'doctor' | 'child' | 'case' | 'task' | 'case or task';
/** `own`: where the caller takes part; a doctor in the own practice, an assistant in one they assist. */
type May = 'yes' | 'no' | 'own';

export type Call = {
  readonly name: CallName;
  readonly variant: Variant;
  /** Path segments and fields by their names. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Sent as the field `id`. */
  readonly session?: string | undefined;
  /** Sent as `Authorization: Bearer`. */
  readonly bearer?: string;
  /** Sent as `Idempotency-Key`. */
  readonly key?: string | undefined;
  /** Sent instead of the method of the table. */
  readonly method?: string;
  /** Sent instead of a request object. */
  readonly raw?: string;
};
export type Variant = 'A' | 'B';
export type CallName = keyof typeof CALLS;

type Wire = string | { readonly A: string; readonly B?: string };

const row = (
  wire: Wire,
  about: About,
  may: `${May} ${May} ${May}`,
  fields: string,
  record?: string,
  keyed?: 'keyed',
) => {
  const [Doc, Ast, Par] = may.split(' ') as [May, May, May];
  const { A, B } = typeof wire === 'string' ? { A: wire, B: wire } : { B: undefined, ...wire };
  return { A, B, about, may: { Doc, Ast, Par }, fields: fields.split(' ').filter(Boolean), record, keyed };
};

const CHILD = '/api/Parent/children/:ChildID';
const CERTREQ = '/api/Case/:id/certreq';

/**
 * Every call, with D-23 in the columns Doc, Ast, Par. `?` marks a field that may be missing. `record` is the action in
 * the audit trail. D-24: `keyed` takes an Idempotency-Key. What has no B is variant A's alone.
 */
// biome-ignore format: a table is read by its columns
export const CALLS = {
  registerAccount:      row({ A: 'POST /api/Auth/register', B: 'POST /api/Auth' },
                                                           'anyone',       'yes yes yes', 'firstName lastName email password role', 'account registered', 'keyed'),
  logIn:                row({ A: 'POST /api/Auth/login', B: 'GET /api/Auth' },
                                                           'anyone',       'yes yes yes', 'email attempt:password otp?', 'logged in'),
  alive:                row('GET /healthz',                'anyone',       'yes yes yes', ''),
  checkReadiness:       row('GET /readyz',                 'anyone',       'yes yes yes', ''),
  //                                                       about            Doc Ast Par
  describeAccount:      row('GET /api/Auth/me',            'nothing',      'yes yes yes', ''),
  changeProfile:        row('POST /api/Auth/me',           'nothing',      'yes yes yes', 'firstName? lastName? language? notices?', 'account changed'),
  logOut:               row('POST /api/Auth/logout',       'nothing',      'yes yes yes', '', 'logged out'),
  listLogins:           row('GET /api/Auth/logins',        'nothing',      'yes yes yes', 'limit? LoginID:after?'),
  endLogin:             row('DELETE /api/Auth/logins/:LoginID',
                                                           'nothing',      'yes yes yes', '', 'login ended', 'keyed'),
  changePassword:       row('POST /api/Auth/password',     'nothing',      'yes yes yes', 'attempt:password password:newPassword', 'password changed'),
  changeEmail:          row('POST /api/Auth/email',        'nothing',      'yes yes yes', 'email attempt:password', 'address change requested', 'keyed'),
  confirmEmail:         row('POST /api/Auth/email/confirm', 'nothing',     'yes yes yes', 'code', 'address changed'),
  offerFactor:          row('POST /api/Auth/factor',       'nothing',      'yes yes yes', 'attempt:password', 'second factor offered'),
  confirmFactor:        row('POST /api/Auth/factor/confirm', 'nothing',    'yes yes yes', 'otp', 'second factor turned on'),
  removeFactor:         row('DELETE /api/Auth/factor',     'nothing',      'yes yes yes', 'attempt:password otp', 'second factor turned off'),
  requestReset:         row('POST /api/Auth/reset',        'anyone',       'yes yes yes', 'email', 'password reset requested'),
  confirmReset:         row('POST /api/Auth/reset/confirm', 'anyone',      'yes yes yes', 'code password:newPassword otp?', 'password reset'),
  addChild:             row({ A: 'POST /api/Auth/child', B: 'POST /api/Parent/child' },
                                                           'nothing',      'no no yes',   'firstName lastName birthDate socSecNum', 'child added', 'keyed'),
  listOwnChildren:      row('GET /api/Parent/children',    'nothing',      'no no yes',   'limit? after?', 'own children listed'),
  showChild:            row(`GET ${CHILD}`,                'child',        'no no own',   '', 'child shown'),
  correctChild:         row(`POST ${CHILD}`,               'child',        'no no own',   'firstName? lastName? birthDate? socSecNum? clear?', 'child corrected'),
  listAccess:           row(`GET ${CHILD}/access`,         'child',        'no no own',   'limit? after?', 'access listed'),
  listParents:          row(`GET ${CHILD}/parents`,        'child',        'no no own',   '', 'parents listed'),
  listDoctors:          row('GET /api/Doc',                'nothing',      'yes yes yes', 'limit? after? search:name?'),
  listAssistants:       row('GET /api/Doc/:id/assistants', 'doctor',       'yes yes yes', 'limit? after? search:name?'),
  listDoctorsChildren:  row('GET /api/Doc/:id/children',   'doctor',       'own own yes', 'limit? after? search:name?', "doctor's children listed"),
  linkAssistant:        row('POST /api/Doc/:id/assistants', 'doctor',      'own no no',   'email', 'assistant linked', 'keyed'),
  unlinkAssistant:      row('DELETE /api/Doc/:id/assistants/:AstID',
                                                           'doctor',       'own no no',   '', 'assistant unlinked', 'keyed'),
  openCase:             row('POST /api/Case',              'doctor',       'own own yes', 'ChildID DocID title', 'case opened', 'keyed'),
  listCases:            row('GET /api/Case',               'nothing',      'yes yes yes', 'limit? after? caseStatus:status? ChildID? DocID? certification? detail?', 'cases listed'),
  showCase:             row('GET /api/Case/:id',           'case',         'own own own', '', 'case shown'),
  renameCase:           row('POST /api/Case/:id',          'case',         'own own no',  'title', 'case corrected'),
  showHistory:          row('GET /api/Case/:id/history',   'case',         'own own own', 'limit? after? detail?', 'history shown'),
  addTask:              row('POST /api/Case/:id/tasks',    'case',         'own own no',  'title', 'task added', 'keyed'),
  listTasks:            row('GET /api/Task',               'nothing',      'yes yes no',  'limit? after? taskStatus:status?', 'tasks listed'),
  renameTask:           row('POST /api/Task/:id',          'task',         'own own no',  'title', 'task corrected'),
  closeTask:            row('POST /api/Task/:id/close',    'task',         'own own no',  '', 'task closed', 'keyed'),
  finishCase:           row('POST /api/Case/:id/finish',   'case',         'own own no',  '', 'case finished', 'keyed'),
  reopenCase:           row('POST /api/Case/:id/reopen',   'case',         'own no no',   'reason', 'case reopened', 'keyed'),
  requestCertification: row({ A: `POST ${CERTREQ}` },      'case or task', 'own own own', 'TaskID?', 'certification requested', 'keyed'),
  checkCertification:   row({ A: `GET ${CERTREQ}` },       'case or task', 'own own own', 'TaskID? detail?', 'certification checked'),
  issueCertification:   row({ A: `POST ${CERTREQ}/issue` }, 'case or task', 'own no no',  'TaskID? statement? validUntil? firstName? lastName? birthDate?', 'certification issued', 'keyed'),
  rejectCertification:  row({ A: `POST ${CERTREQ}/reject` }, 'case or task', 'own no no', 'TaskID? reason', 'certification rejected', 'keyed'),
  revokeCertification:  row({ A: `POST ${CERTREQ}/revoke` }, 'case or task', 'own no no', 'TaskID? reason', 'certification revoked', 'keyed'),
  correctCertification: row({ A: `POST ${CERTREQ}/correct` }, 'case or task', 'own no no', 'TaskID? statement validUntil? reason firstName? lastName? birthDate?', 'certification corrected', 'keyed'),
  confirmCertification: row({ A: `POST ${CERTREQ}/confirm` }, 'case or task', 'own no no', 'TaskID? firstName lastName birthDate?', 'certification confirmed'),
  createCertificate:    row({ A: `POST ${CERTREQ}/document` }, 'case or task', 'own no own', 'TaskID? disclose?', 'certificate created', 'keyed'),
  // These change who has a part in what, so the cells play them last.
  inviteParent:         row(`POST ${CHILD}/parents`,       'child',        'no no own',   'email', 'parent invited', 'keyed'),
  joinChild:            row('POST /api/Parent/join',       'nothing',      'no no yes',   'code', 'parent joined', 'keyed'),
  removeParent:         row(`DELETE ${CHILD}/parents/:ParID`, 'child',     'no no own',   '', 'parent removed', 'keyed'),
  handOverCase:         row('POST /api/Case/:id/handover', 'case',         'own no own',  'DocID', 'case handed over', 'keyed'),
} as const;

/** D-28: what names a session to its owner. */
export const LOGIN_ID = /^[A-Za-z0-9_-]{43}$/;

export const CALL_NAMES = Object.keys(CALLS) as readonly CallName[];

export const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** D-07: two spellings of one address. */
export const normalEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

const text = (most: number) => (value: string) =>
  value.trim() !== '' && [...value.trim().normalize('NFC')].length <= most && !/\p{Cc}/u.test(value.trim());
const matching = (pattern: RegExp) => (value: string) => pattern.test(value);

const isDay = (value: string) => new Date(Date.parse(value) || 0).toISOString().slice(0, 10) === value;

/** What an account chooses of itself: which texts are valid, what it has at first, and what the cells choose. */
const CHOSEN = {
  language: { fits: /^(en|de|fr|nl)$/, atFirst: 'en', chosen: 'de' },
  notices: { fits: /^(all|security)$/, atFirst: 'all', chosen: 'security' },
};
const ofChosen = <T>(what: (one: (typeof CHOSEN)[keyof typeof CHOSEN]) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(CHOSEN).map(([name, one]) => [name, what(one)]));
export const AT_FIRST = ofChosen(({ atFirst }) => atFirst);
export const CHOSEN_LATER = ofChosen(({ chosen }) => chosen);

/** D-06 to D-14, D-26: which texts are valid in a field. */
const FIELDS: Readonly<Record<string, (value: string) => boolean>> = {
  firstName: text(100),
  lastName: text(100),
  title: text(500),
  reason: text(500),
  email: (value) => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(normalEmail(value)),
  attempt: matching(/\S/),
  password: (value) => [...value.normalize('NFKC')].length >= 8 && [...value.normalize('NFKC')].length <= 128,
  code: matching(/\S/),
  otp: matching(/\S/),
  ...ofChosen(({ fits }) => matching(fits)),
  role: matching(/^(Doc|Ast|Par)$/),
  birthDate: (value) => value >= '1900' && isDay(value),
  socSecNum: (value) => /^[\p{L}\p{N} ./-]{4,32}$/u.test(value) && /[\p{L}\p{N}]/u.test(value),
  clear: matching(/^\s*(birthDate|socSecNum)(\s+(birthDate|socSecNum))*\s*$/),
  statement: text(120),
  validUntil: isDay,
  disclose: matching(/^(name|initials)$/),
  ChildID: matching(ID),
  DocID: matching(ID),
  TaskID: matching(ID),
  LoginID: matching(LOGIN_ID),
  search: (value) => text(100)(value) && /[\p{L}\p{N}]/u.test(value),
  caseStatus: matching(/^(ongoing|finished)$/),
  taskStatus: matching(/^(open|closed)$/),
  certification: matching(/^(requested|issued|rejected|revoked)$/),
  detail: matching(/^full$/),
  limit: (value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 1000,
  after: matching(ID),
};

/** A field is written `kind:name?`, without the kind where it is the name. */
const nameOf = (field: string): string => field.replace('?', '').replace(/^.*:/, '');
export const fieldNamesOf = (name: CallName): readonly string[] => CALLS[name].fields.map(nameOf);

/** D-06. */
export const isMissing = (value: unknown): boolean => value === undefined || value === null || /^\s*$/.test(`${value}`);

/** Variant B adds children with neither birthDate nor socSecNum (D-11). */
export const isRead = ({ name, variant }: Pick<Call, 'name' | 'variant'>, field: string): boolean =>
  name !== 'addChild' || variant === 'A' || !['birthDate', 'socSecNum'].includes(field);

/** The fields that make two calls the same request: never a password (D-24). What says nothing is missing (D-06). */
export const requestOf = (call: Call): string => {
  const { name, args } = call;
  const segments = [...CALLS[name].A.matchAll(/:(\w+)/g)].map(([, segment = '']) => segment);
  const fields = fieldNamesOf(name).filter((field) => field !== 'password' && isRead(call, field));
  const normal = (field: string, value: unknown) => (field === 'email' ? normalEmail(`${value}`) : `${value}`.trim());
  const given = [...segments, ...fields].filter((field) => !isMissing(args[field]));
  return JSON.stringify([name, given.map((field) => [field, normal(field, args[field])])]);
};

export const hasInvalidField = (call: Call): boolean =>
  CALLS[call.name].fields.some((field) => {
    const value = call.args[nameOf(field)];
    if (!isRead(call, field)) return false;
    if (isMissing(value)) return !field.endsWith('?');
    return typeof value !== 'string' || !FIELDS[field.replace(/[:?].*/, '')]?.(value);
  });

/** Method and path that the variant has for a call, if it has it. */
export const wireOf = ({ name, variant }: Call): readonly string[] | undefined => CALLS[name][variant]?.split(' ');
