import { DAYS, DAYS_TO_PROVE, HOURS_TO_KEEP, MINUTES, STAFF_DAYS, type Words } from './words.ts';

const SHOW_NOBODY = 'Please show it to nobody.';
const CODE = `The code is valid for ${MINUTES} minutes and works once. ${SHOW_NOBODY}`;
const TELL = 'If it was not you, please tell whoever runs the service at once.';
const UNEXPECTED = 'If you did not expect this, please ask whoever runs the practice or the service.';

export const english: Words = {
  greeting: 'Hello,',
  service: 'You find the page here:',
  ending: 'This message was sent automatically. Nobody reads replies to it.',
  mails: {
    'new case': {
      subject: 'A new entry is waiting for you',
      paragraphs: ['An entry is new to you and those who work with you.', 'Please sign in to read it.'],
    },
    'certificate wanted': {
      subject: 'A parent asks you for something',
      paragraphs: [
        'A parent or guardian asks you and those who work with you for something.',
        'Please sign in to read what it is.',
      ],
    },
    'certification requested': {
      subject: 'There is something to decide for you',
      paragraphs: ['A request is waiting for your decision.', 'Please sign in to see what it is about.'],
    },
    'certification decided': {
      subject: 'A decision was made',
      paragraphs: ['A request that concerns you was decided.', 'Please sign in to see the decision.'],
    },
    'certification revoked': {
      subject: 'A decision does not hold any more',
      paragraphs: [
        'Something that was decided was withdrawn, or was replaced by another decision.',
        'Please sign in to see what holds now.',
      ],
    },
    'certification to confirm': {
      subject: 'Something that you have decided needs your confirmation',
      paragraphs: [
        'Details of a person whom you have decided about were corrected.',
        'Please sign in to compare what you saw with what is entered now. Until you confirm it, nothing new can be made of your decision.',
      ],
    },
    'case handed over': {
      subject: 'Something you looked after was handed over',
      paragraphs: [
        'An entry that you looked after was handed over to a colleague, who looks after it from now on.',
        'Please sign in to see what you look after.',
      ],
    },
    'case received': {
      subject: 'Something was handed over to you',
      paragraphs: [
        'An entry was handed over to you: from now on you look after it. What waits there for a decision waits for yours.',
        'Please sign in to see it.',
      ],
    },
    'doctor changed': {
      subject: 'Somebody else looks after an entry of yours',
      paragraphs: [
        'An entry of yours was handed over: somebody else in this service looks after it from now on.',
        'Please sign in to see who it is.',
      ],
    },
    'case opened': {
      subject: 'There is a new entry for you',
      paragraphs: ['Somebody has made an entry that concerns you.', 'Please sign in to read it.'],
    },
    'case finished': {
      subject: 'An entry of yours is finished',
      paragraphs: ['The work on an entry of yours is finished.', 'Please sign in to see what was done.'],
    },
    'case refused': {
      subject: 'An entry of yours was not taken on',
      paragraphs: [
        'An entry of yours was not taken on: nobody works on it.',
        'Please sign in: the reason stands in its history.',
      ],
    },
    'account to confirm': {
      subject: 'Somebody waits to be confirmed',
      paragraphs: [
        'Somebody has registered to work with you, and waits until you or another manager confirms it.',
        'Please sign in to see who it is.',
      ],
    },
    'account confirmed': {
      subject: 'Your account is confirmed',
      paragraphs: [
        'Whoever manages the practice has confirmed your account. Please sign in: from now on you can work here.',
      ],
    },
    'account declined': {
      subject: 'Your account was not confirmed',
      paragraphs: [
        'Whoever manages the practice does not know who you are, or did not expect you. Your account is closed.',
        'If you work there, please ask the practice.',
      ],
    },
    'task due': {
      subject: 'Something is due',
      paragraphs: [
        'Something that you or those who work with you are to do is due today.',
        'Please sign in to see what it is.',
      ],
    },
    'note written': {
      subject: 'There is a new note for you',
      paragraphs: ['Somebody has written a note that concerns you.', 'Please sign in to read it.'],
    },
    daily: {
      subject: 'What is new for you',
      before: 'Since you last signed in there is something new for you:',
      after: 'Please sign in to see it. My account says how often you get such mails.',
    },
    'password changed': {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed.',
        'If it was not you, please request a new password at once, and tell whoever runs the service.',
      ],
    },
    'address wanted': {
      subject: 'The e-mail address of your account is to be changed',
      paragraphs: ['Somebody, probably you, wants to change the e-mail address of your account.', TELL],
    },
    'address changed': {
      subject: 'The e-mail address of your account was changed',
      paragraphs: [
        'The e-mail address of your account was changed. From now on, please sign in with the new address.',
        TELL,
      ],
    },
    'second factor on': {
      subject: 'Your account now asks for a second factor',
      paragraphs: ['From now on, signing in to your account also takes a one-time password.', TELL],
    },
    'second factor off': {
      subject: 'Your account no longer asks for a second factor',
      paragraphs: ['Your password alone is enough again to sign in to your account.', TELL],
    },
    'recovery code used': {
      subject: 'A recovery code was used',
      paragraphs: [
        'Somebody, probably you, has used a recovery code of your account in place of a one-time password. It no longer works.',
        'The page of your account in the portal says how many are left, and makes new ones.',
        TELL,
      ],
    },
    'recovery codes renewed': {
      subject: 'Your account has new recovery codes',
      paragraphs: ['New recovery codes were made for your account. Those from before no longer work.', TELL],
    },
    'passkey in doubt': {
      subject: 'A passkey of your account may have been copied',
      paragraphs: [
        'Somebody wanted to sign in with a passkey of your account that has not counted on from its last use: somebody else may have a copy of it. Nobody was signed in.',
        'Please sign in with your password, remove this passkey and add a new one. If you have not just used a passkey, please also tell whoever runs the service at once.',
      ],
    },
    'passkey added': {
      subject: 'A passkey was added to your account',
      paragraphs: ['From now on, a new passkey is enough to sign in to your account, without a password.', TELL],
    },
    'passkey removed': {
      subject: 'A passkey was removed from your account',
      paragraphs: ['One or more passkeys can no longer be used to sign in to your account.', TELL],
    },
    'parents changed': {
      subject: 'Those who share an entry with you have changed',
      paragraphs: [
        'The parents or guardians who share an entry with you have changed: somebody has joined, has left or was removed, or two entries were made one.',
        'Please sign in to see who they are. If you did not expect this, please tell whoever runs the service.',
      ],
    },
    'parent removed': {
      subject: 'An entry is no longer shared with you',
      paragraphs: [
        'You no longer share, as a parent or guardian, one of your entries in this service. You do not see it there any more.',
        'If you do not know why, please ask the others who share it, or whoever runs the service.',
      ],
    },
    'device trusted': {
      subject: 'A browser is no longer asked for your second factor',
      paragraphs: [
        'For 30 days, one browser needs your password alone to sign in to your account: somebody, probably you, has chosen so after giving the second factor there.',
        'The list of your logins in the portal shows it, and ends it.',
        TELL,
      ],
    },
    'own data shown': {
      subject: 'The data of your account was asked for',
      paragraphs: [
        'Somebody, probably you, has asked to see and download all that this service holds about you, with your password and, if you have one, your second factor.',
        'If it was not you, please choose a new password at once, and tell whoever runs the service.',
      ],
    },
    'account closed': {
      subject: 'Your account is closed',
      paragraphs: [
        'Your account was closed, with your password and, if you had one, your second factor. It cannot be opened again; with this address a new one can be registered.',
        TELL,
      ],
    },
    'cover wanted': {
      subject: 'A colleague asks you to stand in',
      paragraphs: [
        'You were asked to stand in for a colleague of this service on some days.',
        'Please sign in to see for whom and when, and to agree or decline. Until you agree, nothing changes.',
      ],
    },
    'cover changed': {
      subject: 'Who stands in for whom has changed',
      paragraphs: [
        'In this service, it has changed who stands in for you, or for whom you stand in.',
        'Please sign in to see what holds now. You can end it there at any time.',
      ],
    },
    'account disabled': {
      subject: 'Your account was closed to sign-ins',
      paragraphs: [
        'Whoever runs the practice has closed your account: nobody can sign in to it. What it holds stays.',
        UNEXPECTED,
      ],
    },
    'account enabled': {
      subject: 'Your account is open again',
      paragraphs: ['Whoever runs the practice has opened your account again: you can sign in as before.', UNEXPECTED],
    },
    'staff disabled': {
      subject: 'The account of a colleague was closed',
      paragraphs: [
        'Somebody who runs the practice, as you do, has closed the account of a colleague.',
        'Please sign in to see whose. If it was wrong, you can open it again there.',
      ],
    },
    'address kept': {
      subject: 'Your account keeps its e-mail address',
      paragraphs: [
        'Whoever runs the practice wanted to give your account another e-mail address. This was taken back: this address stays.',
        UNEXPECTED,
      ],
    },
    'address given': {
      subject: 'Your account is to get another e-mail address',
      paragraphs: [
        `Whoever runs the practice wants to give your account another e-mail address. It changes in ${HOURS_TO_KEEP} hours.`,
        'Do you want to keep this address? Then please sign in within this time: that is enough, and nothing changes. You change your address yourself under My account.',
        UNEXPECTED,
      ],
    },
    'team changed': {
      subject: 'Who works with whom has changed',
      paragraphs: [
        'Whoever runs the practice has changed who assists whom, and it concerns you.',
        'Please sign in to see it. If you did not expect this, please ask whoever runs the practice.',
      ],
    },
    'managers changed': {
      subject: 'Who runs the practice has changed',
      paragraphs: [
        'Somebody runs the practice from now on, or does not any more.',
        'If you run the practice, please sign in to see who does. If you did not expect this, please tell whoever runs the service.',
      ],
    },
    reset: {
      subject: 'A code for a new password',
      before: 'Somebody, probably you, asked for a new password for your account. This code lets you choose it:',
      after: [CODE, 'If you did not ask for it, you need not do anything: your password stays as it is.'],
    },
    'new address': {
      subject: 'A code to confirm your e-mail address',
      before:
        'Somebody, probably you, wants to use this e-mail address for an account. This code confirms that it is yours:',
      after: [CODE, 'If it was not you, you need not do anything: the address will not be used.'],
    },
    'account made': {
      subject: 'Is this account yours?',
      roles: { Doc: 'as a doctor', Ast: 'as an assistant', Par: 'as a parent or guardian' },
      makers: {
        A: 'by a program (variant A)',
        B: 'by a program (variant B)',
        portal: 'in the portal',
        operator: 'by whoever runs the service',
        other: 'by a program',
      },
      made: (role, moment, maker) =>
        `An account was made with this e-mail address: ${[role, `on ${moment}`, maker].filter(Boolean).join(', ')}.`,
      before: 'Please say on this page whether it is yours. Opening the page changes nothing:',
      after: [
        'If you made this account, you confirm your e-mail address there.',
        'If you did not make it, say so there: nobody can use it with your address any more.',
        `The link is valid for ${DAYS_TO_PROVE} days. ${SHOW_NOBODY}`,
      ],
      code: 'If the page asks for a code, it is this one:',
    },
  },
  somebody: 'A parent or guardian',
  colleague: 'Somebody who runs the practice',
  invitations: {
    'parent invited': (inviter, days = DAYS) => ({
      subject: 'An invitation to share an entry',
      before: `${inviter} invites you to share an entry in this service, as a parent or guardian. With this code you accept the invitation:`,
      after: [
        `The code is valid for ${days} days and works once. ${SHOW_NOBODY}`,
        'To use it, please sign in to the service with a parent account that has exactly this e-mail address, or register one, and enter the code there.',
        'If you do not expect this invitation, you need not do anything: nothing will be shared with you.',
      ],
    }),
    'already a parent': (inviter) => ({
      subject: 'An invitation that you do not need',
      paragraphs: [
        `${inviter} has invited this e-mail address to share an entry in this service.`,
        'You share it already, so you need not do anything.',
      ],
    }),
    'no parent account': (inviter) => ({
      subject: 'An invitation that your account cannot accept',
      paragraphs: [
        `${inviter} has invited this e-mail address to share an entry in this service, as a parent or guardian.`,
        'The account with this address is not a parent account, so it cannot accept. If you want to share the entry, please register a parent account with another e-mail address, and ask for an invitation to that one.',
        'If you do not expect this invitation, you need not do anything: nothing will be shared with you.',
      ],
    }),
    'staff invited': (inviter) => ({
      subject: 'An invitation to work in this service',
      before: `${inviter} invites you to work in this service. With this code you register:`,
      after: [
        `The code is valid for ${STAFF_DAYS} days, works once, and for this e-mail address alone. ${SHOW_NOBODY}`,
        'The link below holds it already.',
        'If you do not expect this invitation, you need not do anything.',
      ],
    }),
    'has an account': (inviter) => ({
      subject: 'An invitation for which this address has an account already',
      paragraphs: [
        `${inviter} has invited this e-mail address to work in this service.`,
        'There is an account with this address already, so no other can be made. An account of a parent or guardian stays one: if you want to work in this service, please ask for an invitation to another e-mail address.',
        'If you do not expect this invitation, you need not do anything.',
      ],
    }),
  },
};
