import { addChildTwiceAtOnce, closeTwiceAtOnce, requestTwiceAtOnce } from './at-once.ts';
import { listCases, openCase, showCase, showHistory } from './cases.ts';
import { checkCertification, decideCertification, requestCertification } from './certifications.ts';
import { addChild, listDoctorsChildren, listOwnChildren } from './children.ts';
import { malformed } from './malformed.ts';
import { changePassword, describe, guess, logOut, newcomer, registerAgain, useEndedOfAnybody } from './people.ts';
import type { Player } from './player.ts';
import { linkAssistant, listAssistants, listDoctors, unlinkAssistant } from './practice.ts';
import { addTask, closeTask, finishCase, reopenCase } from './work.ts';

type Step = (player: Player) => Promise<void>;

/** How often in a thousand. Whatever hashes a password takes as long as fifty others, and so is rare. */
const STEPS: readonly (readonly [often: number, step: Step])[] = [
  [3, (player) => newcomer(player, player.random.pick(['Doc', 'Ast', 'Par'] as const) ?? 'Par')],
  [20, registerAgain],
  [3, guess],
  [3, logOut],
  [1, changePassword],
  [40, useEndedOfAnybody],
  [90, describe],
  [60, malformed],
  [70, addChild],
  [50, listOwnChildren],
  [60, listDoctorsChildren],
  [25, linkAssistant],
  [8, unlinkAssistant],
  [30, listAssistants],
  [30, listDoctors],
  [45, openCase],
  [70, showCase],
  [40, showHistory],
  [50, listCases],
  [75, addTask],
  [70, closeTask],
  [30, finishCase],
  [15, reopenCase],
  [50, requestCertification],
  [50, checkCertification],
  [40, decideCertification],
  [10, addChildTwiceAtOnce],
  [10, closeTwiceAtOnce],
  [5, requestTwiceAtOnce],
];
const ALL = STEPS.reduce((sum, [often]) => sum + often, 0);

const anyStep = ({ random }: Player): Step => {
  let left = random.below(ALL);
  for (const [often, step] of STEPS) {
    if (left < often) return step;
    left -= often;
  }
  return describe;
};

const FIRST = ['Doc', 'Doc', 'Ast', 'Par', 'Par'] as const;

/** Fills a world with its first people, and plays as long as is wanted: one call after the other, so that all is known. */
export const play = async (player: Player, goesOn: () => boolean): Promise<void> => {
  for (const role of FIRST) await newcomer(player, role);
  while (goesOn()) await anyStep(player)(player);
};
