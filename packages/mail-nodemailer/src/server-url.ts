const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/**
 * Nothing but host, port and login: nodemailer would take any of its options from a query, without a warning. What it
 * gives to `unfit` says nothing of the URL, which may hold a password.
 */
export const serverAt = (text: string, unfit: (problem: string) => never) => {
  const url = /^smtps?:/.test(text) ? URL.parse(text) : null;
  const [user, pass] = [decoded(url?.username ?? ''), decoded(url?.password ?? '')];
  const isBare = url && ['', '/'].includes(`${url.pathname}${url.search}${url.hash}`);
  if (!isBare || url.hostname === '' || user === undefined || pass === undefined) {
    return unfit(
      'must be written smtp://user:password@host:port or smtps://user:password@host:port, with % escapes in user and password; user, password and port may be left out',
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isHere = LOOPBACK.test(host);
  const tls = url.protocol === 'smtp:' ? { secure: false, requireTLS: !isHere, ignoreTLS: isHere } : { secure: true };
  const port = url.port !== '' && { port: Number(url.port) };
  return { host, ...port, ...tls, ...(user !== '' && { auth: { user, pass } }) };
};
