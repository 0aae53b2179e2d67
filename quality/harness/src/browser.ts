type Values = Readonly<Record<string, string>>;

/** A browser without script, which sends the first form of a page of the portal with all that goes along with it. */
export const createBrowser = (base: string) => {
  const cookies = new Map<string, string>();
  /** What it is sent to in the end, and where that is. */
  const ask = async (path: string, body?: FormData | URLSearchParams): Promise<{ path: string; text: string }> => {
    const headers = {
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'Sec-Fetch-Site': 'same-origin',
    };
    const method = body === undefined ? 'GET' : 'POST';
    const reply = await fetch(new URL(path, base), { method, headers, redirect: 'manual', ...(body && { body }) });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    return location === null ? { path, text: await reply.text() } : ask(location);
  };
  /** `file`: as what a form with a file takes. */
  const send = async (path: string, values: Values, file?: string) => {
    const page = (await ask(path)).text;
    const main = page.slice(page.indexOf('<main'));
    const [, action = '', form = ''] = /<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(main) ?? [];
    const hidden = Array.from(
      form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, name = '', value = '']) => [name, value] as const,
    );
    const body = file === undefined ? new URLSearchParams() : new FormData();
    for (const [name, value] of [...hidden, ...Object.entries(values)]) body.append(name, value);
    if (file !== undefined) (body as FormData).append('file', new Blob([file]), 'list.csv');
    return ask(action.replaceAll('&amp;', '&'), body);
  };
  return { ask, send };
};
