import { type Refusal, refuse, Withdrawn } from './errors.ts';
import type { Pages } from './model/request-options.ts';
import type { Ports } from './ports/ports.ts';
import { ok, type Result } from './result.ts';
import { type Caller, liveSession } from './use-cases/resume-session.ts';

type UseCase<Input, Output, Refused> = (input: Input) => Promise<Result<Output, Refused>>;
type Guard = <Entry>(pages: Pages<Entry>) => Pages<Entry>;

/** For a use case whose output is the list itself. */
export const asList = <Entry>(pages: Pages<Entry>, guard: Guard): Pages<Entry> => guard(pages);

/**
 * The use case, whose list ends with `Withdrawn` once its reader may not read it any more. The session and the use
 * case's own rule are checked for each page but the first: after the page was fetched, so that no page has what was
 * written after the right was lost.
 */
export const whileAllowed =
  <Input, Output, Refused extends Refusal>(
    useCase: (ports: Ports) => UseCase<Input, Output, Refused>,
    guarded: (output: Output, guard: Guard) => Output,
  ) =>
  (ports: Ports): UseCase<Input & Pick<Caller, 'session'>, Output, Refused> => {
    const run = useCase(ports);
    return async (input) => {
      const outcome = await run(input);
      if (!outcome.ok) return outcome;
      const check = async (): Promise<void> => {
        const lives = (await liveSession(ports, input.session)) !== undefined;
        const still = lives ? await run(input) : refuse('SESSION_INVALID');
        if (!still.ok) throw new Withdrawn(still.refusal);
      };
      return ok(guarded(outcome.value, (pages) => checked(pages, check)));
    };
  };

/** No generator, so that a page is not held while nobody asks for the next. */
const checked = <Entry>(pages: Pages<Entry>, check: () => Promise<void>): Pages<Entry> => ({
  [Symbol.asyncIterator]: () => {
    const from = pages[Symbol.asyncIterator]();
    let isFirst = true;
    const next = async (): Promise<IteratorResult<readonly Entry[], void>> => {
      const step = await from.next();
      if (!isFirst && !step.done) await check();
      isFirst = false;
      return step;
    };
    return { next };
  },
});
