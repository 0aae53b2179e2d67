import { text } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const issuer = 'https://health.example.org';
const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
const token = (await text(process.stdin)).trim();

// `maxTokenAge` also refuses an `iat` that lies ahead; jose has no other option for that.
const rules = { algorithms: ['ES256'], requiredClaims: ['iat', 'exp'], maxTokenAge: '368 days', clockTolerance: 300 };
const { payload: certificate, protectedHeader } = await jwtVerify(token, keys, { ...rules, issuer });
if (protectedHeader.typ !== undefined) throw new Error('This is another kind of token.');
const { uri, idx } = certificate.status.status_list;
if (!uri.startsWith(`${issuer}/`)) throw new Error('The list is not the issuer’s.');

const options = { redirect: 'error', signal: AbortSignal.timeout(10_000) };
const list = await fetch(uri, options).then((reply) => reply.text());
const { payload } = await jwtVerify(list, keys, { ...rules, subject: uri, typ: 'statuslist+jwt' });
if (payload.status_list.bits !== 1) throw new Error('This is another kind of list.');
const bits = inflateSync(Buffer.from(payload.status_list.lst, 'base64url'), { maxOutputLength: 2 ** 20 });
if (idx >= bits.length * 8) throw new Error('The list has no such place.');
const isRevoked = (bits[Math.floor(idx / 8)] >> (idx % 8)) & 1;
console.log(isRevoked ? 'revoked' : 'genuine', certificate.given_name, certificate.family_name, certificate.statement);
