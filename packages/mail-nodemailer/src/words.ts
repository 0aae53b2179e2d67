import { CODE_LIFETIME, type Maker, PROOF_LIFETIME, type Role } from '@health-case/domain/model/account';
import { JOIN_CODE_LIFETIME } from '@health-case/domain/model/child';
import type { DAILY, KindOfInvitation, KindWithCode, LetterKind } from '@health-case/domain/model/mail';
import { ADDRESS_WAITS, STAFF_INVITATION_LIFETIME } from '@health-case/domain/model/staff';
import { type Row, translations } from '@health-case/domain/model/translations';
import { DAY, HOUR, MINUTE } from '@health-case/domain/model/values';

/** For whoever can. */
type ToSignIn = { readonly toSignIn: Row };
const toSignIn = (row: Row): ToSignIn => ({ toSignIn: row });

type Notice = readonly [subject: Row, ...paragraphs: (Row | ToSignIn)[]];
/** The code stands between the two. */
type MailWithCode = { readonly subject: Row; readonly before: Row; readonly after: readonly Row[] };

/** D-43: of what it tells stands between the two. */
type DailyMail = { readonly subject: Row; readonly before: Row; readonly after: Row };

/** D-28: the link stands between `before` and `after`, and `code` behind it, for a browser that does not pass it on. */
type ProofMail = {
  readonly subject: Row;
  readonly roles: Readonly<Record<Role, Row>>;
  readonly makers: Readonly<Record<Maker, Row>>;
  readonly made: (role: string, moment: string, maker: string) => Row;
  readonly before: Row;
  readonly after: readonly Row[];
  readonly code: Row;
};

/** D-27: all that mails say. No mail names a child, a case or anything of health. */
type MailWords = {
  readonly greeting: Row;
  /** Before the link. */
  readonly service: Row;
  readonly ending: Row;
  readonly mails: Readonly<
    Record<Exclude<LetterKind, KindWithCode | KindOfInvitation | typeof DAILY>, Notice> &
      Record<Exclude<KindWithCode, KindOfInvitation | 'account made'>, MailWithCode> & {
        'account made': ProofMail;
        daily: DailyMail;
      }
  >;
  /** D-33: who invites, if a mail cannot name them. */
  readonly somebody: Row;
  /** D-40: the same of staff. */
  readonly colleague: Row;
  /** D-33: by who invites. */
  readonly invitations: Readonly<
    Record<Exclude<KindOfInvitation, KindWithCode>, (inviter: string) => Notice> &
      Record<Extract<KindOfInvitation, KindWithCode>, (inviter: string, days?: number) => MailWithCode>
  >;
};

const MINUTES = CODE_LIFETIME / MINUTE;
const DAYS = JOIN_CODE_LIFETIME / DAY;
const STAFF_DAYS = STAFF_INVITATION_LIFETIME / DAY;
const HOURS_TO_KEEP = ADDRESS_WAITS / HOUR;
const DAYS_TO_PROVE = PROOF_LIFETIME / DAY;

const CODE: Row = [
  `The code is valid for ${MINUTES} minutes and works once. Please show it to nobody.`,
  `Der Code gilt ${MINUTES} Minuten lang und nur einmal. Bitte zeigen Sie ihn niemandem.`,
  `Ce code est valable ${MINUTES} minutes et ne peut être utilisé qu’une seule fois. Veuillez ne le montrer à personne.`,
  `De code is ${MINUTES} minuten geldig en werkt één keer. Laat de code aan niemand zien.`,
];
const IN_LINK: Row = [
  'The link below holds the code already.',
  'Der Link unten enthält den Code bereits.',
  'Le lien ci-dessous contient déjà le code.',
  'De link hieronder bevat de code al.',
];
const TELL: Row = [
  'If it was not you, please tell whoever runs the service at once.',
  'Wenn Sie das nicht selbst waren, benachrichtigen Sie bitte sofort den Betreiber des Dienstes.',
  'Si vous n’êtes pas à l’origine de ce changement, veuillez prévenir immédiatement le responsable du service.',
  'Hebt u dit niet zelf gedaan, waarschuw dan direct de beheerder van de dienst.',
];
const UNEXPECTED: Row = [
  'If you did not expect this, please ask whoever runs the practice or the service.',
  'Wenn Sie das nicht erwartet haben, fragen Sie bitte die Praxisleitung oder den Betreiber des Dienstes.',
  'Si vous ne vous y attendiez pas, veuillez interroger les responsables du cabinet ou du service.',
  'Had u dit niet verwacht, vraag het dan aan de beheerders van de praktijk of van de dienst.',
];
const SIGN_IN = toSignIn([
  'Please sign in to read what it is about.',
  'Bitte melden Sie sich an, um zu lesen, worum es geht.',
  'Veuillez vous connecter pour lire de quoi il s’agit.',
  'Meld u aan om te lezen waar het om gaat.',
]);
const NOTHING_TO_DO: Row = [
  'If you do not expect this invitation, you need not do anything.',
  'Wenn Sie diese Einladung nicht erwarten, müssen Sie nichts tun.',
  'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.',
  'Verwacht u deze uitnodiging niet, dan hoeft u niets te doen.',
];
const NOTHING_SHARED: Row = [
  'If you do not expect this invitation, you need not do anything: nothing will be shared with you.',
  'Wenn Sie diese Einladung nicht erwarten, müssen Sie nichts tun: Es wird dann nichts mit Ihnen geteilt.',
  'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire\u00a0: rien ne sera partagé avec vous.',
  'Verwacht u deze uitnodiging niet, dan hoeft u niets te doen: er wordt dan niets met u gedeeld.',
];

const ROWS: MailWords = {
  greeting: ['Hello,', 'Guten Tag!', 'Bonjour,', 'Goedendag,'],
  service: [
    'You find the page here:',
    'Sie finden die Seite hier:',
    'Vous trouverez la page ici\u00a0:',
    'U vindt de pagina hier:',
  ],
  ending: [
    'This message was sent automatically. Nobody reads replies to it.',
    'Diese Nachricht wurde automatisch versendet. Antworten darauf liest niemand.',
    'Ce message a été envoyé automatiquement. Personne ne lit les réponses.',
    'Dit bericht is automatisch verzonden. Antwoorden worden niet gelezen.',
  ],
  mails: {
    'new case': [
      [
        'A new entry is waiting for you',
        'Ein neuer Eintrag wartet auf Sie',
        'Une nouvelle fiche vous attend',
        'Er wachten nieuwe gegevens op u',
      ],
      [
        'An entry is new to you and those who work with you.',
        'Ein Eintrag ist neu für Sie und alle, die mit Ihnen arbeiten.',
        'Une fiche est nouvelle pour vous et pour celles et ceux qui travaillent avec vous.',
        'Er zijn nieuwe gegevens voor u en wie met u werken.',
      ],
      SIGN_IN,
    ],
    'certificate wanted': [
      [
        'A parent asks you for something',
        'Ein Elternteil bittet Sie um etwas',
        'Un parent vous demande quelque chose',
        'Een ouder vraagt u om iets',
      ],
      [
        'A parent or guardian asks you and those who work with you for something.',
        'Ein Elternteil bittet Sie und alle, die mit Ihnen arbeiten, um etwas.',
        'Un parent vous adresse une demande, à vous et à celles et ceux qui travaillent avec vous.',
        'Een ouder of voogd vraagt u en wie met u werken om iets.',
      ],
      SIGN_IN,
    ],
    'certification requested': [
      [
        'There is something to decide for you',
        'Eine Entscheidung wartet auf Sie',
        'Une décision vous attend',
        'Er wacht een beslissing op u',
      ],
      [
        'A request is waiting for your decision.',
        'Eine Anfrage wartet auf Ihre Entscheidung.',
        'Une demande est en attente de votre décision.',
        'Een verzoek wacht op uw beslissing.',
      ],
      SIGN_IN,
    ],
    'certification decided': [
      [
        'A decision was made',
        'Es wurde eine Entscheidung getroffen',
        'Une décision a été prise',
        'Er is een beslissing genomen',
      ],
      [
        'A request that concerns you was decided.',
        'Über eine Anfrage, die Sie betrifft, wurde entschieden.',
        'Une décision a été prise au sujet d’une demande qui vous concerne.',
        'Over een verzoek dat u aangaat, is een beslissing genomen.',
      ],
      SIGN_IN,
    ],
    'certification revoked': [
      [
        'A decision does not hold any more',
        'Eine Entscheidung gilt nicht mehr',
        'Une décision n’est plus valable',
        'Een beslissing geldt niet meer',
      ],
      [
        'Something that was decided was withdrawn, or was replaced by another decision.',
        'Etwas, das entschieden war, wurde widerrufen oder durch eine andere Entscheidung ersetzt.',
        'Une décision qui vous concerne a été révoquée ou remplacée par une autre.',
        'Iets wat was beslist, is ingetrokken of door een andere beslissing vervangen.',
      ],
      SIGN_IN,
    ],
    'child corrected': [
      [
        'Details that you share were corrected',
        'Gemeinsame Angaben wurden berichtigt',
        'Des données que vous partagez ont été corrigées',
        'Gegevens die u deelt, zijn gecorrigeerd',
      ],
      [
        'Somebody who shares an entry with you has corrected it. What was made of a decision with the former details does not hold any more, and may have to be confirmed anew.',
        'Jemand, mit dem Sie einen Eintrag teilen, hat ihn berichtigt. Was aus einer Entscheidung mit den früheren Angaben erstellt wurde, gilt nicht mehr und muss vielleicht neu bestätigt werden.',
        'Une personne qui partage une fiche avec vous l’a corrigée. Ce qui a été établi à partir d’une décision avec les anciennes données n’est plus valable et devra peut-être être confirmé à nouveau.',
        'Iemand met wie u gegevens deelt, heeft ze gecorrigeerd. Wat op grond van een beslissing met de vroegere gegevens is gemaakt, geldt niet meer en moet misschien opnieuw worden bevestigd.',
      ],
      SIGN_IN,
    ],
    'certification to confirm': [
      [
        'Something that you have decided needs your confirmation',
        'Bitte bestätigen Sie eine Ihrer Entscheidungen',
        'Veuillez confirmer l’une de vos décisions',
        'Bevestig een van uw beslissingen',
      ],
      [
        'Details of a person whom you have decided about were corrected.',
        'Angaben zu einer Person, über die Sie entschieden haben, wurden berichtigt.',
        'Les données d’une personne au sujet de laquelle vous avez pris une décision ont été corrigées.',
        'De gegevens van een persoon over wie u hebt beslist, zijn gecorrigeerd.',
      ],
      [
        'Please sign in to compare what you saw with what is entered now. Until you confirm it, nothing new can be made of your decision.',
        'Bitte melden Sie sich an, um zu vergleichen, was Ihnen vorlag und was jetzt eingetragen ist. Bis Sie es bestätigen, lässt sich aus Ihrer Entscheidung nichts Neues erstellen.',
        'Veuillez vous connecter pour comparer ce que vous aviez sous les yeux avec ce qui est saisi maintenant. Tant que vous n’avez pas confirmé, rien de nouveau ne peut être établi à partir de votre décision.',
        'Meld u aan om te vergelijken wat u toen zag en wat er nu staat. Zolang u het niet bevestigt, kan er op grond van uw beslissing niets nieuws worden gemaakt.',
      ],
    ],
    'certification to correct': [
      [
        'What a colleague has decided needs a new decision by you',
        'Bitte entscheiden Sie neu über etwas, das jemand anders entschieden hat',
        'Une décision d’un confrère doit être reprise par vous',
        'Beslis opnieuw over iets waarover een collega heeft beslist',
      ],
      [
        'Details of a person were corrected. Whoever had decided about that person can no longer sign in to confirm it.',
        'Angaben zu einer Person wurden berichtigt. Wer über sie entschieden hatte, kann sich nicht mehr anmelden, um das zu bestätigen.',
        'Les données d’une personne ont été corrigées. Le confrère qui avait décidé à son sujet ne peut plus se connecter pour le confirmer.',
        'De gegevens van een persoon zijn gecorrigeerd. Wie over die persoon had beslist, kan zich niet meer aanmelden om dat te bevestigen.',
      ],
      [
        'Please sign in to decide anew under your own name. Until then nothing new can be made of the former decision.',
        'Bitte melden Sie sich an, um unter Ihrem Namen neu zu entscheiden. Bis dahin lässt sich aus der früheren Entscheidung nichts Neues erstellen.',
        'Veuillez vous connecter pour décider à nouveau, sous votre nom. D’ici là, rien de nouveau ne peut être établi à partir de l’ancienne décision.',
        'Meld u aan om onder uw eigen naam opnieuw te beslissen. Tot dan kan er op grond van de vorige beslissing niets nieuws worden gemaakt.',
      ],
    ],
    'case handed over': [
      [
        'Something you looked after was handed over',
        'Etwas, das Sie betreut haben, wurde übergeben',
        'Une fiche que vous suiviez a été transférée',
        'Iets wat u behandelde, is overgedragen',
      ],
      [
        'An entry that you looked after was handed over to a colleague, who looks after it from now on.',
        'Ein Eintrag, den Sie betreut haben, wurde an jemanden aus dem Kollegium übergeben und wird ab jetzt dort betreut.',
        'Une fiche que vous suiviez a été transférée à un confrère ou à une consœur, qui la suit désormais.',
        'Gegevens die u behandelde, zijn overgedragen aan een collega, die ze vanaf nu behandelt.',
      ],
      SIGN_IN,
    ],
    'case received': [
      [
        'Something was handed over to you',
        'Ihnen wurde etwas übergeben',
        'Une fiche vous a été transférée',
        'Er is iets aan u overgedragen',
      ],
      [
        'An entry was handed over to you: from now on you look after it. What waits there for a decision waits for yours.',
        'Ihnen wurde ein Eintrag übergeben: Ab jetzt betreuen Sie ihn. Was dort auf eine Entscheidung wartet, wartet auf Ihre.',
        'Une fiche vous a été transférée et vous la suivez désormais. Les décisions en attente vous reviennent.',
        'Er zijn gegevens aan u overgedragen: vanaf nu behandelt u ze. Wat daar op een beslissing wacht, wacht op die van u.',
      ],
      SIGN_IN,
    ],
    'doctor changed': [
      [
        'Somebody else looks after an entry of yours',
        'Ein Eintrag von Ihnen wird jetzt von jemand anderem betreut',
        'Une de vos fiches est désormais suivie par quelqu’un d’autre',
        'Iemand anders behandelt nu gegevens van u',
      ],
      [
        'An entry of yours was handed over: somebody else in this service looks after it from now on.',
        'Ein Eintrag von Ihnen wurde übergeben: Ab jetzt betreut ihn in diesem Dienst jemand anderes.',
        'Une de vos fiches a été transférée. Dans ce service, une autre personne la suit désormais.',
        'Gegevens van u zijn overgedragen: vanaf nu behandelt iemand anders in deze dienst ze.',
      ],
      SIGN_IN,
    ],
    'case opened': [
      [
        'There is a new entry for you',
        'Es gibt einen neuen Eintrag für Sie',
        'Il y a une nouvelle fiche pour vous',
        'Er zijn nieuwe gegevens van u vastgelegd',
      ],
      [
        'Somebody has made an entry that concerns you.',
        'Jemand hat einen Eintrag angelegt, der Sie betrifft.',
        'Quelqu’un a créé une fiche qui vous concerne.',
        'Iemand heeft gegevens vastgelegd die u aangaan.',
      ],
      SIGN_IN,
    ],
    'case finished': [
      [
        'An entry of yours is finished',
        'Ein Eintrag von Ihnen ist abgeschlossen',
        'Une de vos fiches est terminée',
        'Het werk aan gegevens van u is afgerond',
      ],
      [
        'The work on an entry of yours is finished.',
        'Die Arbeit an einem Ihrer Einträge ist abgeschlossen.',
        'Le travail sur une de vos fiches est terminé.',
        'Het werk aan gegevens van u is afgerond.',
      ],
      SIGN_IN,
    ],
    'case refused': [
      [
        'An entry of yours was not taken on',
        'Ein Eintrag von Ihnen wurde nicht angenommen',
        'Une de vos fiches n’a pas été prise en charge',
        'Gegevens van u zijn niet in behandeling genomen',
      ],
      [
        'An entry of yours was not taken on: nobody works on it.',
        'Ein Eintrag von Ihnen wurde nicht angenommen: Niemand arbeitet daran.',
        'Une de vos fiches n’a pas été prise en charge\u00a0: personne n’y travaille.',
        'Gegevens van u zijn niet in behandeling genomen: niemand werkt eraan.',
      ],
      [
        'Please sign in: the reason stands in its history.',
        'Bitte melden Sie sich an: Der Grund steht in seinem Verlauf.',
        'Veuillez vous connecter\u00a0: le motif figure dans son historique.',
        'Meld u aan: de reden staat in de geschiedenis.',
      ],
    ],
    'account to confirm': [
      [
        'Somebody waits to be confirmed',
        'Jemand wartet auf die Bestätigung',
        'Quelqu’un attend d’être confirmé',
        'Er wacht iemand op bevestiging',
      ],
      [
        'Somebody has registered to work with you, and waits until you or another manager confirms it.',
        'Jemand hat sich registriert, um bei Ihnen zu arbeiten, und wartet, bis Sie oder jemand anderes aus der Verwaltung das bestätigt.',
        'Quelqu’un s’est inscrit pour travailler chez vous et attend que vous, ou un autre gestionnaire, le confirmiez.',
        'Iemand heeft zich geregistreerd om bij u te werken en wacht tot u of een andere beheerder dat bevestigt.',
      ],
      SIGN_IN,
    ],
    'account confirmed': [
      ['Your account is confirmed', 'Ihr Konto ist bestätigt', 'Votre compte est confirmé', 'Uw account is bevestigd'],
      [
        'Whoever runs the practice has confirmed your account.',
        'Wer die Praxis verwaltet, hat Ihr Konto bestätigt.',
        'La personne qui gère le cabinet a confirmé votre compte.',
        'Wie de praktijk beheert, heeft uw account bevestigd.',
      ],
      toSignIn([
        'Please sign in: from now on you can work here.',
        'Bitte melden Sie sich an: Ab jetzt können Sie hier arbeiten.',
        'Veuillez vous connecter\u00a0: vous pouvez désormais travailler ici.',
        'Meld u aan: vanaf nu kunt u hier werken.',
      ]),
    ],
    'account declined': [
      [
        'Your account was not confirmed',
        'Ihr Konto wurde nicht bestätigt',
        'Votre compte n’a pas été confirmé',
        'Uw account is niet bevestigd',
      ],
      [
        'Whoever runs the practice does not know who you are, or did not expect you. Your account is closed.',
        'Wer die Praxis verwaltet, kennt Sie nicht oder hat Sie nicht erwartet. Ihr Konto ist gesperrt.',
        'La personne qui gère le cabinet ne vous connaît pas ou ne vous attendait pas. Votre compte est fermé.',
        'Wie de praktijk beheert, kent u niet of verwachtte u niet. Uw account is gesloten.',
      ],
      [
        'If you work there, please ask the practice.',
        'Wenn Sie dort arbeiten, fragen Sie bitte in der Praxis nach.',
        'Si vous y travaillez, veuillez vous adresser au cabinet.',
        'Werkt u er wel, vraag het dan in de praktijk.',
      ],
    ],
    'task due': [
      ['Something is due', 'Etwas ist fällig', 'Une échéance est arrivée', 'Er moet iets klaar zijn'],
      [
        'Something that you or those who work with you are to do is due today.',
        'Etwas, das Sie oder Ihr Team erledigen sollen, ist heute fällig.',
        'Quelque chose que vous ou votre équipe devez faire arrive à échéance aujourd’hui.',
        'Iets wat u of uw team moet doen, moet vandaag klaar zijn.',
      ],
      SIGN_IN,
    ],
    'note written': [
      [
        'There is a new note for you',
        'Es gibt eine neue Notiz für Sie',
        'Il y a une nouvelle note pour vous',
        'Er is een nieuwe notitie voor u',
      ],
      [
        'Somebody has written a note that concerns you.',
        'Jemand hat eine Notiz geschrieben, die Sie betrifft.',
        'Une note qui vous concerne a été écrite.',
        'Iemand heeft een notitie geschreven die u aangaat.',
      ],
      SIGN_IN,
    ],
    daily: {
      subject: [
        'What is new for you',
        'Was es für Sie Neues gibt',
        'Il y a du nouveau pour vous',
        'Er is nieuws voor u',
      ],
      before: [
        'Since you last signed in there is something new for you:',
        'Seit Sie sich zuletzt angemeldet haben, gibt es Neues für Sie:',
        'Depuis votre dernière connexion, il y a du nouveau pour vous\u00a0:',
        'Sinds u zich het laatst aanmeldde, is er iets nieuws voor u:',
      ],
      after: [
        'Please sign in to see it. My account says how often you get such mails.',
        'Bitte melden Sie sich an, um es zu sehen. Unter „Mein Konto“ steht, wie oft Sie solche E-Mails bekommen.',
        'Veuillez vous connecter pour le consulter. «\u00a0Mon compte\u00a0» dit à quelle fréquence vous recevez ces e-mails.',
        'Meld u aan om het te bekijken. Onder Mijn account staat hoe vaak u zulke e-mails krijgt.',
      ],
    },
    'password changed': [
      [
        'Your password was changed',
        'Ihr Passwort wurde geändert',
        'Votre mot de passe a été modifié',
        'Uw wachtwoord is gewijzigd',
      ],
      [
        'The password of your account was changed.',
        'Das Passwort Ihres Kontos wurde geändert.',
        'Le mot de passe de votre compte a été modifié.',
        'Het wachtwoord van uw account is gewijzigd.',
      ],
      [
        'If it was not you, please request a new password at once, and tell whoever runs the service.',
        'Wenn Sie das nicht selbst waren, fordern Sie bitte sofort ein neues Passwort an, und benachrichtigen Sie den Betreiber des Dienstes.',
        'Si vous n’êtes pas à l’origine de ce changement, veuillez demander immédiatement un nouveau mot de passe et prévenir le responsable du service.',
        'Hebt u dit niet zelf gedaan, vraag dan direct een nieuw wachtwoord aan en waarschuw de beheerder van de dienst.',
      ],
    ],
    'address wanted': [
      [
        'The e-mail address of your account is to be changed',
        'Die E-Mail-Adresse Ihres Kontos soll geändert werden',
        'L’adresse e-mail de votre compte va être modifiée',
        'Iemand wil het e-mailadres van uw account wijzigen',
      ],
      [
        'Somebody, probably you, wants to change the e-mail address of your account.',
        'Jemand, vermutlich Sie selbst, möchte die E-Mail-Adresse Ihres Kontos ändern.',
        'Quelqu’un, probablement vous, souhaite modifier l’adresse e-mail de votre compte.',
        'Iemand, waarschijnlijk uzelf, wil het e-mailadres van uw account wijzigen.',
      ],
      TELL,
    ],
    'address changed': [
      [
        'The e-mail address of your account was changed',
        'Die E-Mail-Adresse Ihres Kontos wurde geändert',
        'L’adresse e-mail de votre compte a été modifiée',
        'Het e-mailadres van uw account is gewijzigd',
      ],
      [
        'The e-mail address of your account was changed. From now on, please sign in with the new address.',
        'Die E-Mail-Adresse Ihres Kontos wurde geändert. Bitte melden Sie sich ab jetzt mit der neuen Adresse an.',
        'L’adresse e-mail de votre compte a été modifiée. Veuillez désormais vous connecter avec la nouvelle adresse.',
        'Het e-mailadres van uw account is gewijzigd. Meld u vanaf nu aan met het nieuwe adres.',
      ],
      TELL,
    ],
    'second factor on': [
      [
        'Your account now asks for a second factor',
        'Ihr Konto verlangt jetzt einen zweiten Faktor',
        'Votre compte demande désormais un second facteur',
        'Uw account vraagt nu om een tweede factor',
      ],
      [
        'From now on, signing in to your account also takes a one-time password.',
        'Ab jetzt brauchen Sie für die Anmeldung an Ihrem Konto zusätzlich ein Einmalpasswort.',
        'Désormais, la connexion à votre compte demande aussi un mot de passe à usage unique.',
        'Vanaf nu hebt u voor het aanmelden bij uw account ook een eenmalig wachtwoord nodig.',
      ],
      TELL,
    ],
    'second factor off': [
      [
        'Your account no longer asks for a second factor',
        'Ihr Konto verlangt keinen zweiten Faktor mehr',
        'Votre compte ne demande plus de second facteur',
        'Uw account vraagt niet meer om een tweede factor',
      ],
      [
        'Your password alone is enough again to sign in to your account.',
        'Für die Anmeldung an Ihrem Konto genügt wieder das Passwort.',
        'Votre mot de passe suffit de nouveau pour vous connecter à votre compte.',
        'Voor het aanmelden bij uw account is uw wachtwoord weer voldoende.',
      ],
      TELL,
    ],
    'recovery code used': [
      [
        'A recovery code was used',
        'Ein Wiederherstellungscode wurde verwendet',
        'Un code de récupération a été utilisé',
        'Er is een herstelcode gebruikt',
      ],
      [
        'Somebody, probably you, has used a recovery code of your account in place of a one-time password. It no longer works.',
        'Jemand, vermutlich Sie, hat statt eines Einmalpassworts einen Wiederherstellungscode Ihres Kontos verwendet. Er gilt nicht mehr.',
        'Quelqu’un, probablement vous, a utilisé un code de récupération de votre compte à la place d’un mot de passe à usage unique. Il ne fonctionne plus.',
        'Iemand, waarschijnlijk u, heeft in plaats van een eenmalig wachtwoord een herstelcode van uw account gebruikt. Die werkt niet meer.',
      ],
      [
        'The page of your account in the portal says how many are left, and makes new ones.',
        'Die Seite Ihres Kontos im Portal sagt, wie viele noch übrig sind, und erstellt neue.',
        'La page de votre compte dans le portail indique combien il en reste, et en crée de nouveaux.',
        'De pagina van uw account in het portaal zegt hoeveel er nog over zijn, en maakt nieuwe.',
      ],
      TELL,
    ],
    'recovery codes renewed': [
      [
        'Your account has new recovery codes',
        'Ihr Konto hat neue Wiederherstellungscodes',
        'Votre compte a de nouveaux codes de récupération',
        'Uw account heeft nieuwe herstelcodes',
      ],
      [
        'New recovery codes were made for your account. Those from before no longer work.',
        'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
        'De nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne fonctionnent plus.',
        'Er zijn nieuwe herstelcodes voor uw account gemaakt. De vorige werken niet meer.',
      ],
      TELL,
    ],
    'passkey in doubt': [
      [
        'A passkey of your account may have been copied',
        'Ein Passkey Ihres Kontos wurde vielleicht kopiert',
        'Une clé d’accès de votre compte a peut-être été copiée',
        'Een passkey van uw account is misschien gekopieerd',
      ],
      [
        'Somebody wanted to sign in with a passkey of your account that has not counted on from its last use: somebody else may have a copy of it. Nobody was signed in.',
        'Jemand wollte sich mit einem Passkey Ihres Kontos anmelden, der seit der letzten Verwendung nicht weitergezählt hat: Vielleicht hat jemand anderes eine Kopie davon. Niemand wurde angemeldet.',
        'Quelqu’un a voulu se connecter avec une clé d’accès de votre compte dont le compteur n’a pas avancé depuis la dernière utilisation\u00a0: une autre personne en a peut-être une copie. Personne n’a été connecté.',
        'Iemand wilde zich aanmelden met een passkey van uw account die sinds het laatste gebruik niet verder heeft geteld: misschien heeft iemand anders er een kopie van. Er is niemand aangemeld.',
      ],
      [
        'Please sign in with your password, remove this passkey and add a new one. If you have not just used a passkey, please also tell whoever runs the service at once.',
        'Bitte melden Sie sich mit Ihrem Passwort an, entfernen Sie diesen Passkey, und fügen Sie einen neuen hinzu. Wenn Sie gerade keinen Passkey verwendet haben, benachrichtigen Sie bitte auch sofort den Betreiber des Dienstes.',
        'Veuillez vous connecter avec votre mot de passe, supprimer cette clé d’accès et en ajouter une nouvelle. Si vous ne venez pas d’utiliser une clé d’accès, veuillez aussi prévenir immédiatement le responsable du service.',
        'Meld u aan met uw wachtwoord, verwijder deze passkey en voeg een nieuwe toe. Hebt u zojuist geen passkey gebruikt, waarschuw dan ook direct de beheerder van de dienst.',
      ],
    ],
    'passkey added': [
      [
        'A passkey was added to your account',
        'Zu Ihrem Konto wurde ein Passkey hinzugefügt',
        'Une clé d’accès a été ajoutée à votre compte',
        'Er is een passkey aan uw account toegevoegd',
      ],
      [
        'From now on, a new passkey is enough to sign in to your account, without a password.',
        'Ab jetzt genügt für die Anmeldung an Ihrem Konto ein neuer Passkey, ohne Passwort.',
        'Désormais, une nouvelle clé d’accès suffit pour vous connecter à votre compte, sans mot de passe.',
        'Vanaf nu is voor het aanmelden bij uw account een nieuwe passkey voldoende, zonder wachtwoord.',
      ],
      TELL,
    ],
    'passkey removed': [
      [
        'A passkey was removed from your account',
        'Von Ihrem Konto wurde ein Passkey entfernt',
        'Une clé d’accès a été supprimée de votre compte',
        'Er is een passkey van uw account verwijderd',
      ],
      [
        'One or more passkeys can no longer be used to sign in to your account.',
        'Ein oder mehrere Passkeys können nicht mehr für die Anmeldung an Ihrem Konto verwendet werden.',
        'Une ou plusieurs clés d’accès ne permettent plus de vous connecter à votre compte.',
        'Een of meer passkeys kunnen niet meer worden gebruikt om u bij uw account aan te melden.',
      ],
      TELL,
    ],
    'parents changed': [
      [
        'Those who share an entry with you have changed',
        'Mit wem Sie einen Eintrag teilen, hat sich geändert',
        'Les personnes qui partagent une fiche avec vous ont changé',
        'Met wie u gegevens deelt, is veranderd',
      ],
      [
        'The parents or guardians who share an entry with you have changed: somebody has joined, has left or was removed, or two entries were made one.',
        'Die Eltern oder Vormünder, mit denen Sie einen Eintrag teilen, haben sich geändert: Jemand ist dazugekommen, hat sich ausgetragen oder wurde entfernt, oder aus zwei Einträgen wurde einer.',
        'Les parents ou tuteurs qui partagent une fiche avec vous ne sont plus les mêmes\u00a0: quelqu’un s’est joint à vous, est parti ou a été retiré, ou deux fiches n’en font plus qu’une.',
        'De ouders of voogden met wie u gegevens deelt, zijn veranderd: iemand is erbij gekomen, is vertrokken of verwijderd, of twee vermeldingen zijn één geworden.',
      ],
      [
        'Please sign in to see who they are. If you did not expect this, please tell whoever runs the service.',
        'Bitte melden Sie sich an, um zu sehen, wer es jetzt ist. Wenn Sie das nicht erwartet haben, benachrichtigen Sie bitte den Betreiber des Dienstes.',
        'Veuillez vous connecter pour voir de qui il s’agit. Si vous ne vous y attendiez pas, veuillez prévenir le responsable du service.',
        'Meld u aan om te zien wie het nu zijn. Had u dit niet verwacht, waarschuw dan de beheerder van de dienst.',
      ],
    ],
    'parent removed': [
      [
        'An entry is no longer shared with you',
        'Ein Eintrag wird nicht mehr mit Ihnen geteilt',
        'Une fiche n’est plus partagée avec vous',
        'Er worden gegevens niet meer met u gedeeld',
      ],
      [
        'You no longer share, as a parent or guardian, one of your entries in this service. You do not see it there any more.',
        'Einer Ihrer Einträge in diesem Dienst wird nicht mehr mit Ihnen als Elternteil oder Vormund geteilt. Sie sehen ihn dort nicht mehr.',
        'Une de vos fiches dans ce service n’est plus partagée avec vous en tant que parent ou tuteur. Vous ne l’y voyez plus.',
        'Gegevens die u in deze dienst als ouder of voogd deelde, worden niet meer met u gedeeld. U ziet ze daar niet meer.',
      ],
      [
        'If you do not know why, please ask the others who share it, or whoever runs the service.',
        'Wenn Sie nicht wissen, warum, fragen Sie bitte die anderen, die ihn teilen, oder den Betreiber des Dienstes.',
        'Si vous ne savez pas pourquoi, veuillez le demander aux personnes qui la partagent ou au responsable du service.',
        'Weet u niet waarom, vraag het dan aan degenen die ze delen, of aan de beheerder van de dienst.',
      ],
    ],
    'device trusted': [
      [
        'A browser is no longer asked for your second factor',
        'Ein Browser wird nicht mehr nach Ihrem zweiten Faktor gefragt',
        'Un navigateur n’a plus besoin de votre second facteur',
        'Een browser wordt niet meer om uw tweede factor gevraagd',
      ],
      [
        'For 30 days, one browser needs your password alone to sign in to your account: somebody, probably you, has chosen so after giving the second factor there.',
        'Für 30 Tage genügt einem Browser Ihr Passwort, um sich an Ihrem Konto anzumelden: Jemand, vermutlich Sie, hat das nach Eingabe des zweiten Faktors dort so gewählt.',
        'Pendant 30 jours, votre mot de passe suffit à un navigateur pour se connecter à votre compte\u00a0: quelqu’un, probablement vous, l’a choisi après y avoir donné le second facteur.',
        'Dertig dagen lang heeft één browser alleen uw wachtwoord nodig om zich bij uw account aan te melden: iemand, waarschijnlijk u, heeft dat daar na het opgeven van de tweede factor zo gekozen.',
      ],
      [
        'The list of your logins in the portal shows it, and ends it.',
        'Die Liste Ihrer Anmeldungen im Portal zeigt es und beendet es.',
        'La liste de vos connexions dans le portail le montre et permet d’y mettre fin.',
        'De lijst van uw aanmeldingen in het portaal toont dit en beëindigt het.',
      ],
      TELL,
    ],
    'own data shown': [
      [
        'The data of your account was asked for',
        'Die Daten Ihres Kontos wurden angefordert',
        'Les données de votre compte ont été demandées',
        'De gegevens van uw account zijn opgevraagd',
      ],
      [
        'Somebody, probably you, has asked to see and download all that this service holds about you, with your password and, if you have one, your second factor.',
        'Jemand, vermutlich Sie, wollte alles sehen und herunterladen, was dieser Dienst über Sie gespeichert hat, und hat dafür Ihr Passwort und, falls Sie einen haben, Ihren zweiten Faktor angegeben.',
        'Quelqu’un, probablement vous, a demandé à voir et à télécharger tout ce que ce service conserve à votre sujet, avec votre mot de passe et, si vous en avez un, votre second facteur.',
        'Iemand, waarschijnlijk u, heeft gevraagd om alles te zien en te downloaden wat deze dienst over u bewaart, met uw wachtwoord en, als u die hebt, uw tweede factor.',
      ],
      [
        'If it was not you, please choose a new password at once, and tell whoever runs the service.',
        'Wenn Sie es nicht waren, wählen Sie bitte sofort ein neues Passwort und benachrichtigen Sie den Betreiber des Dienstes.',
        'Si ce n’était pas vous, veuillez choisir immédiatement un nouveau mot de passe et prévenir le responsable du service.',
        'Was u het niet, kies dan meteen een nieuw wachtwoord en waarschuw de beheerder van de dienst.',
      ],
    ],
    'account closed': [
      ['Your account is closed', 'Ihr Konto ist geschlossen', 'Votre compte est fermé', 'Uw account is gesloten'],
      [
        'Your account was closed, with your password and, if you had one, your second factor. It cannot be opened again; with this address a new one can be registered.',
        'Ihr Konto wurde geschlossen, mit Ihrem Passwort und, falls Sie einen hatten, Ihrem zweiten Faktor. Es lässt sich nicht wieder öffnen; mit dieser Adresse kann ein neues registriert werden.',
        'Votre compte a été fermé, avec votre mot de passe et, si vous en aviez un, votre second facteur. Il ne peut pas être rouvert, mais un nouveau compte peut être créé avec cette adresse.',
        'Uw account is gesloten, met uw wachtwoord en, als u die had, uw tweede factor. Het kan niet opnieuw worden geopend; met dit adres kan een nieuw account worden geregistreerd.',
      ],
      TELL,
    ],
    'cover wanted': [
      [
        'A colleague asks you to stand in',
        'Jemand bittet Sie um eine Vertretung',
        'On vous demande un remplacement',
        'Iemand vraagt u om waar te nemen',
      ],
      [
        'You were asked to stand in for a colleague of this service on some days.',
        'Sie wurden gebeten, an einigen Tagen jemanden aus diesem Dienst zu vertreten.',
        'On vous a demandé de remplacer une personne de ce service pendant quelques jours.',
        'U bent gevraagd om op enkele dagen waar te nemen voor iemand van deze dienst.',
      ],
      [
        'Please sign in to see for whom and when, and to agree or decline. Until you agree, nothing changes.',
        'Bitte melden Sie sich an, um zu sehen, wen und wann, und um zuzustimmen oder abzulehnen. Bis Sie zustimmen, ändert sich nichts.',
        'Veuillez vous connecter pour voir qui et quand, et pour accepter ou refuser. Tant que vous n’avez pas accepté, rien ne change.',
        'Meld u aan om te zien voor wie en wanneer, en om akkoord te gaan of te weigeren. Zolang u niet akkoord gaat, verandert er niets.',
      ],
    ],
    'cover changed': [
      [
        'Who stands in for whom has changed',
        'Eine Vertretung hat sich geändert',
        'Un remplacement a changé',
        'Een waarneming is veranderd',
      ],
      [
        'In this service, it has changed who stands in for you, or for whom you stand in.',
        'In diesem Dienst hat sich geändert, wer Sie vertritt oder wen Sie vertreten.',
        'Dans ce service, la personne qui vous remplace, ou que vous remplacez, a changé.',
        'In deze dienst is veranderd wie voor u waarneemt, of voor wie u waarneemt.',
      ],
      toSignIn([
        'Please sign in to see what holds now. You can end it there at any time.',
        'Bitte melden Sie sich an, um zu sehen, was jetzt gilt. Sie können die Vertretung dort jederzeit beenden.',
        'Veuillez vous connecter pour voir ce qui est valable maintenant. Vous pouvez y mettre fin à tout moment.',
        'Meld u aan om te zien wat nu geldt. U kunt de waarneming daar altijd beëindigen.',
      ]),
    ],
    'account disabled': [
      [
        'Your account was closed to sign-ins',
        'Ihr Konto wurde für Anmeldungen gesperrt',
        'Votre compte a été fermé',
        'Uw account is afgesloten',
      ],
      [
        'Whoever runs the practice has closed your account: nobody can sign in to it. What it holds stays.',
        'Die Praxisleitung hat Ihr Konto gesperrt: Niemand kann sich damit anmelden. Was es enthält, bleibt.',
        'Un responsable du cabinet a fermé votre compte\u00a0: personne ne peut s’y connecter. Ce qu’il contient est conservé.',
        'Een beheerder van de praktijk heeft uw account afgesloten: niemand kan zich ermee aanmelden. Wat het bevat, blijft.',
      ],
      UNEXPECTED,
    ],
    'account enabled': [
      [
        'Your account is open again',
        'Ihr Konto ist wieder offen',
        'Votre compte est de nouveau ouvert',
        'Uw account is weer open',
      ],
      [
        'Whoever runs the practice has opened your account again: you can sign in as before.',
        'Die Praxisleitung hat Ihr Konto wieder geöffnet: Sie können sich wie zuvor anmelden.',
        'Un responsable du cabinet a rouvert votre compte\u00a0: vous pouvez vous connecter comme avant.',
        'Een beheerder van de praktijk heeft uw account weer geopend: u kunt zich aanmelden als voorheen.',
      ],
      UNEXPECTED,
    ],
    'staff disabled': [
      [
        'The account of a colleague was closed',
        'Ein Konto in der Praxis wurde gesperrt',
        'Le compte d’un collègue a été fermé',
        'Het account van een collega is afgesloten',
      ],
      [
        'Somebody who runs the practice, as you do, has closed the account of a colleague, or whoever has its e-mail address has said that it is somebody else’s.',
        'Jemand, der wie Sie zur Praxisleitung gehört, hat ein Konto im Praxisteam gesperrt, oder wer die zugehörige E-Mail-Adresse hat, hat gesagt, dass es ein fremdes Konto ist.',
        'Une personne qui, comme vous, est responsable du cabinet a fermé le compte d’un collègue, ou la personne qui a l’adresse e-mail de ce compte a dit qu’il n’est pas à elle.',
        'Iemand die net als u beheerder van de praktijk is, heeft het account van een collega afgesloten, of wie het e-mailadres ervan heeft, heeft gezegd dat het account van iemand anders is.',
      ],
      toSignIn([
        'Please sign in to see whose, and to give to somebody else what waits there. If it was wrong, you can open the account again there, unless it has lost its address.',
        'Bitte melden Sie sich an, um zu sehen, wessen Konto es ist, und um zu übergeben, was dort wartet. War das falsch, können Sie ein Konto, das eine Adresse hat, dort wieder öffnen.',
        'Veuillez vous connecter pour voir lequel, et pour confier à quelqu’un d’autre ce qui y attend. Si c’était une erreur, vous pouvez rouvrir un compte qui a une adresse.',
        'Meld u aan om te zien van wie, en om over te dragen wat daar wacht. Was het niet juist, dan kunt u een account dat een adres heeft daar weer openen.',
      ]),
    ],
    'address kept': [
      [
        'Your account keeps its e-mail address',
        'Ihr Konto behält seine E-Mail-Adresse',
        'Votre compte garde son adresse e-mail',
        'Uw account houdt zijn e-mailadres',
      ],
      [
        'Whoever runs the practice wanted to give your account another e-mail address. This was taken back: this address stays.',
        'Die Praxisleitung wollte Ihrem Konto eine andere E-Mail-Adresse geben. Das wurde zurückgenommen: Diese Adresse bleibt.',
        'Un responsable du cabinet voulait donner une autre adresse e-mail à votre compte. Il y a renoncé\u00a0: cette adresse reste.',
        'Een beheerder van de praktijk wilde uw account een ander e-mailadres geven. Dat is teruggenomen: dit adres blijft.',
      ],
      UNEXPECTED,
    ],
    'address given': [
      [
        'Your account is to get another e-mail address',
        'Ihr Konto soll eine andere E-Mail-Adresse bekommen',
        'Votre compte va recevoir une autre adresse e-mail',
        'Uw account krijgt een ander e-mailadres',
      ],
      [
        `Whoever runs the practice wants to give your account another e-mail address. It changes in ${HOURS_TO_KEEP} hours.`,
        `Die Praxisleitung möchte Ihrem Konto eine andere E-Mail-Adresse geben. Sie gilt in ${HOURS_TO_KEEP} Stunden.`,
        `Un responsable du cabinet veut donner une autre adresse e-mail à votre compte. Elle changera dans ${HOURS_TO_KEEP} heures.`,
        `Een beheerder van de praktijk wil uw account een ander e-mailadres geven. Het verandert over ${HOURS_TO_KEEP} uur.`,
      ],
      toSignIn([
        'Do you want to keep this address? Then please sign in within this time: that is enough, and nothing changes. You change your address yourself under My account.',
        'Möchten Sie diese Adresse behalten? Dann melden Sie sich bitte in dieser Zeit an: Das genügt, und nichts ändert sich. Selbst ändern Sie Ihre Adresse unter „Mein Konto“.',
        'Voulez-vous garder cette adresse ? Veuillez alors vous connecter dans ce délai\u00a0: cela suffit, et rien ne change. Vous changez vous-même votre adresse sous « Mon compte ».',
        'Wilt u dit adres houden? Meld u dan binnen die tijd aan: dat is genoeg, en er verandert niets. Zelf wijzigt u uw adres onder Mijn account.',
      ]),
      UNEXPECTED,
    ],
    'team changed': [
      [
        'Who works with whom has changed',
        'Wer mit wem arbeitet, hat sich geändert',
        'Les équipes du cabinet ont changé',
        'Wie met wie werkt, is veranderd',
      ],
      [
        'Who assists whom has changed, and it concerns you.',
        'Wer wem assistiert, hat sich geändert, und das betrifft Sie.',
        'Qui assiste qui a changé, et cela vous concerne.',
        'Wie wie assisteert, is veranderd, en dat betreft u.',
      ],
      toSignIn([
        'Please sign in to see it.',
        'Bitte melden Sie sich an, um es zu sehen.',
        'Veuillez vous connecter pour le voir.',
        'Meld u aan om het te zien.',
      ]),
      UNEXPECTED,
    ],
    'managers changed': [
      [
        'Who runs the practice has changed',
        'Die Praxisleitung hat sich geändert',
        'Les responsables du cabinet ont changé',
        'De beheerders van de praktijk zijn veranderd',
      ],
      [
        'Somebody runs the practice from now on, or does not any more.',
        'Jemand gehört ab jetzt zur Praxisleitung, oder nicht mehr.',
        'Une personne est désormais responsable du cabinet, ou ne l’est plus.',
        'Iemand is vanaf nu beheerder van de praktijk, of niet meer.',
      ],
      toSignIn([
        'If you run the practice, please sign in to see who does.',
        'Wenn Sie zur Praxisleitung gehören, melden Sie sich bitte an, um zu sehen, wer dazugehört.',
        'Si vous êtes responsable du cabinet, veuillez vous connecter pour voir qui l’est.',
        'Bent u beheerder, meld u dan aan om te zien wie het zijn.',
      ]),
      [
        'If you did not expect this, please tell whoever runs the service.',
        'Wenn Sie das nicht erwartet haben, sagen Sie es bitte dem Betreiber des Dienstes.',
        'Si vous ne vous y attendiez pas, veuillez prévenir le responsable du service.',
        'Had u dit niet verwacht, zeg het dan tegen de beheerder van de dienst.',
      ],
    ],
    reset: {
      subject: [
        'A code for a new password',
        'Ein Code für ein neues Passwort',
        'Un code pour un nouveau mot de passe',
        'Een code voor een nieuw wachtwoord',
      ],
      before: [
        'Somebody, probably you, asked for a new password for your account. This code lets you choose it:',
        'Jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert. Mit diesem Code können Sie es festlegen:',
        'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte. Ce code vous permet de le choisir\u00a0:',
        'Iemand, waarschijnlijk uzelf, heeft een nieuw wachtwoord voor uw account aangevraagd. Met deze code kunt u het kiezen:',
      ],
      after: [
        CODE,
        IN_LINK,
        [
          'If you did not ask for it, you need not do anything: your password stays as it is.',
          'Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
          'Si vous ne l’avez pas demandé, vous n’avez rien à faire\u00a0: votre mot de passe reste inchangé.',
          'Hebt u de code niet aangevraagd, dan hoeft u niets te doen: uw wachtwoord blijft ongewijzigd.',
        ],
      ],
    },
    'new address': {
      subject: [
        'A code to confirm your e-mail address',
        'Ein Code zur Bestätigung Ihrer E-Mail-Adresse',
        'Un code pour confirmer votre adresse e-mail',
        'Een code om uw e-mailadres te bevestigen',
      ],
      before: [
        'Somebody, probably you, wants to use this e-mail address for an account. This code confirms that it is yours:',
        'Jemand, wahrscheinlich Sie selbst, möchte diese E-Mail-Adresse für ein Konto verwenden. Mit diesem Code bestätigen Sie, dass sie Ihnen gehört:',
        'Quelqu’un, probablement vous, souhaite utiliser cette adresse e-mail pour un compte. Ce code confirme qu’elle vous appartient\u00a0:',
        'Iemand, waarschijnlijk uzelf, wil dit e-mailadres voor een account gebruiken. Met deze code bevestigt u dat het van u is:',
      ],
      after: [
        CODE,
        IN_LINK,
        [
          'If it was not you, you need not do anything: the address will not be used.',
          'Wenn Sie das nicht selbst waren, müssen Sie nichts tun: Die Adresse wird dann nicht verwendet.',
          'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire\u00a0: l’adresse ne sera pas utilisée.',
          'Hebt u dit niet zelf gedaan, dan hoeft u niets te doen: het adres wordt niet gebruikt.',
        ],
      ],
    },
    'account made': {
      subject: [
        'Is this account yours?',
        'Gehört dieses Konto Ihnen?',
        'Ce compte est-il à vous ?',
        'Is dit account van u?',
      ],
      roles: {
        Doc: ['as a doctor', 'als Arzt oder Ärztin', 'comme médecin', 'als arts'],
        Ast: ['as an assistant', 'als Assistenz', 'comme assistant', 'als assistent'],
        Par: ['as a parent or guardian', 'als Elternteil oder Vormund', 'comme parent ou tuteur', 'als ouder of voogd'],
      },
      makers: {
        A: [
          'by a program (variant A)',
          'durch ein Programm (Variante A)',
          'par un programme (variante A)',
          'door een programma (variant A)',
        ],
        B: [
          'by a program (variant B)',
          'durch ein Programm (Variante B)',
          'par un programme (variante B)',
          'door een programma (variant B)',
        ],
        portal: ['in the portal', 'im Portal', 'sur le portail', 'in het portaal'],
        operator: [
          'by whoever runs the service',
          'durch den Betreiber des Dienstes',
          'par le responsable du service',
          'door de beheerder van de dienst',
        ],
        other: ['by a program', 'durch ein Programm', 'par un programme', 'door een programma'],
      },
      made: (role, moment, maker) => [
        `An account was made with this e-mail address: ${[role, `on ${moment}`, maker].filter(Boolean).join(', ')}.`,
        `Mit dieser E-Mail-Adresse wurde ein Konto angelegt: ${[role, `am ${moment}`, maker].filter(Boolean).join(', ')}.`,
        `Un compte a été créé avec cette adresse e-mail : ${[role, `le ${moment}`, maker].filter(Boolean).join(', ')}.`,
        `Met dit e-mailadres is een account gemaakt: ${[role, `op ${moment}`, maker].filter(Boolean).join(', ')}.`,
      ],
      before: [
        'Please say on this page whether it is yours. Opening the page changes nothing:',
        'Bitte sagen Sie auf dieser Seite, ob es Ihres ist. Das Öffnen der Seite allein ändert nichts:',
        'Merci de dire sur cette page s’il est à vous. Ouvrir la page ne change rien :',
        'Zeg alstublieft op deze pagina of het van u is. De pagina openen verandert niets:',
      ],
      after: [
        [
          'If you made this account, you confirm your e-mail address there.',
          'Wenn Sie das Konto angelegt haben, bestätigen Sie dort Ihre E-Mail-Adresse.',
          'Si vous avez créé ce compte, vous y confirmez votre adresse e-mail.',
          'Hebt u dit account gemaakt, dan bevestigt u daar uw e-mailadres.',
        ],
        [
          'If you did not make it, say so there: nobody can use it with your address any more.',
          'Wenn Sie es nicht angelegt haben, sagen Sie es dort: Dann kann es niemand mehr mit Ihrer Adresse benutzen.',
          'Si vous ne l’avez pas créé, dites-le sur cette page : plus personne ne pourra l’utiliser avec votre adresse.',
          'Hebt u het niet gemaakt, zeg dat dan daar: niemand kan het dan nog met uw adres gebruiken.',
        ],
        [
          `The link is valid for ${DAYS_TO_PROVE} days. Please show it to nobody.`,
          `Der Link gilt ${DAYS_TO_PROVE} Tage lang. Bitte zeigen Sie ihn niemandem.`,
          `Le lien est valable ${DAYS_TO_PROVE} jours. Veuillez ne le montrer à personne.`,
          `De link is ${DAYS_TO_PROVE} dagen geldig. Laat hem aan niemand zien.`,
        ],
      ],
      code: [
        'If the page asks for a code, it is this one:',
        'Wenn die Seite nach einem Code fragt, ist es dieser:',
        'Si la page demande un code, le voici :',
        'Vraagt de pagina om een code, dan is het deze:',
      ],
    },
  },
  somebody: ['A parent or guardian', 'Ein Elternteil oder Vormund', 'Un parent ou un tuteur', 'Een ouder of voogd'],
  colleague: [
    'Somebody who runs the practice',
    'Die Praxisleitung',
    'Un responsable du cabinet',
    'Een beheerder van de praktijk',
  ],
  invitations: {
    'parent invited': (inviter, days = DAYS) => ({
      subject: [
        'An invitation to share an entry',
        'Eine Einladung, einen Eintrag gemeinsam zu führen',
        'Une invitation à partager une fiche',
        'Een uitnodiging om gegevens te delen',
      ],
      before: [
        `${inviter} invites you to share an entry in this service, as a parent or guardian. With this code you accept the invitation:`,
        `${inviter} lädt Sie ein, als Elternteil oder Vormund einen Eintrag in diesem Dienst gemeinsam zu führen. Mit diesem Code nehmen Sie die Einladung an:`,
        `${inviter} vous invite à partager une fiche dans ce service, en tant que parent ou tuteur. Ce code vous permet d’accepter l’invitation\u00a0:`,
        `${inviter} nodigt u uit om als ouder of voogd gegevens in deze dienst te delen. Met deze code neemt u de uitnodiging aan:`,
      ],
      after: [
        [
          `The code is valid for ${days} days and works once. Please show it to nobody.`,
          `Der Code gilt ${days} Tage lang und nur einmal. Bitte zeigen Sie ihn niemandem.`,
          `Ce code est valable ${days} jours et ne peut être utilisé qu’une seule fois. Veuillez ne le montrer à personne.`,
          `De code is ${days} dagen geldig en werkt één keer. Laat de code aan niemand zien.`,
        ],
        [
          'To use it, please sign in to the service with a parent account that has exactly this e-mail address, or register one.',
          'Bitte melden Sie sich dafür mit einem Elternkonto an, das genau diese E-Mail-Adresse hat, oder registrieren Sie eines.',
          'Pour l’utiliser, veuillez vous connecter au service avec un compte de parent qui a exactement cette adresse e-mail, ou en créer un.',
          'Meld u daarvoor bij de dienst aan met een ouderaccount dat precies dit e-mailadres heeft, of registreer er een.',
        ],
        IN_LINK,
        NOTHING_SHARED,
      ],
    }),
    'already a parent': (inviter) => [
      [
        'An invitation that you do not need',
        'Eine Einladung, die Sie nicht brauchen',
        'Une invitation dont vous n’avez pas besoin',
        'Een uitnodiging die u niet nodig hebt',
      ],
      [
        `${inviter} has invited this e-mail address to share an entry in this service.`,
        `${inviter} hat diese E-Mail-Adresse eingeladen, einen Eintrag in diesem Dienst gemeinsam zu führen.`,
        `${inviter} a invité cette adresse e-mail à partager une fiche dans ce service.`,
        `${inviter} heeft dit e-mailadres uitgenodigd om gegevens in deze dienst te delen.`,
      ],
      [
        'You share it already, so you need not do anything.',
        'Sie führen ihn bereits mit und müssen nichts tun.',
        'Vous la partagez déjà et n’avez rien à faire.',
        'U deelt ze al en hoeft niets te doen.',
      ],
    ],
    'no parent account': (inviter) => [
      [
        'An invitation that your account cannot accept',
        'Eine Einladung, die Ihr Konto nicht annehmen kann',
        'Une invitation que votre compte ne peut pas accepter',
        'Een uitnodiging die uw account niet kan aannemen',
      ],
      [
        `${inviter} has invited this e-mail address to share an entry in this service, as a parent or guardian.`,
        `${inviter} hat diese E-Mail-Adresse eingeladen, als Elternteil oder Vormund einen Eintrag in diesem Dienst gemeinsam zu führen.`,
        `${inviter} a invité cette adresse e-mail à partager une fiche dans ce service, en tant que parent ou tuteur.`,
        `${inviter} heeft dit e-mailadres uitgenodigd om als ouder of voogd gegevens in deze dienst te delen.`,
      ],
      [
        'The account with this address is not a parent account, so it cannot accept. If you want to share the entry, please register a parent account with another e-mail address, and ask for an invitation to that one.',
        'Das Konto mit dieser Adresse ist kein Elternkonto und kann die Einladung nicht annehmen. Wenn Sie den Eintrag mitführen möchten, registrieren Sie bitte ein Elternkonto mit einer anderen E-Mail-Adresse, und bitten Sie um eine Einladung an diese.',
        'Le compte qui a cette adresse n’est pas un compte de parent et ne peut pas accepter l’invitation. Si vous souhaitez partager la fiche, veuillez créer un compte de parent avec une autre adresse e-mail, puis demander une invitation à cette adresse.',
        'Het account met dit adres is geen ouderaccount en kan de uitnodiging niet aannemen. Wilt u de gegevens delen, registreer dan een ouderaccount met een ander e-mailadres en vraag om een uitnodiging op dat adres.',
      ],
      NOTHING_SHARED,
    ],
    'staff invited': (inviter) => ({
      subject: [
        'An invitation to work in this service',
        'Eine Einladung, in diesem Dienst zu arbeiten',
        'Une invitation à travailler dans ce service',
        'Een uitnodiging om in deze dienst te werken',
      ],
      before: [
        `${inviter} invites you to work in this service. With this code you register:`,
        `${inviter} lädt Sie ein, in diesem Dienst zu arbeiten. Mit diesem Code registrieren Sie sich:`,
        `${inviter} vous invite à travailler dans ce service. Ce code vous permet de vous inscrire\u00a0:`,
        `${inviter} nodigt u uit om in deze dienst te werken. Met deze code registreert u zich:`,
      ],
      after: [
        [
          `The code is valid for ${STAFF_DAYS} days, works once, and for this e-mail address alone. Please show it to nobody.`,
          `Der Code gilt ${STAFF_DAYS} Tage lang, nur einmal, und nur für diese E-Mail-Adresse. Bitte zeigen Sie ihn niemandem.`,
          `Ce code est valable ${STAFF_DAYS} jours, une seule fois, et pour cette adresse e-mail seulement. Veuillez ne le montrer à personne.`,
          `De code is ${STAFF_DAYS} dagen geldig, één keer, en alleen voor dit e-mailadres. Laat hem aan niemand zien.`,
        ],
        IN_LINK,
        NOTHING_TO_DO,
      ],
    }),
    'has an account': (inviter) => [
      [
        'An invitation for which this address has an account already',
        'Eine Einladung, für deren Adresse es schon ein Konto gibt',
        'Une invitation dont l’adresse a déjà un compte',
        'Een uitnodiging waarvoor dit adres al een account heeft',
      ],
      [
        `${inviter} has invited this e-mail address to work in this service.`,
        `${inviter} hat diese E-Mail-Adresse eingeladen, in diesem Dienst zu arbeiten.`,
        `${inviter} a invité cette adresse e-mail à travailler dans ce service.`,
        `${inviter} heeft dit e-mailadres uitgenodigd om in deze dienst te werken.`,
      ],
      [
        'There is an account with this address already, so no other can be made. An account of a parent or guardian stays one: if you want to work in this service, please ask for an invitation to another e-mail address.',
        'Mit dieser Adresse gibt es schon ein Konto, deshalb kann kein weiteres angelegt werden. Das Konto eines Elternteils oder Vormunds bleibt ein solches: Wenn Sie in diesem Dienst arbeiten möchten, bitten Sie um eine Einladung an eine andere E-Mail-Adresse.',
        'Il existe déjà un compte avec cette adresse, on ne peut donc pas en créer un autre. Le compte d’un parent ou d’un tuteur le reste\u00a0: si vous souhaitez travailler dans ce service, veuillez demander une invitation à une autre adresse e-mail.',
        'Er is al een account met dit adres, dus er kan geen ander worden gemaakt. Een account van een ouder of voogd blijft dat: wilt u in deze dienst werken, vraag dan om een uitnodiging op een ander e-mailadres.',
      ],
      NOTHING_TO_DO,
    ],
  },
};

export const mailWords = translations(ROWS);
