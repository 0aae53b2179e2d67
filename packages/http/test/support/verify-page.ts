import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isVisited } from '../../testing/chromium.ts';

export const verdictOf = (page: Page) => page.locator('#verdict[data-verdict]');
export const heading = (page: Page) => verdictOf(page).getByRole('heading').textContent();

/** Resolves when the page and what it needs without a network is kept. */
export const visited = (page: Page, issuer: string) => expect.poll(() => isVisited(page, issuer)).toBe(true);
