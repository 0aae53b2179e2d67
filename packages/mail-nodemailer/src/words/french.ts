import { DAYS, DAYS_TO_PROVE, MINUTES, type Words } from './words.ts';

const ONCE = 'et ne peut être utilisé qu’une seule fois. Veuillez ne le montrer à personne.';
const CODE = `Ce code est valable ${MINUTES} minutes ${ONCE}`;
const TELL =
  'Si vous n’êtes pas à l’origine de ce changement, veuillez prévenir immédiatement le responsable du service.';

/** Before a colon stands a space at which no line breaks. */
const COLON = '\u00a0:';

export const french: Words = {
  greeting: 'Bonjour,',
  service: `Vous trouverez le service ici${COLON}`,
  ending: 'Ce message a été envoyé automatiquement. Personne ne lit les réponses.',
  mails: {
    'certification requested': {
      subject: 'Une décision vous attend',
      paragraphs: [
        'Une demande est en attente de votre décision.',
        'Veuillez vous connecter pour voir de quoi il s’agit.',
      ],
    },
    'certification decided': {
      subject: 'Une décision a été prise',
      paragraphs: [
        'Une décision a été prise au sujet d’une demande qui vous concerne.',
        'Veuillez vous connecter pour la consulter.',
      ],
    },
    'password changed': {
      subject: 'Votre mot de passe a été modifié',
      paragraphs: [
        'Le mot de passe de votre compte a été modifié.',
        'Si vous n’êtes pas à l’origine de ce changement, veuillez demander immédiatement un nouveau mot de passe et prévenir le responsable du service.',
      ],
    },
    'address wanted': {
      subject: 'L’adresse e-mail de votre compte va être modifiée',
      paragraphs: ['Quelqu’un, probablement vous, souhaite modifier l’adresse e-mail de votre compte.', TELL],
    },
    'address changed': {
      subject: 'L’adresse e-mail de votre compte a été modifiée',
      paragraphs: [
        'L’adresse e-mail de votre compte a été modifiée. Veuillez désormais vous connecter avec la nouvelle adresse.',
        TELL,
      ],
    },
    'second factor on': {
      subject: 'Votre compte demande désormais un second facteur',
      paragraphs: ['Désormais, la connexion à votre compte demande aussi un mot de passe à usage unique.', TELL],
    },
    'second factor off': {
      subject: 'Votre compte ne demande plus de second facteur',
      paragraphs: ['Votre mot de passe suffit de nouveau pour vous connecter à votre compte.', TELL],
    },
    'passkey added': {
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      paragraphs: [
        'Désormais, une nouvelle clé d’accès suffit pour vous connecter à votre compte, sans mot de passe.',
        TELL,
      ],
    },
    'passkey removed': {
      subject: 'Une clé d’accès a été supprimée de votre compte',
      paragraphs: ['Une ou plusieurs clés d’accès ne permettent plus de vous connecter à votre compte.', TELL],
    },
    reset: {
      subject: 'Un code pour un nouveau mot de passe',
      before: `Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte. Ce code vous permet de le choisir${COLON}`,
      after: [
        CODE,
        `Si vous ne l’avez pas demandé, vous n’avez rien à faire${COLON} votre mot de passe reste inchangé.`,
      ],
    },
    'new address': {
      subject: 'Un code pour confirmer votre adresse e-mail',
      before: `Quelqu’un, probablement vous, souhaite utiliser cette adresse e-mail pour un compte. Ce code confirme qu’elle vous appartient${COLON}`,
      after: [
        CODE,
        `Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire${COLON} l’adresse ne sera pas utilisée.`,
      ],
    },
    'account made': {
      subject: 'Ce compte est-il à vous ?',
      roles: { Doc: 'comme médecin', Ast: 'comme assistant', Par: 'comme parent ou tuteur' },
      makers: {
        A: 'par un programme (variante A)',
        B: 'par un programme (variante B)',
        portal: 'sur le portail',
        operator: 'par le responsable du service',
        other: 'par un programme',
      },
      made: (role, moment, maker) =>
        `Un compte a été créé avec cette adresse e-mail : ${[role, `le ${moment}`, maker].filter(Boolean).join(', ')}.`,
      before: 'Merci de dire sur cette page s’il est à vous. Ouvrir la page ne change rien :',
      after: [
        'Si vous avez créé ce compte, vous y confirmez votre adresse e-mail.',
        'Si vous ne l’avez pas créé, dites-le sur cette page : plus personne ne pourra l’utiliser avec votre adresse.',
        `Le lien est valable ${DAYS_TO_PROVE} jours. Veuillez ne le montrer à personne.`,
      ],
      code: 'Si la page demande un code, le voici :',
    },
    'parent invited': {
      subject: 'Une invitation à partager une fiche',
      before: `Un parent ou un tuteur vous invite à partager une fiche dans ce service. Ce code vous permet d’accepter l’invitation${COLON}`,
      after: [
        `Ce code est valable ${DAYS} jours ${ONCE}`,
        'Pour l’utiliser, veuillez vous connecter au service avec un compte de parent qui a exactement cette adresse e-mail, ou en créer un, puis y saisir le code.',
        `Si vous n’attendiez pas cette invitation, vous n’avez rien à faire${COLON} rien ne sera partagé avec vous.`,
      ],
    },
  },
};
