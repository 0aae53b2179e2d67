/** An address as a URL has it: IPv6 in brackets. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);
