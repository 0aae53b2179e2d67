type Address = { readonly host: string; readonly port: number };

/** Why an address cannot be listened on, for a sentence. */
export const whyNotListening = (error: unknown, { host, port }: Address): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} cannot be listened on (${code})`;
};
