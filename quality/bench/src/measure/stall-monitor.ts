// Loaded into a server with --import: tells, when asked over the IPC channel, how long its event loop has stood still at
// most since it was last asked.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();

process.on('message', () => {
  process.send?.({ most: histogram.max / 1e6, p99: histogram.percentile(99) / 1e6 });
  histogram.reset();
});
process.channel?.unref();
