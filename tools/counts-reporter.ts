import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line that a person or a program can take the counts from. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string): number => states.filter((known) => known === state).length;
    process.stdout.write(`\ntests: ${count('passed')} passed, ${count('failed') + broken} failed\n`);
  }
}
