import type { ChallengeDigest } from '@health-case/domain/model/passkey';
import type { Ports } from '@health-case/domain/ports/ports';
import { describe, expect, it } from 'vitest';
import { type Claims, createDevice } from './passkeys/device.ts';
import { account } from './storage/samples.ts';

const SITE = { rpId: 'health.example.org', origins: ['https://health.example.org'], name: 'Health case service' };
const PAGE = { rpId: SITE.rpId, origin: 'https://health.example.org' };

/** What neither a new passkey nor a login may claim. */
const WRONG: readonly (readonly [why: string, claims: Claims])[] = [
  ['of another site', { origin: 'https://evil.example.org' }],
  ['of the same host with another scheme', { origin: 'http://health.example.org' }],
  ['of the same host with another port', { origin: 'https://health.example.org:8443' }],
  ['of a page that another site has embedded', { crossOrigin: true }],
  ['by a key of another site', { rpId: 'example.org' }],
  ['by a device that has not verified the person', { flags: 0x01 }],
  ['by a device that nobody has touched', { flags: 0x04 }],
  ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['to no challenge', { challenge: '' }],
  ['of another kind', { type: 'payment.get' }],
  ['with an id that no device gives', { id: 'A'.repeat(1365) }],
];

const JUNK: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['no JSON', '{"id":'],
  ['a text', '"passkey"'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['an empty response', '{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{}}'],
  ['members of other types', '{"id":1,"rawId":2,"type":3,"response":{"clientDataJSON":4,"signature":5}}'],
  ['a response that is null', '{"id":"AAAA","response":null}'],
  ['a deep one', '['.repeat(65_536)],
  ['a long one', `{"id":"${'A'.repeat(65_000)}"}`],
];

type Passkeys = Ports['passkeys'];

const changed = (response: string, member: string, value: unknown): string => {
  const parsed = JSON.parse(response);
  parsed.response[member] = value;
  return JSON.stringify(parsed);
};

const owner = account('Doc');
const other = { digest: 'another' as ChallengeDigest };

/** A passkey of the owner, and the device that has it. */
const register = async (passkeys: Passkeys, device = createDevice(PAGE)) => {
  const offer = await passkeys.offer(owner, []);
  const made = await passkeys.verifyNew(device.create(offer.options), offer.digest);
  if (!made) throw new Error('The passkey was not made.');
  return { device, passkey: { ...made, accountId: owner.id } };
};

const offers = (passkeys: Passkeys): void => {
  it('offer a key that the device finds, after it has verified the person, without attestation', async () => {
    const existing = [(await register(passkeys)).passkey.id];
    const options = JSON.parse((await passkeys.offer(owner, existing)).options);
    expect(options).toMatchObject({
      rp: { id: SITE.rpId, name: SITE.name },
      user: { name: owner.email, displayName: `${owner.firstName} ${owner.lastName}` },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: existing[0], type: 'public-key' }],
    });
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
  });

  it('give the device an account by its id alone, and the same each time', async () => {
    const handles = await Promise.all(
      [owner, { ...owner, email: account('Par').email }].map(
        async (one) => JSON.parse((await passkeys.offer(one, [])).options).user.id,
      ),
    );
    expect(new Set(handles).size).toBe(1);
    expect(Buffer.from(handles[0], 'base64url').toString()).toBe(owner.id);
  });

  it('ask whoever signs in for any key of the site, after it has verified the person', async () => {
    const options = JSON.parse((await passkeys.challengeLogin()).options);
    expect(options).toMatchObject({ rpId: SITE.rpId, userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  it('give 32 bytes as a challenge, none twice', async () => {
    const offers = await Promise.all([
      ...Array.from({ length: 50 }, () => passkeys.challengeLogin()),
      ...Array.from({ length: 50 }, () => passkeys.offer(owner, [])),
    ]);
    const challenges = offers.map(({ options }) => JSON.parse(options).challenge);
    for (const challenge of challenges) expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(challenges).size).toBe(100);
    expect(new Set(offers.map(({ digest }) => digest)).size).toBe(100);
    expect(offers.filter(({ digest, options }) => options.includes(digest))).toEqual([]);
  });
};

const reading = (passkeys: Passkeys): void => {
  it('read of which key and to which challenge a response is', async () => {
    const { device } = await register(passkeys);
    const [offer, login] = [await passkeys.offer(owner, []), await passkeys.challengeLogin()];
    expect(await passkeys.read(device.create(offer.options))).toEqual({ id: device.id, digest: offer.digest });
    expect(await passkeys.read(device.get(login.options))).toEqual({ id: device.id, digest: login.digest });
  });

  it.each(['none', 'self'] as const)('make a passkey of what a device attests by: %s', async (attestation) => {
    const device = createDevice(PAGE);
    const { options, digest } = await passkeys.offer(owner, []);
    const made = await passkeys.verifyNew(device.create(options, { attestation, counter: 7 }), digest);
    expect(made).toEqual({ id: device.id, publicKey: expect.stringMatching(/^[A-Za-z0-9_-]{50,}$/), counter: 7 });
  });

  it('make none that a certificate attests: none was asked for', async () => {
    const { options, digest } = await passkeys.offer(owner, []);
    const response = createDevice(PAGE).create(options, { attestation: 'certificate' });
    expect(await passkeys.verifyNew(response, digest)).toBeUndefined();
  });

  it('make none of a wrong self-attestation', async () => {
    const { options, digest } = await passkeys.offer(owner, []);
    const response = createDevice(PAGE).create(options, { attestation: 'self', changeSignature: true });
    expect(await passkeys.verifyNew(response, digest)).toBeUndefined();
  });
};

const logins = (passkeys: Passkeys): void => {
  it.each([0, 1, 2 ** 32 - 1])('let its owner in, and read the counter: %i', async (counter) => {
    const { device, passkey } = await register(passkeys);
    const { options, digest } = await passkeys.challengeLogin();
    const response = device.get(options, { counter });
    for (const _ of ['once', 'again: nothing is kept here']) {
      expect(await passkeys.verifyLogin(response, digest, passkey)).toEqual({ counter });
    }
  });

  it.each(WRONG)('refuse what is %s', async (_, claims) => {
    const offer = await passkeys.offer(owner, []);
    expect(await passkeys.verifyNew(createDevice(PAGE).create(offer.options, claims), offer.digest)).toBeUndefined();
    const login = await passkeys.challengeLogin();
    const { device, passkey } = await register(passkeys);
    expect(await passkeys.verifyLogin(device.get(login.options, claims), login.digest, passkey)).toBeUndefined();
  });
};

const mistaken = (passkeys: Passkeys): void => {
  it('refuse a response where another challenge counts, and one of the other kind', async () => {
    const { device, passkey } = await register(passkeys);
    const [offer, login] = [await passkeys.offer(owner, []), await passkeys.challengeLogin()];
    const [created, signed] = [device.create(offer.options), device.get(login.options)];
    expect(await passkeys.verifyNew(created, other.digest)).toBeUndefined();
    expect(await passkeys.verifyLogin(signed, other.digest, passkey)).toBeUndefined();
    expect(await passkeys.verifyNew(signed, login.digest)).toBeUndefined();
    expect(await passkeys.verifyLogin(created, offer.digest, passkey)).toBeUndefined();
  });

  it('refuse a changed signature, another key, another id, another owner, and no owner', async () => {
    const { device, passkey } = await register(passkeys);
    const { options, digest } = await passkeys.challengeLogin();
    const stranger = (await register(passkeys)).passkey;
    const tries = [
      [device.get(options, { changeSignature: true }), passkey],
      [device.get(options), { ...passkey, publicKey: stranger.publicKey }],
      [device.get(options), { ...passkey, id: stranger.id }],
      [device.get(options), { ...passkey, accountId: account('Par').id }],
      [device.get(options, { userHandle: '' }), passkey],
      [changed(device.get(options), 'userHandle', undefined), passkey],
    ] as const;
    for (const [response, of] of tries) expect(await passkeys.verifyLogin(response, digest, of)).toBeUndefined();
    expect(await passkeys.verifyLogin(device.get(options), digest, passkey)).toEqual({ counter: 0 });
  });
};

const junk = (passkeys: Passkeys): void => {
  it.each(JUNK)('refuse what is no response: %s', async (_, text) => {
    expect(await passkeys.read(text)).toBeUndefined();
    expect(await passkeys.verifyNew(text, other.digest)).toBeUndefined();
    expect(await passkeys.verifyLogin(text, other.digest, (await register(passkeys)).passkey)).toBeUndefined();
  });

  it.each([
    ...['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'].flatMap((member) =>
      [undefined, null, 7, '', '!', 'AAAA', 'A'.repeat(60_000)].map((value) => [member, value] as const),
    ),
  ])('refuse a response whose %s is %j', async (member, value) => {
    const { device, passkey } = await register(passkeys);
    const [offer, login] = [await passkeys.offer(owner, []), await passkeys.challengeLogin()];
    const isOfNew = member === 'clientDataJSON' || member === 'attestationObject';
    const created = changed(device.create(offer.options), member, value);
    if (isOfNew) expect(await passkeys.verifyNew(created, offer.digest)).toBeUndefined();
    const signed = changed(device.get(login.options), member, value);
    if (member !== 'attestationObject') {
      expect(await passkeys.verifyLogin(signed, login.digest, passkey)).toBeUndefined();
    }
  });
};

export const passkeysContract = (name: string, open: (site: typeof SITE) => Passkeys): void => {
  describe(`${name} keep the promises of passkeys (D-38)`, () => {
    const passkeys = open(SITE);
    for (const suite of [offers, reading, logins, mistaken, junk]) suite(passkeys);
  });
};
