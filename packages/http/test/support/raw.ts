export const HOST = 'Host: localhost\r\n';
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
export const LAST = get('/who', 'Connection: close\r\n');

/** The statuses of the replies on one connection, in order. */
export const statusesIn = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
