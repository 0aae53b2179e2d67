// The one-time password of this moment (RFC 6238): node one-time-password.mjs SECRET
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const secret = [...(process.argv[2] ?? '')].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
const key = Buffer.from((secret.join('').match(/.{8}/g) ?? []).map((bits) => Number.parseInt(bits, 2)));
const step = Buffer.alloc(8);
step.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
const mac = createHmac('sha1', key).update(step).digest();
const password = (mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1e6;
console.log(String(password).padStart(6, '0'));
