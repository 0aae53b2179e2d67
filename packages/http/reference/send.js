const ROLES = { Doc: 'doctor', Ast: 'assistant', Par: 'parent' };

/** Of whoever logged in here, until the page is left. */
let session;

const keep = (id, text) => {
  session = id;
  document.getElementById('session').textContent = text;
};

/**
 * Makes a call with what was filled in: `path`, `header` and `fields`, by name. Browsers send no body with GET, so with
 * fields it goes as QUERY. Resolves to how it went, and to the reply.
 */
export const send = async ({ id, method, path }, { fields, header, ...filled }) => {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(filled.path[name]));
  const hasBody = Object.keys(fields).length > 0;
  const request = {
    method: hasBody && method === 'GET' ? 'QUERY' : method,
    headers: { ...header, ...(session && { Authorization: `Bearer ${session}` }) },
    ...(hasBody && { body: JSON.stringify(fields) }),
  };
  const reply = await fetch(address, request);
  const envelope = await reply.json();
  const code = reply.headers.get('Error-Code');
  if (id === 'logIn' && reply.ok) {
    const { id, firstName, lastName, role } = envelope.body ?? envelope.response;
    keep(id, `Logged in as ${firstName} ${lastName}, ${ROLES[role]}. Every call sends the session.`);
  }
  if (id === 'logOut' && reply.ok) keep(undefined, 'Nobody is logged in.');
  if (session && code === 'SESSION_INVALID') keep(undefined, 'The session has ended. Log in again.');
  const outcome = [reply.status, reply.statusText, code].filter(Boolean).join(' ');
  return [`${request.method} ${address}: ${outcome}`, JSON.stringify(envelope, null, 2)];
};
