import { Agent } from 'node:http';
import { type Sent, sendRaw } from '@health-case/http/testing/client';
import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const isElement = (node: Node): node is Element => 'tagName' in node;

const elementsOf = (node: Node): readonly Element[] => [
  ...(isElement(node) ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsOf) : []),
];

const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const isInline = ({ tagName, attrs }: Element): boolean =>
  tagName === 'style' ||
  (tagName === 'script' && !attrs.some(({ name }) => name === 'src')) ||
  attrs.some(({ name, value }) => name === 'style' || name.startsWith('on') || /^\s*javascript:/i.test(value));

/** Each part is read when it is first asked for: most tests ask little of most pages. */
const whenAsked = <Parts extends Readonly<Record<string, () => unknown>>>(parts: Parts) => {
  const read = {};
  for (const [name, part] of Object.entries(parts)) {
    const keep = (value: unknown) => Object.defineProperty(read, name, { value, enumerable: true });
    const get = () => Reflect.get(keep(part()), name);
    Object.defineProperty(read, name, { get, enumerable: true, configurable: true });
  }
  return read as { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> };
};

/** A page as it was answered, and what stands on it. */
const readPage = (status: number, path: string, headers: Headers, html: string, method = 'GET') => {
  const tree = whenAsked({
    elements: (): readonly Element[] => elementsOf(parse(html)),
    main: (): Element | undefined => tree.elements.find((element) => attributeOf(element, 'id') === 'main-content'),
    forms: (): readonly Element[] =>
      tree.main ? elementsOf(tree.main).filter(({ tagName }) => tagName === 'form') : [],
    languages: (): readonly Element[] =>
      named('button').filter((button) => attributeOf(button, 'value')?.startsWith('language-')),
  });
  const named = (tag: string): readonly Element[] => tree.elements.filter(({ tagName }) => tagName === tag);
  return whenAsked({
    status: () => status,
    /** By which it was asked for. */
    method: () => method,
    /** Where redirects have led to, with the query, but for what names the form. */
    path: () => path.replaceAll(/(?<=[?&])(form=[\da-f-]{36}|step=\d+)(&|$)/g, '').replace(/[?&]$/, ''),
    /** All of it. */
    address: () => path,
    headers: () => headers,
    html: () => html,
    title: () => tidy(named('title').map(textOf).join('')),
    heading: () => tidy(named('h1').map(textOf).join(' ')),
    /** The text of the page without what all pages share. */
    text: () => (tree.main ? tidy(textOf(tree.main)) : ''),
    links: () => named('a').flatMap((link) => attributeOf(link, 'href') ?? []),
    /** What a page with a policy of its own would have to allow: scripts, styles and handlers within it. */
    inline: () => tree.elements.filter(isInline).map(({ tagName }) => tagName),
    /** What the script asks the device, on a page about a passkey. */
    options: () => tree.elements.flatMap((element) => attributeOf(element, 'data-options') ?? [])[0] ?? '',
    /** The sentences of the summary on top. */
    problems: () =>
      tree.elements
        .filter((element) => attributeOf(element, 'class')?.includes('govuk-error-summary__list'))
        .flatMap((summary) => elementsOf(summary).filter(({ tagName }) => tagName === 'li'))
        .map((item) => tidy(textOf(item))),
    /** What the form on the page holds, as a browser would send it. */
    form: () => sentForm(tree.forms[0]),
    /** What can be chosen on the page without what all pages share: what it says, and where it leads or what it sends. */
    choices: () => (tree.main ? choicesOf(tree.main) : []),
    /** The form that the languages in the foot send, where they are buttons, and what each of them sends with it. */
    sentByLanguages: () => {
      const of = new Set(tree.languages.map((button) => attributeOf(button, 'form')));
      return sentForm(tree.forms.find((form) => of.has(attributeOf(form, 'id'))));
    },
    languages: () => tree.languages.flatMap((button) => attributeOf(button, 'value') ?? []),
  });
};

/** Links, buttons of forms, and options. */
const choicesOf = (main: Element) => {
  const elements = elementsOf(main);
  const labels = elements.filter(({ tagName }) => tagName === 'label');
  const labelOf = (id: string | undefined) => labels.find((label) => attributeOf(label, 'for') === id);
  const links = elements.flatMap((one) =>
    one.tagName === 'a' ? { text: tidy(textOf(one)), value: attributeOf(one, 'href') ?? '' } : [],
  );
  const options = elements.flatMap((one) => {
    const label = attributeOf(one, 'type') === 'radio' ? labelOf(attributeOf(one, 'id')) : undefined;
    return label ? { text: tidy(textOf(label)), value: attributeOf(one, 'value') ?? '' } : [];
  });
  const buttons = elements
    .filter(({ tagName }) => tagName === 'form')
    .flatMap((form) =>
      elementsOf(form)
        .filter(({ tagName }) => tagName === 'button')
        .map((button) => {
          const of = `${attributeOf(form, 'action')} ${attributeOf(button, 'value') ?? ''}`;
          return { text: tidy(textOf(button)), value: of };
        }),
    );
  return [...links, ...options, ...buttons];
};

const sentForm = (form: Element | undefined) =>
  form && {
    action: attributeOf(form, 'action') ?? '',
    values: Object.fromEntries(elementsOf(form).flatMap(sentValue)),
  };

export type Page = ReturnType<typeof readPage>;

const sentValue = (element: Element): readonly (readonly [string, string])[] => {
  const [name, type] = [attributeOf(element, 'name'), attributeOf(element, 'type')];
  if (name === undefined || element.tagName === 'button') return [];
  if (element.tagName === 'textarea') return [[name, textOf(element)]];
  if (element.tagName === 'select') {
    const options = elementsOf(element).filter(({ tagName }) => tagName === 'option');
    const chosen = options.find((option) => attributeOf(option, 'selected') !== undefined) ?? options[0];
    return [[name, (chosen && attributeOf(chosen, 'value')) ?? '']];
  }
  const isChosen = type === 'radio' || type === 'checkbox' ? attributeOf(element, 'checked') !== undefined : true;
  return isChosen ? [[name, attributeOf(element, 'value') ?? '']] : [];
};

type Request = Pick<Sent, 'method' | 'body' | 'headers'>;

/** `headers`: instead of those by which a browser says that the form comes from a page of the portal. */
type Sending = { readonly headers?: Readonly<Record<string, string>>; readonly path?: string };

/** A test service keeps a connection for longer than any test takes. */
const agent = new Agent({ keepAlive: true });

const FROM_HERE = { 'Sec-Fetch-Site': 'same-origin' };

/**
 * Visits the portal over a socket, as a browser without script does: it keeps cookies, follows redirects, and sends a
 * form with all that stands in it. `onReply` gets each reply, also those that lead elsewhere.
 */
export const createVisitor = (base: string, onReply: (reply: Page) => unknown = () => undefined) => {
  const cookies = new Map<string, string>();
  let page: Page | undefined;

  const { host, port } = new URL(base);

  const request = async (to: string, { method = 'GET', body, headers }: Request = {}): Promise<Page> => {
    const { pathname, search } = new URL(to, base);
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { Host: host, Cookie, ...headers };
    const reply = await sendRaw(Number(port), { method, path: pathname + search, body, headers: all, agent });
    const { 'set-cookie': set = [], ...others } = reply.headers;
    for (const cookie of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const received = new Headers(others as Record<string, string>);
    for (const cookie of set) received.append('set-cookie', cookie);
    const read = readPage(reply.status, to, received, reply.text, method);
    onReply(read);
    if (others.location !== undefined) return request(others.location);
    page = read;
    return page;
  };

  const current = (): Page => {
    if (!page) throw new Error('No page was opened.');
    return page;
  };

  const post = (action: string, values: Readonly<Record<string, string>>, headers: Sending['headers'] = FROM_HERE) => {
    const body = new URLSearchParams(values).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return request(action, { method: 'POST', body, headers: { ...type, ...headers } });
  };

  return {
    cookies,
    page: current,
    open: (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> => request(path, { headers }),
    /** Sends the form of the page with these values in it; or to a path these values alone. */
    send: (values: Readonly<Record<string, string>> = {}, { headers, path }: Sending = {}): Promise<Page> => {
      const form = path === undefined ? current().form : undefined;
      const action = path ?? form?.action;
      if (action === undefined) throw new Error(`There is no form on the page "${current().heading}".`);
      return post(action, { ...form?.values, ...values }, headers);
    },
    /** What each form of the session holds that no one else knows. The page that has them becomes the current one. */
    hidden: async () => {
      const { token = '', owner = '' } = (await request('/sign-out')).form?.values ?? {};
      return { token, owner };
    },
    /** Sends the form of the page with this file. */
    upload: async (
      content: string | Uint8Array<ArrayBuffer>,
      values: Readonly<Record<string, string>> = {},
    ): Promise<Page> => {
      const form = current().form;
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...form?.values, ...values }))
        if (name !== 'file') body.append(name, value);
      body.append('file', new Blob([content]), 'list.csv');
      const sent = new Response(body);
      const headers = { 'Content-Type': sent.headers.get('content-type') ?? '', ...FROM_HERE };
      return request(form?.action ?? '', { method: 'POST', body: Buffer.from(await sent.arrayBuffer()), headers });
    },
    /** Presses the button of a language in the foot, or follows its link. `values`: typed into the form before. */
    chooseLanguage: (language: string, values: Readonly<Record<string, string>> = {}): Promise<Page> => {
      const { links, languages, sentByLanguages: form, address } = current();
      const [link, go] = [`/language/${language}`, `language-${language}`];
      if (links.includes(link)) return request(link, { headers: { Referer: new URL(address, base).href } });
      if (!form || !languages.includes(go)) throw new Error(`The page cannot be read in "${language}".`);
      return post(form.action, { ...form.values, ...values, go });
    },
  };
};

export type Visitor = ReturnType<typeof createVisitor>;
