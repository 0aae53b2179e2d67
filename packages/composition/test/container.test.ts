import { join } from 'node:path';
import { createDevice } from '@health-case/domain/contracts/passkeys/device';
import { OperatorError } from '@health-case/domain/errors';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import type { ServiceIdentifier } from 'inversify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createContainer, startService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';
import { PARTS, PORTS } from '../src/tokens.ts';

const silent = { info: () => undefined, error: () => undefined };
const settings = (more = {}) =>
  readSettings({ DATABASE_URL: `file:${join(scratchFolder(), 'health-case.db')}`, METRICS_PORT: '0', ...more });

describe('the container', () => {
  const all = Object.entries<ServiceIdentifier>({ ...PORTS, ...PARTS });

  it.each(all)('knows what %s is, and can make it', async (_, token) => {
    const { container, close } = createContainer(settings(), silent);
    onTestFinished(close);
    expect(container.isBound(token)).toBe(true);
    await expect(container.getAsync(token)).resolves.toBeDefined();
  });

  it('gives rules that nobody changes', async () => {
    const { container, close } = createContainer(settings(), silent);
    onTestFinished(close);
    expect(Object.isFrozen(await container.getAsync(PORTS.rules))).toBe(true);
  });

  it('makes each part once, and closes what was made in the reverse order', async () => {
    const { container, close } = createContainer(settings(), silent);
    const closed: string[] = [];
    const noting = (name: string, end: () => unknown) => async () => {
      closed.push(name);
      await end();
    };
    container.onActivation(PORTS.storage, (_, made) => ({ ...made, close: noting('storage', made.close) }));
    container.onActivation(PORTS.auditTrail, (_, made) => ({
      ...made,
      close: noting('audit trail', () => made.close?.()),
    }));
    container.onActivation(PARTS.servers, (_, made) => ({ ...made, stop: noting('servers', made.stop) }));
    const { storage } = await container.getAsync(PARTS.ports);
    await container.getAsync(PARTS.servers);
    expect(await container.getAsync(PORTS.storage)).toBe(storage);
    await close();
    expect(closed).toEqual(['servers', 'audit trail', 'storage']);
  });
});

describe('passkeys (D-38)', () => {
  it('are for the site of the settings', async () => {
    const { container, close } = createContainer(settings({ PUBLIC_URL: 'https://health.example.org' }), silent);
    onTestFinished(close);
    const passkeys = await container.getAsync(PORTS.passkeys);
    const { options, digest } = await passkeys.challengeLogin();
    expect(JSON.parse(options)).toMatchObject({ rpId: 'health.example.org' });
    const device = createDevice({ rpId: 'health.example.org', origin: 'https://health.example.org' });
    expect(await passkeys.read(device.get(options))).toEqual({ id: device.id, digest });
  });
});

describe('the work beside the calls', () => {
  it.each([
    [new OperatorError('Run child erase as the owner.'), [{}, 'Run child erase as the owner.']],
    [new Error('hush'), [{ err: new Error('hush') }, expect.stringMatching(/^Work beside the calls failed, /)]],
  ])('tells the operator in a sentence what keeps it from being done: %s', async (failure, expected) => {
    const error = vi.fn();
    const { container, close } = createContainer(settings(), { ...silent, error });
    onTestFinished(close);
    container.onActivation(PORTS.storage, (_, made) => ({ ...made, write: () => Promise.reject(failure) }));
    await container.getAsync(PARTS.upkeep);
    await expect.poll(() => error.mock.calls.length).toBeGreaterThan(0);
    expect(error.mock.calls[0]).toEqual(expected);
  });
});

describe('a start that fails half way', () => {
  it('closes what it has opened, also an adapter that was swapped in', async () => {
    const failure = new Error('No randomness is left.');
    const close = vi.fn(async () => undefined);
    const starting = startService(settings(), [], silent, (container) => {
      container.onActivation(PORTS.storage, (_, storage) => ({
        ...storage,
        close: () => Promise.all([close(), storage.close()]).then(() => undefined),
      }));
      container.rebind(PORTS.random).toResolvedValue(() => {
        throw failure;
      });
    });
    await expect(starting).rejects.toBe(failure);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('tells a fault of what is to be served as that fault, and not of its address', async () => {
    const failure = new Error('A page has no words.');
    const transport = { name: 'portal', start: () => Promise.reject(failure) };
    const served = [{ portSetting: 'PORT_PORTAL', defaultPort: 0, transport }] as const;
    await expect(startService(settings(), served, silent)).rejects.toBe(failure);
  });
});
