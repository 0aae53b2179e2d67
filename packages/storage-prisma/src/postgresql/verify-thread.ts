import { answerRanges } from '../verify-ranges.ts';
import { createPool, readerOver } from './connection.ts';
import { type Bounds, createHosts } from './host-client.ts';

await answerRanges(({ url, bounds }: { readonly url: string; readonly bounds: Bounds }) => {
  const hosts = createHosts(url, bounds);
  return readerOver(createPool(hosts, 1, bounds), hosts);
});
