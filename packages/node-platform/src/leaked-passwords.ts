import type { CommonPasswords } from '@health-case/domain/ports/common-passwords';

/**
 * The passwords found most often in leaks, as the zxcvbn project keeps them: about 18,000 of 8 characters or more. Read
 * when the first password is about to be set, as the list is large and a process that sets none need not hold it.
 */
export const createLeakedPasswords = (): CommonPasswords => {
  let list: Promise<ReadonlySet<string>> | undefined;
  return {
    includes: async (password) => {
      list ??= readList();
      return (await list).has(password.toLowerCase());
    },
  };
};

const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 8));
};
