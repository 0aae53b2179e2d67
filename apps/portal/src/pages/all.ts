import type { AnyForm, AnyPage } from '../kit/form.ts';
import { accessPages } from './child-access.tsx';
import { correctionForms } from './child-corrections.tsx';
import { parentForms } from './child-parents.tsx';
import { childForms, childPages } from './children.tsx';
import { register } from './register.tsx';
import { signIn } from './sign-in.tsx';
import { chooseLanguage, signOut, start } from './start.tsx';

/** All pages. */
export const PAGES: readonly AnyPage[] = [start, ...chooseLanguage, ...childPages, ...accessPages];

/** All forms. */
export const FORMS: readonly AnyForm[] = [signIn, register, signOut, ...childForms, ...correctionForms, ...parentForms];
