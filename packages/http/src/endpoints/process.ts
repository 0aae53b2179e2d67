import { done, endpoints, nothing } from '../endpoint.ts';

export const process = endpoints('Process', {
  alive: {
    summary: 'Check that the process is alive',
    description: 'Whatever the state of the store.',
    request: nothing,
    answer: done,
    anyone: true,
  },
  checkReadiness: {
    summary: 'Check that the process can reach its store',
    description: 'Answers 503 while it cannot.',
    request: nothing,
    answer: done,
    anyone: true,
  },
});
