// Loaded into a server with --import. Answers each message over the channel with the longest stall of the event loop in
// milliseconds since the last message.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();

process.on('message', () => {
  process.send?.(histogram.max / 1e6);
  histogram.reset();
});

// The channel alone does not keep the server running.
process.channel?.unref();
