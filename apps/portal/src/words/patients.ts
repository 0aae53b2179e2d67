import { translations } from './translations.ts';

/** Texts about children that staff look after until a parent joins (D-42). */
export const patientWords = translations(
  {
    enter: 'Enter a child',
    enterHint: 'Use this for a child whose parents have no account yet. A parent joins by mail, or by a code on paper.',
    about: 'What is its first case about?',
    alike: 'A child like this is on the list already. Open it, or go on if yours is another child.',
    isOther: 'It is another child: enter it',
    data: 'Data and parents of the child',
    noParents: 'No parent has joined yet',
    noParentHere: 'No parent can sign in',
    correct: 'Correct the data',
    emptyNumber: 'If you enter no number, the one that is known stays.',
    invite: 'Invite a parent by mail',
    inviteText:
      'The address gets a mail that names you, with a code for seven days. It takes a parent account with exactly this address. If the address cannot join, the mail says why.',
    paper: 'Print a code for a parent',
    paperText:
      'Whoever has the code and knows the date of birth becomes a parent of the child here. It works once, for 30 days. A code that was printed before ends now.',
    paperUntil: (day: string) => `A printed code is good until ${day}`,
    withdrawTitle: 'Withdraw the invitation of a parent',
    paperWithdraw: 'Withdraw the printed code',
    paperWithdrawText: 'The printed code will no longer work. You can print another one.',
    sheet: {
      title: 'How to see your child here',
      open: (address: string) => `Scan the code below, or open ${address} in a browser.`,
      account: 'Sign in, or register as a parent.',
      type: 'Enter this code, and the date of birth of your child:',
      until: (day: string) => `The code works once, until ${day}. Show it to nobody else.`,
      qrLabel: 'QR code with the address and the code',
      gone: 'The code is shown once, for a few minutes. If nobody has it, print another one: that ends the one before.',
      forWhom: (name: string) => `For a parent of ${name}. The paper names no child.`,
    },
    removeParent: 'Remove a parent',
    removeParentText:
      'This person will not see the child, its cases and its certificates here any more. This person and the other parents are told by mail. Your reason stands in the history of the cases.',
  },
  {
    de: {
      enter: 'Kind eintragen',
      enterHint:
        'Für ein Kind, dessen Eltern noch kein Konto haben. Ein Elternteil kommt per E-Mail dazu, oder mit einem Code auf Papier.',
      about: 'Worum geht es im ersten Fall?',
      alike:
        'Ein solches Kind steht schon auf der Liste. Öffnen Sie es, oder fahren Sie fort, wenn Ihres ein anderes ist.',
      isOther: 'Es ist ein anderes Kind: eintragen',
      data: 'Angaben und Eltern des Kindes',
      noParents: 'Noch kein Elternteil ist dabei',
      noParentHere: 'Kein Elternteil kann sich anmelden',
      correct: 'Angaben berichtigen',
      emptyNumber: 'Wenn Sie keine Nummer eingeben, bleibt die bekannte.',
      invite: 'Einen Elternteil per E-Mail einladen',
      inviteText:
        'Die Adresse bekommt eine E-Mail, die Sie nennt, mit einem Code für sieben Tage. Dafür braucht es ein Elternkonto mit genau dieser Adresse. Wenn die Adresse nicht beitreten kann, sagt die E-Mail, warum.',
      paper: 'Einen Code für einen Elternteil drucken',
      paperText:
        'Wer den Code hat und das Geburtsdatum kennt, wird hier Elternteil des Kindes. Er gilt einmal, 30 Tage lang. Ein früher gedruckter Code gilt dann nicht mehr.',
      paperUntil: (day) => `Ein gedruckter Code gilt bis ${day}`,
      withdrawTitle: 'Einladung eines Elternteils zurückziehen',
      paperWithdraw: 'Den gedruckten Code zurückziehen',
      paperWithdrawText: 'Der gedruckte Code gilt dann nicht mehr. Sie können einen neuen drucken.',
      sheet: {
        title: 'So sehen Sie Ihr Kind hier',
        open: (address) => `Scannen Sie den Code unten, oder öffnen Sie ${address} in einem Browser.`,
        account: 'Melden Sie sich an, oder registrieren Sie sich als Elternteil.',
        type: 'Geben Sie diesen Code und das Geburtsdatum Ihres Kindes ein:',
        until: (day) => `Der Code gilt einmal, bis ${day}. Zeigen Sie ihn sonst niemandem.`,
        qrLabel: 'QR-Code mit der Adresse und dem Code',
        gone: 'Der Code wird einmal gezeigt, ein paar Minuten lang. Wenn ihn niemand hat, drucken Sie einen neuen: Der vorige gilt dann nicht mehr.',
        forWhom: (name) => `Für einen Elternteil von ${name}. Auf dem Papier steht kein Kind.`,
      },
      removeParent: 'Einen Elternteil entfernen',
      removeParentText:
        'Diese Person sieht das Kind, seine Fälle und seine Bescheinigungen hier nicht mehr. Sie und die anderen Eltern werden per E-Mail benachrichtigt. Ihr Grund steht im Verlauf der Fälle.',
    },
    fr: {
      enter: 'Inscrire un enfant',
      enterHint:
        'Pour un enfant dont les parents n’ont pas encore de compte. Un parent le rejoint par e-mail, ou avec un code sur papier.',
      about: 'Sur quoi porte son premier dossier\u00a0?',
      alike: 'Un enfant semblable est déjà sur la liste. Ouvrez-le, ou continuez si le vôtre est un autre enfant.',
      isOther: 'C’est un autre enfant\u00a0: l’inscrire',
      data: 'Données et parents de l’enfant',
      noParents: 'Aucun parent n’est encore là',
      noParentHere: 'Aucun parent ne peut se connecter',
      correct: 'Corriger les données',
      emptyNumber: 'Si vous ne saisissez aucun numéro, celui qui est connu reste.',
      invite: 'Inviter un parent par e-mail',
      inviteText:
        'L’adresse reçoit un e-mail qui vous nomme, avec un code valable sept jours. Il faut un compte de parent avec exactement cette adresse. Si l’adresse ne peut pas rejoindre l’enfant, le e-mail dit pourquoi.',
      paper: 'Imprimer un code pour un parent',
      paperText:
        'Qui a le code et connaît la date de naissance devient ici parent de l’enfant. Il sert une fois, pendant 30 jours. Un code imprimé avant ne vaut alors plus.',
      paperUntil: (day) => `Un code imprimé vaut jusqu’au ${day}`,
      withdrawTitle: 'Retirer l’invitation d’un parent',
      paperWithdraw: 'Retirer le code imprimé',
      paperWithdrawText: 'Le code imprimé ne vaudra plus. Vous pouvez en imprimer un autre.',
      sheet: {
        title: 'Comment voir votre enfant ici',
        open: (address) => `Scannez le code ci-dessous, ou ouvrez ${address} dans un navigateur.`,
        account: 'Connectez-vous, ou inscrivez-vous comme parent.',
        type: 'Saisissez ce code et la date de naissance de votre enfant\u00a0:',
        until: (day) => `Le code sert une fois, jusqu’au ${day}. Ne le montrez à personne d’autre.`,
        qrLabel: 'Code QR avec l’adresse et le code',
        gone: 'Le code est montré une fois, pendant quelques minutes. Si personne ne l’a, imprimez-en un autre\u00a0: le précédent ne vaut alors plus.',
        forWhom: (name) => `Pour un parent de ${name}. Le papier ne nomme aucun enfant.`,
      },
      removeParent: 'Retirer un parent',
      removeParentText:
        'Cette personne ne verra plus ici l’enfant, ses dossiers ni ses attestations. Elle et les autres parents sont avertis par e-mail. Votre motif figure dans l’historique des dossiers.',
    },
    nl: {
      enter: 'Een kind invoeren',
      enterHint:
        'Voor een kind van wie de ouders nog geen account hebben. Een ouder sluit zich aan per e-mail, of met een code op papier.',
      about: 'Waar gaat de eerste zaak over?',
      alike: 'Zo’n kind staat al op de lijst. Open het, of ga verder als het uwe een ander kind is.',
      isOther: 'Het is een ander kind: invoeren',
      data: 'Gegevens en ouders van het kind',
      noParents: 'Nog geen ouder heeft zich aangesloten',
      noParentHere: 'Geen ouder kan inloggen',
      correct: 'De gegevens corrigeren',
      emptyNumber: 'Als u geen nummer invoert, blijft het bekende staan.',
      invite: 'Een ouder per e-mail uitnodigen',
      inviteText:
        'Het adres krijgt een e-mail die u noemt, met een code voor zeven dagen. Er is een ouderaccount met precies dit adres voor nodig. Als het adres zich niet kan aansluiten, zegt de e-mail waarom.',
      paper: 'Een code voor een ouder afdrukken',
      paperText:
        'Wie de code heeft en de geboortedatum kent, wordt hier ouder van het kind. Hij werkt één keer, 30 dagen lang. Een eerder afgedrukte code werkt dan niet meer.',
      paperUntil: (day) => `Een afgedrukte code is geldig tot en met ${day}`,
      withdrawTitle: 'De uitnodiging van een ouder intrekken',
      paperWithdraw: 'De afgedrukte code intrekken',
      paperWithdrawText: 'De afgedrukte code werkt dan niet meer. U kunt een andere afdrukken.',
      sheet: {
        title: 'Zo ziet u uw kind hier',
        open: (address) => `Scan de code hieronder, of open ${address} in een browser.`,
        account: 'Log in, of registreer u als ouder.',
        type: 'Voer deze code in, en de geboortedatum van uw kind:',
        until: (day) => `De code werkt één keer, tot en met ${day}. Laat hem aan niemand anders zien.`,
        qrLabel: 'QR-code met het adres en de code',
        gone: 'De code wordt één keer getoond, een paar minuten lang. Als niemand hem heeft, druk dan een andere af: de vorige werkt dan niet meer.',
        forWhom: (name) => `Voor een ouder van ${name}. Op het papier staat geen kind.`,
      },
      removeParent: 'Een ouder verwijderen',
      removeParentText:
        'Deze persoon ziet het kind, de zaken en de verklaringen hier niet meer. Deze persoon en de andere ouders krijgen een e-mail. Uw reden staat in de geschiedenis van de zaken.',
    },
  },
);
