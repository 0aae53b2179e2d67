/* What each file exports of pages and forms is served: `all.ts`. */

