/** What may be shown of a URL: where the database is and what it is called, without user and password. */
export const nameOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
};
