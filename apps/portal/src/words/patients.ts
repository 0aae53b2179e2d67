import { translations } from '@health-case/domain/model/translations';
import { elided } from './french.ts';

/** Texts about children that staff look after until a parent joins (D-42). */
export const patientWords = translations({
  enter: ['Enter a child', 'Kind eintragen', 'Inscrire un enfant', 'Een kind invoeren'],
  noDoctor: [
    'At present you work for no doctor who can sign in, so you cannot enter a child. A doctor adds you by your e-mail address, or a manager does.',
    'Zurzeit arbeiten Sie für niemanden, für den Sie ein Kind eintragen könnten. Eine Ärztin, ein Arzt oder wer die Praxis verwaltet, fügt Sie über Ihre E-Mail-Adresse hinzu.',
    'Vous ne travaillez actuellement pour aucun médecin qui puisse se connecter\u00a0: vous ne pouvez pas saisir d’enfant. Un médecin ou un responsable vous ajoute par votre adresse e-mail.',
    'U werkt op dit moment voor geen arts die zich kan aanmelden, dus u kunt geen kind invoeren. Een arts of een beheerder voegt u toe met uw e-mailadres.',
  ],
  enterHint: [
    'Use this for a child whose parents have no account yet. A parent joins by mail, or by a code on paper.',
    'Für ein Kind, dessen Eltern noch kein Konto haben. Ein Elternteil kommt per E-Mail dazu, oder mit einem Code auf Papier.',
    'Pour un enfant dont les parents n’ont pas encore de compte. Un parent le rejoint par e-mail, ou avec un code sur papier.',
    'Voor een kind van wie de ouders nog geen account hebben. Een ouder sluit zich aan per e-mail, of met een code op papier.',
  ],
  about: [
    'What is its first case about?',
    'Worum geht es im ersten Fall?',
    'Sur quoi porte son premier dossier\u00a0?',
    'Waar gaat de eerste zaak over?',
  ],
  alike: [
    'A child like this is on the list already. Open it, or go on if yours is another child.',
    'Ein solches Kind steht schon auf der Liste. Öffnen Sie es, oder fahren Sie fort, wenn Ihres ein anderes ist.',
    'Un enfant semblable est déjà sur la liste. Ouvrez-le, ou continuez si le vôtre est un autre enfant.',
    'Zo’n kind staat al op de lijst. Open het, of ga verder als het uwe een ander kind is.',
  ],
  isOther: [
    'It is another child: enter it',
    'Es ist ein anderes Kind: eintragen',
    'C’est un autre enfant\u00a0: l’inscrire',
    'Het is een ander kind: invoeren',
  ],
  data: [
    'Data and parents of the child',
    'Angaben und Eltern des Kindes',
    'Données et parents de l’enfant',
    'Gegevens en ouders van het kind',
  ],
  noParents: [
    'No parent has joined yet',
    'Noch kein Elternteil ist dabei',
    'Aucun parent n’est encore là',
    'Nog geen ouder heeft zich aangesloten',
  ],
  noParentHere: [
    'No parent can sign in',
    'Kein Elternteil kann sich anmelden',
    'Aucun parent ne peut se connecter',
    'Geen ouder kan zich aanmelden',
  ],
  correct: ['Correct the data', 'Angaben berichtigen', 'Corriger les données', 'De gegevens corrigeren'],
  emptyNumber: [
    'If you enter no number, the one that is known stays.',
    'Wenn Sie keine Nummer eingeben, bleibt die bekannte.',
    'Si vous ne saisissez aucun numéro, celui qui est connu reste.',
    'Als u geen nummer invoert, blijft het bekende staan.',
  ],
  invite: [
    'Invite a parent by mail',
    'Einen Elternteil per E-Mail einladen',
    'Inviter un parent par e-mail',
    'Een ouder per e-mail uitnodigen',
  ],
  inviteText: [
    'The address gets a mail that names you, with a code for seven days. It takes a parent account with exactly this address. If the address cannot join, the mail says why.',
    'Die Adresse bekommt eine E-Mail, die Sie nennt, mit einem Code für sieben Tage. Dafür braucht es ein Elternkonto mit genau dieser Adresse. Wenn die Adresse nicht beitreten kann, sagt die E-Mail, warum.',
    'L’adresse reçoit un e-mail qui vous nomme, avec un code valable sept jours. Il faut un compte de parent avec exactement cette adresse. Si l’adresse ne peut pas rejoindre l’enfant, le e-mail dit pourquoi.',
    'Het adres krijgt een e-mail die u noemt, met een code voor zeven dagen. Er is een ouderaccount met precies dit adres voor nodig. Als het adres zich niet kan aansluiten, zegt de e-mail waarom.',
  ],
  paper: [
    'Print a code for a parent',
    'Einen Code für einen Elternteil drucken',
    'Imprimer un code pour un parent',
    'Een code voor een ouder afdrukken',
  ],
  paperText: [
    'Whoever has the code and knows the date of birth becomes a parent of the child here. It works once, for 30 days. A code that was printed before ends now.',
    'Wer den Code hat und das Geburtsdatum kennt, wird hier Elternteil des Kindes. Er gilt einmal, 30 Tage lang. Ein früher gedruckter Code gilt dann nicht mehr.',
    'Qui a le code et connaît la date de naissance devient ici parent de l’enfant. Il sert une fois, pendant 30 jours. Un code imprimé avant ne vaut alors plus.',
    'Wie de code heeft en de geboortedatum kent, wordt hier ouder van het kind. Hij werkt één keer, 30 dagen lang. Een eerder afgedrukte code werkt dan niet meer.',
  ],
  paperUntil: (day: string) => [
    `A printed code is good until ${day}`,
    `Ein gedruckter Code gilt bis ${day}`,
    `Un code imprimé vaut jusqu’au ${day}`,
    `Een afgedrukte code is geldig tot en met ${day}`,
  ],
  withdrawTitle: [
    'Withdraw the invitation of a parent',
    'Einladung eines Elternteils zurückziehen',
    'Retirer l’invitation d’un parent',
    'De uitnodiging van een ouder intrekken',
  ],
  paperWithdraw: [
    'Withdraw the printed code',
    'Den gedruckten Code zurückziehen',
    'Retirer le code imprimé',
    'De afgedrukte code intrekken',
  ],
  paperWithdrawText: [
    'The printed code will no longer work. You can print another one.',
    'Der gedruckte Code gilt dann nicht mehr. Sie können einen neuen drucken.',
    'Le code imprimé ne vaudra plus. Vous pouvez en imprimer un autre.',
    'De afgedrukte code werkt dan niet meer. U kunt een andere afdrukken.',
  ],
  sheet: {
    title: [
      'How to see your child here',
      'So sehen Sie Ihr Kind hier',
      'Comment voir votre enfant ici',
      'Zo ziet u uw kind hier',
    ],
    open: (address: string) => [
      `Scan the code below, or open ${address} in a browser.`,
      `Scannen Sie den Code unten, oder öffnen Sie ${address} in einem Browser.`,
      `Scannez le code ci-dessous, ou ouvrez ${address} dans un navigateur.`,
      `Scan de code hieronder, of open ${address} in een browser.`,
    ],
    account: [
      'Sign in, or register as a parent.',
      'Melden Sie sich an, oder registrieren Sie sich als Elternteil.',
      'Connectez-vous, ou inscrivez-vous comme parent.',
      'Meld u aan, of registreer u als ouder.',
    ],
    type: [
      'Enter this code, and the date of birth of your child:',
      'Geben Sie diesen Code und das Geburtsdatum Ihres Kindes ein:',
      'Saisissez ce code et la date de naissance de votre enfant\u00a0:',
      'Voer deze code in, en de geboortedatum van uw kind:',
    ],
    until: (day: string) => [
      `The code works once, until ${day}. Show it to nobody else.`,
      `Der Code gilt einmal, bis ${day}. Zeigen Sie ihn sonst niemandem.`,
      `Le code sert une fois, jusqu’au ${day}. Ne le montrez à personne d’autre.`,
      `De code werkt één keer, tot en met ${day}. Laat hem aan niemand anders zien.`,
    ],
    qrLabel: [
      'QR code with the address and the code',
      'QR-Code mit der Adresse und dem Code',
      'Code QR avec l’adresse et le code',
      'QR-code met het adres en de code',
    ],
    gone: [
      'The code is shown once, for a few minutes. If nobody has it, print another one: that ends the one before.',
      'Der Code wird einmal gezeigt, ein paar Minuten lang. Wenn ihn niemand hat, drucken Sie einen neuen: Der vorige gilt dann nicht mehr.',
      'Le code est montré une fois, pendant quelques minutes. Si personne ne l’a, imprimez-en un autre\u00a0: le précédent ne vaut alors plus.',
      'De code wordt één keer getoond, een paar minuten lang. Als niemand hem heeft, druk dan een andere af: de vorige werkt dan niet meer.',
    ],
    forWhom: (name: string) => [
      `For a parent of ${name}. The paper names no child.`,
      `Für einen Elternteil von ${name}. Auf dem Papier steht kein Kind.`,
      `Pour un parent ${elided('de', name)}. Le papier ne nomme aucun enfant.`,
      `Voor een ouder van ${name}. Op het papier staat geen kind.`,
    ],
  },
  removeParent: ['Remove a parent', 'Einen Elternteil entfernen', 'Retirer un parent', 'Een ouder verwijderen'],
  removeParentText: [
    'This person will not see the child, its cases and its certificates here any more. This person and the other parents are told by mail. Your reason stands in the history of the cases.',
    'Diese Person sieht das Kind, seine Fälle und seine Bescheinigungen hier nicht mehr. Sie und die anderen Eltern werden per E-Mail benachrichtigt. Ihr Grund steht im Verlauf der Fälle.',
    'Cette personne ne verra plus ici l’enfant, ses dossiers ni ses attestations. Elle et les autres parents sont avertis par e-mail. Votre motif figure dans l’historique des dossiers.',
    'Deze persoon ziet het kind, de zaken en de verklaringen hier niet meer. Deze persoon en de andere ouders krijgen een e-mail. Uw reden staat in de geschiedenis van de zaken.',
  ],
});
