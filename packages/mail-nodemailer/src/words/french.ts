import { DAYS, DAYS_TO_PROVE, HOURS_TO_KEEP, MINUTES, STAFF_DAYS, type Words } from './words.ts';

const ONCE = 'et ne peut être utilisé qu’une seule fois. Veuillez ne le montrer à personne.';
const CODE = `Ce code est valable ${MINUTES} minutes ${ONCE}`;
const TELL =
  'Si vous n’êtes pas à l’origine de ce changement, veuillez prévenir immédiatement le responsable du service.';

/** Before a colon stands a space at which no line breaks. */
const COLON = '\u00a0:';
const UNEXPECTED = 'Si vous ne vous y attendiez pas, veuillez interroger les responsables du cabinet ou du service.';

export const french: Words = {
  greeting: 'Bonjour,',
  service: `Vous trouverez la page ici${COLON}`,
  ending: 'Ce message a été envoyé automatiquement. Personne ne lit les réponses.',
  mails: {
    'new case': {
      subject: 'Une nouvelle fiche vous attend',
      paragraphs: [
        'Une fiche est nouvelle pour vous et pour celles et ceux qui travaillent avec vous.',
        'Veuillez vous connecter pour la lire.',
      ],
    },
    'certificate wanted': {
      subject: 'Un parent vous demande quelque chose',
      paragraphs: [
        'Un parent vous adresse une demande, à vous et à celles et ceux qui travaillent avec vous.',
        'Veuillez vous connecter pour la lire.',
      ],
    },
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
    'certification revoked': {
      subject: 'Une décision n’est plus valable',
      paragraphs: [
        'Une décision qui vous concerne a été révoquée ou remplacée par une autre.',
        'Veuillez vous connecter pour voir ce qui vaut maintenant.',
      ],
    },
    'certification to confirm': {
      subject: 'Veuillez confirmer l’une de vos décisions',
      paragraphs: [
        'Les données d’une personne au sujet de laquelle vous avez pris une décision ont été corrigées.',
        'Veuillez vous connecter pour comparer ce que vous aviez sous les yeux avec ce qui est saisi maintenant. Tant que vous n’avez pas confirmé, rien de nouveau ne peut être établi à partir de votre décision.',
      ],
    },
    'case handed over': {
      subject: 'Une fiche que vous suiviez a été transférée',
      paragraphs: [
        'Une fiche que vous suiviez a été transférée à un confrère ou à une consœur, qui la suit désormais.',
        'Veuillez vous connecter pour voir les fiches que vous suivez.',
      ],
    },
    'case received': {
      subject: 'Une fiche vous a été transférée',
      paragraphs: [
        'Une fiche vous a été transférée et vous la suivez désormais. Les décisions en attente vous reviennent.',
        'Veuillez vous connecter pour la consulter.',
      ],
    },
    'doctor changed': {
      subject: 'Une de vos fiches est désormais suivie par quelqu’un d’autre',
      paragraphs: [
        'Une de vos fiches a été transférée. Dans ce service, une autre personne la suit désormais.',
        'Veuillez vous connecter pour voir de qui il s’agit.',
      ],
    },
    'case opened': {
      subject: 'Il y a une nouvelle fiche pour vous',
      paragraphs: ['Quelqu’un a créé une fiche qui vous concerne.', 'Veuillez vous connecter pour la lire.'],
    },
    'case finished': {
      subject: 'Une de vos fiches est terminée',
      paragraphs: [
        'Le travail sur une de vos fiches est terminé.',
        'Veuillez vous connecter pour voir ce qui a été fait.',
      ],
    },
    'case refused': {
      subject: 'Une de vos fiches n’a pas été prise en charge',
      paragraphs: [
        'Une de vos fiches n’a pas été prise en charge\u00a0: personne n’y travaille.',
        'Veuillez vous connecter\u00a0: le motif figure dans son historique.',
      ],
    },
    'account to confirm': {
      subject: 'Quelqu’un attend d’être confirmé',
      paragraphs: [
        'Quelqu’un s’est inscrit pour travailler chez vous et attend que vous, ou un autre gestionnaire, le confirmiez.',
        'Veuillez vous connecter pour voir de qui il s’agit.',
      ],
    },
    'account confirmed': {
      subject: 'Votre compte est confirmé',
      paragraphs: [
        'La personne qui gère le cabinet a confirmé votre compte. Veuillez vous connecter\u00a0: vous pouvez désormais travailler ici.',
      ],
    },
    'account declined': {
      subject: 'Votre compte n’a pas été confirmé',
      paragraphs: [
        'La personne qui gère le cabinet ne vous connaît pas ou ne vous attendait pas. Votre compte est fermé.',
        'Si vous y travaillez, veuillez vous adresser au cabinet.',
      ],
    },
    'task due': {
      subject: 'Une échéance est arrivée',
      paragraphs: [
        'Quelque chose que vous ou votre équipe devez faire arrive à échéance aujourd’hui.',
        'Veuillez vous connecter pour voir de quoi il s’agit.',
      ],
    },
    'note written': {
      subject: 'Il y a une nouvelle note pour vous',
      paragraphs: ['Une note qui vous concerne a été écrite.', 'Veuillez vous connecter pour la lire.'],
    },
    daily: {
      subject: 'Il y a du nouveau pour vous',
      before: 'Depuis votre dernière connexion, il y a du nouveau pour vous\u00a0:',
      after:
        'Veuillez vous connecter pour le consulter. «\u00a0Mon compte\u00a0» dit à quelle fréquence vous recevez ces e-mails.',
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
    'recovery code used': {
      subject: 'Un code de récupération a été utilisé',
      paragraphs: [
        'Quelqu’un, probablement vous, a utilisé un code de récupération de votre compte à la place d’un mot de passe à usage unique. Il ne fonctionne plus.',
        'La page de votre compte dans le portail indique combien il en reste, et en crée de nouveaux.',
        TELL,
      ],
    },
    'recovery codes renewed': {
      subject: 'Votre compte a de nouveaux codes de récupération',
      paragraphs: [
        'De nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne fonctionnent plus.',
        TELL,
      ],
    },
    'passkey in doubt': {
      subject: 'Une clé d’accès de votre compte a peut-être été copiée',
      paragraphs: [
        'Quelqu’un a voulu se connecter avec une clé d’accès de votre compte dont le compteur n’a pas avancé depuis la dernière utilisation\u00a0: une autre personne en a peut-être une copie. Personne n’a été connecté.',
        'Veuillez vous connecter avec votre mot de passe, supprimer cette clé d’accès et en ajouter une nouvelle. Si vous ne venez pas d’utiliser une clé d’accès, veuillez aussi prévenir immédiatement le responsable du service.',
      ],
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
    'parents changed': {
      subject: 'Les personnes qui partagent une fiche avec vous ont changé',
      paragraphs: [
        `Les parents ou tuteurs qui partagent une fiche avec vous ne sont plus les mêmes${COLON} quelqu’un s’est joint à vous, est parti ou a été retiré, ou deux fiches n’en font plus qu’une.`,
        'Veuillez vous connecter pour voir de qui il s’agit. Si vous ne vous y attendiez pas, veuillez prévenir le responsable du service.',
      ],
    },
    'parent removed': {
      subject: 'Une fiche n’est plus partagée avec vous',
      paragraphs: [
        'Une de vos fiches dans ce service n’est plus partagée avec vous en tant que parent ou tuteur. Vous ne l’y voyez plus.',
        'Si vous ne savez pas pourquoi, veuillez le demander aux personnes qui la partagent ou au responsable du service.',
      ],
    },
    'device trusted': {
      subject: 'Un navigateur n’a plus besoin de votre second facteur',
      paragraphs: [
        `Pendant 30 jours, votre mot de passe suffit à un navigateur pour se connecter à votre compte${COLON} quelqu’un, probablement vous, l’a choisi après y avoir donné le second facteur.`,
        'La liste de vos connexions dans le portail le montre et permet d’y mettre fin.',
        TELL,
      ],
    },
    'own data shown': {
      subject: 'Les données de votre compte ont été demandées',
      paragraphs: [
        'Quelqu’un, probablement vous, a demandé à voir et à télécharger tout ce que ce service conserve à votre sujet, avec votre mot de passe et, si vous en avez un, votre second facteur.',
        'Si ce n’était pas vous, veuillez choisir immédiatement un nouveau mot de passe et prévenir le responsable du service.',
      ],
    },
    'account closed': {
      subject: 'Votre compte est fermé',
      paragraphs: [
        'Votre compte a été fermé, avec votre mot de passe et, si vous en aviez un, votre second facteur. Il ne peut pas être rouvert, mais un nouveau compte peut être créé avec cette adresse.',
        TELL,
      ],
    },
    'cover wanted': {
      subject: 'On vous demande un remplacement',
      paragraphs: [
        'On vous a demandé de remplacer une personne de ce service pendant quelques jours.',
        'Veuillez vous connecter pour voir qui et quand, et pour accepter ou refuser. Tant que vous n’avez pas accepté, rien ne change.',
      ],
    },
    'cover changed': {
      subject: 'Un remplacement a changé',
      paragraphs: [
        'Dans ce service, la personne qui vous remplace, ou que vous remplacez, a changé.',
        'Veuillez vous connecter pour voir ce qui est valable maintenant. Vous pouvez y mettre fin à tout moment.',
      ],
    },
    'account disabled': {
      subject: 'Votre compte a été fermé',
      paragraphs: [
        `Un responsable du cabinet a fermé votre compte${COLON} personne ne peut s’y connecter. Ce qu’il contient est conservé.`,
        UNEXPECTED,
      ],
    },
    'account enabled': {
      subject: 'Votre compte est de nouveau ouvert',
      paragraphs: [
        `Un responsable du cabinet a rouvert votre compte${COLON} vous pouvez vous connecter comme avant.`,
        UNEXPECTED,
      ],
    },
    'staff disabled': {
      subject: 'Le compte d’un collègue a été fermé',
      paragraphs: [
        'Une personne qui, comme vous, est responsable du cabinet a fermé le compte d’un collègue.',
        'Veuillez vous connecter pour voir lequel. Si c’était une erreur, vous pouvez le rouvrir.',
      ],
    },
    'address kept': {
      subject: 'Votre compte garde son adresse e-mail',
      paragraphs: [
        `Un responsable du cabinet voulait donner une autre adresse e-mail à votre compte. Il y a renoncé${COLON} cette adresse reste.`,
        UNEXPECTED,
      ],
    },
    'address given': {
      subject: 'Votre compte va recevoir une autre adresse e-mail',
      paragraphs: [
        `Un responsable du cabinet veut donner une autre adresse e-mail à votre compte. Elle changera dans ${HOURS_TO_KEEP} heures.`,
        `Voulez-vous garder cette adresse ? Veuillez alors vous connecter dans ce délai${COLON} cela suffit, et rien ne change. Vous changez vous-même votre adresse sous « Mon compte ».`,
        UNEXPECTED,
      ],
    },
    'team changed': {
      subject: 'Les équipes du cabinet ont changé',
      paragraphs: [
        'Un responsable du cabinet a changé qui assiste qui, et cela vous concerne.',
        'Veuillez vous connecter pour le voir. Si vous ne vous y attendiez pas, veuillez interroger les responsables du cabinet.',
      ],
    },
    'managers changed': {
      subject: 'Les responsables du cabinet ont changé',
      paragraphs: [
        'Une personne est désormais responsable du cabinet, ou ne l’est plus.',
        'Si vous êtes responsable du cabinet, veuillez vous connecter pour voir qui l’est. Si vous ne vous y attendiez pas, veuillez prévenir le responsable du service.',
      ],
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
  },
  somebody: 'Un parent ou un tuteur',
  colleague: 'Un responsable du cabinet',
  invitations: {
    'parent invited': (inviter, days = DAYS) => ({
      subject: 'Une invitation à partager une fiche',
      before: `${inviter} vous invite à partager une fiche dans ce service, en tant que parent ou tuteur. Ce code vous permet d’accepter l’invitation${COLON}`,
      after: [
        `Ce code est valable ${days} jours ${ONCE}`,
        'Pour l’utiliser, veuillez vous connecter au service avec un compte de parent qui a exactement cette adresse e-mail, ou en créer un, puis y saisir le code.',
        `Si vous n’attendiez pas cette invitation, vous n’avez rien à faire${COLON} rien ne sera partagé avec vous.`,
      ],
    }),
    'already a parent': (inviter) => ({
      subject: 'Une invitation dont vous n’avez pas besoin',
      paragraphs: [
        `${inviter} a invité cette adresse e-mail à partager une fiche dans ce service.`,
        'Vous la partagez déjà et n’avez rien à faire.',
      ],
    }),
    'no parent account': (inviter) => ({
      subject: 'Une invitation que votre compte ne peut pas accepter',
      paragraphs: [
        `${inviter} a invité cette adresse e-mail à partager une fiche dans ce service, en tant que parent ou tuteur.`,
        'Le compte qui a cette adresse n’est pas un compte de parent et ne peut pas accepter l’invitation. Si vous souhaitez partager la fiche, veuillez créer un compte de parent avec une autre adresse e-mail, puis demander une invitation à cette adresse.',
        `Si vous n’attendiez pas cette invitation, vous n’avez rien à faire${COLON} rien ne sera partagé avec vous.`,
      ],
    }),
    'staff invited': (inviter) => ({
      subject: 'Une invitation à travailler dans ce service',
      before: `${inviter} vous invite à travailler dans ce service. Ce code vous permet de vous inscrire${COLON}`,
      after: [
        `Ce code est valable ${STAFF_DAYS} jours, une seule fois, et pour cette adresse e-mail seulement. Veuillez ne le montrer à personne.`,
        'Le lien ci-dessous le contient déjà.',
        'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.',
      ],
    }),
    'has an account': (inviter) => ({
      subject: 'Une invitation dont l’adresse a déjà un compte',
      paragraphs: [
        `${inviter} a invité cette adresse e-mail à travailler dans ce service.`,
        `Il existe déjà un compte avec cette adresse, on ne peut donc pas en créer un autre. Le compte d’un parent ou d’un tuteur le reste${COLON} si vous souhaitez travailler dans ce service, veuillez demander une invitation à une autre adresse e-mail.`,
        'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.',
      ],
    }),
  },
};
