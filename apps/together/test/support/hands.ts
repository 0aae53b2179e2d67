import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How somebody uses a page: what is done to a field, a box, a button or a link. */
export type Hand = {
  readonly fill: (field: Locator, text: string) => Promise<void>;
  readonly press: (control: Locator) => Promise<void>;
  /** Ticks a box, or chooses a radio. */
  readonly tick: (box: Locator) => Promise<void>;
};

export const MOUSE: Hand = {
  fill: (field, text) => field.fill(text),
  press: (control) => control.click(),
  tick: (box) => box.check(),
};

/** More than any page has to step over. */
const MOST_STEPS = 150;

/**
 * Asked in the browser, of the control that is looked for: whether it has the focus, or may be behind a link that has it
 * and skips a part of the page.
 */
const whereIs = (control: {
  getRootNode(): unknown;
  matches(selector: string): boolean;
  compareDocumentPosition(other: unknown): number;
}): 'here' | 'behind' | 'elsewhere' => {
  type Skipping = { readonly classList: { contains(name: string): boolean }; readonly hash: string };
  const document = control.getRootNode() as {
    readonly activeElement: Skipping;
    getElementById(id: string): unknown;
  };
  if (control.matches(':focus')) return 'here';
  const { activeElement: focused } = document;
  if (!focused.classList.contains('govuk-skip-link')) return 'elsewhere';
  const [isBefore, isAround] = [2, 8];
  const place = control.compareDocumentPosition(document.getElementById(focused.hash.slice(1)));
  return place & (isBefore | isAround) ? 'behind' : 'elsewhere';
};

/** Asked in the browser: whether one sees that this has the focus, and where it is in the window. */
const isSeen = (control: {
  readonly ownerDocument: {
    readonly defaultView: {
      readonly innerHeight: number;
      getComputedStyle(of: unknown, part?: string): { readonly outlineStyle: string; readonly boxShadow: string };
    };
  };
  readonly labels?: ArrayLike<unknown>;
  matches(selector: string): boolean;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}): boolean => {
  const view = control.ownerDocument.defaultView;
  const looks = [
    view.getComputedStyle(control),
    // A box is drawn by its label.
    ...Array.from(control.labels ?? []).map((label) => view.getComputedStyle(label, '::before')),
  ];
  const { top, bottom } = control.getBoundingClientRect();
  return (
    control.matches(':focus-visible') &&
    looks.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none') &&
    bottom > 0 &&
    top < view.innerHeight
  );
};

/** The keyboard alone. `onKey` counts its keys, but for those of a text. */
export const keyboard = (onKey: () => void = () => undefined): Hand => {
  const press = (page: Page, key: string) => {
    onKey();
    return page.keyboard.press(key);
  };
  /** Steps from where one is to a control, as one does who has no mouse, and skips what can be skipped. */
  const stepTo = async (control: Locator): Promise<void> => {
    const page = control.page();
    // To look for it by its name again at each step takes most of the time of a page.
    const found = await control.elementHandle();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const where = await found?.evaluate(whereIs);
      if (where === 'here') {
        expect(await found?.evaluate(isSeen), `the focus of ${control} is in sight`).toBe(true);
        return;
      }
      await press(page, where === 'behind' ? 'Enter' : 'Tab');
      if (where === 'behind') await press(page, 'Tab');
    }
    throw new Error(`The keyboard does not reach ${control}.`);
  };
  return {
    fill: async (field, text) => {
      await stepTo(field);
      if ((await field.inputValue()) !== '') await press(field.page(), 'ControlOrMeta+a');
      await field.page().keyboard.type(text);
    },
    press: async (control) => {
      await stepTo(control);
      await press(control.page(), 'Enter');
    },
    tick: async (box) => {
      const page = box.page();
      if ((await box.getAttribute('type')) === 'radio') {
        // One steps to the radios of a question as to one control, and chooses by the arrows.
        const name = await box.getAttribute('name');
        const first = page.locator(`input[name="${name}"]`).first();
        await stepTo(first);
        await press(page, ' ');
        while (!(await box.isChecked())) await press(page, 'ArrowDown');
        return;
      }
      await stepTo(box);
      await press(page, ' ');
    },
  };
};
