import { digitsOfToken } from '@health-case/client/certificate';
import { correction, generate } from 'lean-qr';
import { describe, expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

const letters = (first: number, length: number, nth = 0): string =>
  String.fromCodePoint(...Array.from({ length }, (_, at) => first + ((at * 7919 + nth * 104_729) % 26)));

/** A parent at the page that makes a certificate of a child with such a name. */
const atCertificate = async (
  portal: ReturnType<typeof openPortal>,
  nameOf: (nth: number) => string,
  statement: string,
) => {
  const { before, by, member } = portal;
  const doctor = await member('Doc', { firstName: nameOf(2), lastName: nameOf(3) });
  const parent = await member('Par');
  const childId = await before.childAdded(parent, nameOf(0), nameOf(1));
  const caseId = await before.caseOpened(parent, childId, doctor);
  const id = await before.certificateRequested(parent, doctor, caseId);
  await by(doctor).issueCertification({ id, statement });
  const open = async () => {
    const { form } = await parent.open(`/tasks/${id}/certificate`);
    return (disclose = 'name') => parent.send({ ...form?.values, disclose }, { path: form?.action ?? '' });
  };
  return { open, send: await open(), childId, parent };
};

const linkIn = ({ links }: { readonly links: readonly string[] }) =>
  links.find((path) => path.includes('/verify#')) ?? '';

const numberOf = (page: { readonly links: readonly string[] }) =>
  JSON.parse(Buffer.from(linkIn(page).split('#')[1]?.split('.')[1] ?? '', 'base64url').toString()).jti;

describe('the code of a certificate', () => {
  const portal = openPortal();

  it('has the digits of P-36, and at most 81 modules for names of 40 characters', async () => {
    const { send } = await atCertificate(portal, (nth) => letters(0x430, 40, nth), 'Fit to attend school');
    const shown = await send();
    const [address, token = ''] = linkIn(shown).split('#');
    const code = generate(`${address}#${await digitsOfToken(token)}`, { minCorrectionLevel: correction.M });
    expect(code.size).toBeLessThanOrEqual(81);
    const drawn = Array.from(
      shown.html.matchAll(/M(\d+) (\d+)h1v1h-1z/g),
      ([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`,
    );
    const dark = Array.from(
      { length: code.size ** 2 },
      (_, nth) => [nth % code.size, Math.floor(nth / code.size)] as const,
    );
    expect(new Set(drawn)).toEqual(new Set(dark.filter(([x, y]) => code.get(x, y)).map((at) => at.join(' '))));
  });

  it('is found also where a proxy leads its encoded link to the portal', async () => {
    const reply = await fetch(`${portal.url()}/verify%23eyJ`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'verify#eyJ']);
  });

  it.each(['reset', 'join', 'address', 'invited', 'account/email/confirm', 'setup'])(
    'and the link of a mail leads to %s, however its # is encoded, with nothing of the code in the address',
    async (page) => {
      for (const changed of [`${page}%23`, `${page}/%2523`]) {
        const reply = await fetch(`${portal.url()}/${changed}1234-abcd`, { redirect: 'manual' });
        const location = new URL(reply.headers.get('location') ?? '', `${portal.url()}/${changed}1234-abcd`);
        expect([reply.status, location.href]).toEqual([302, `${portal.url()}/${page}#1234-abcd`]);
      }
    },
  );

  it('is drawn for the longest names, and the same certificate comes again when the page is loaded anew', async () => {
    const { send } = await atCertificate(portal, (nth) => letters(0x20000, 100, nth), letters(0x20100, 120));
    const shown = [await send(), await send()];
    expect(shown.map(({ status, html }) => [status, html.includes('portal-qr')])).toEqual([
      [200, true],
      [200, true],
    ]);
    const [first, second] = shown.map(numberOf);
    expect(first).toBe(second);
  });

  it('is that of the same certificate also where the form is opened anew, and of another once that is withdrawn', async () => {
    const { open, childId, parent } = await atCertificate(portal, () => 'Mia', 'Fit to attend school');
    const made = async (disclose?: string) => numberOf(await (await open())(disclose));
    const first = await made();
    expect([await made(), await made()]).toEqual([first, first]);
    expect(await made('initials')).not.toBe(first);
    // Corrected there and back: nothing is to be confirmed, but the certificates are withdrawn.
    for (const firstName of ['Max', 'Mia']) await portal.by(parent).correctChild({ childId, firstName });
    expect(await made()).not.toBe(first);
  });
});

describe('a certificate that no code holds', () => {
  const portal = openPortal({ publicUrl: `https://health.example.org/${'a'.repeat(3000)}` });

  it('is shown with its link', async () => {
    const { send } = await atCertificate(portal, () => 'Mia', 'Fit to attend school');
    const shown = await send();
    expect([shown.status, shown.html.includes('portal-qr')]).toEqual([200, false]);
    expect(shown.text).toContain('too long for a QR code');
    expect(shown.text).toContain(linkIn(shown));
  });
});
