import type { AnyForm, AnyPage } from '../kit/form.ts';
import { register } from './register.tsx';
import { signIn } from './sign-in.tsx';
import { chooseLanguage, signOut, start } from './start.tsx';

/** All pages. */
export const PAGES: readonly AnyPage[] = [start, ...chooseLanguage];

/** All forms. */
export const FORMS: readonly AnyForm[] = [signIn, register, signOut];
