import { translations } from '@health-case/domain/model/translations';

/** Texts of the pages of managers (D-40). */
export const manageWords = translations({
  title: ['Manage the practice', 'Praxis verwalten', 'Gérer le cabinet', 'Praktijk beheren'],
  taken: [
    'Somebody who works here has this address already, perhaps with a closed account: look among the doctors and assistants. Otherwise use another address.',
    'Diese Adresse hat schon jemand aus dem Praxisteam, vielleicht mit gesperrtem Konto: Sehen Sie unter „Ärztinnen, Ärzte und Praxisteam“ nach. Nehmen Sie sonst eine andere Adresse.',
    'Une personne du cabinet a déjà cette adresse, peut-être avec un compte fermé\u00a0: voyez parmi les médecins et assistants. Sinon, utilisez une autre adresse.',
    'Iemand die hier werkt heeft dit adres al, misschien met een gesloten account: kijk bij de artsen en assistenten. Gebruik anders een ander adres.',
  ],
  unreached: [
    'A mail did not arrive: check the address',
    'Eine E-Mail kam nicht an: Adresse prüfen',
    'Un e-mail n’est pas arrivé\u00a0: vérifiez l’adresse',
    'Een e-mail kwam niet aan: controleer het adres',
  ],
  invitations: {
    title: [
      'Invitations of staff',
      'Einladungen an das Praxisteam',
      'Invitations du personnel',
      'Uitnodigingen van medewerkers',
    ],
    text: [
      'Whoever reads the mails of the address registers with it, and is confirmed then. An invitation is valid for seven days.',
      'Wer die E-Mails der Adresse liest, registriert sich damit und ist dann bestätigt. Eine Einladung gilt sieben Tage.',
      'La personne qui lit les e-mails de l’adresse s’inscrit avec elle, et est alors confirmée. Une invitation est valable sept jours.',
      'Wie de e-mails van het adres leest, registreert zich ermee en is dan bevestigd. Een uitnodiging is zeven dagen geldig.',
    ],
    none: [
      'No invitation is open.',
      'Keine Einladung ist offen.',
      'Aucune invitation n’est ouverte.',
      'Er is geen uitnodiging open.',
    ],
    by: ['Invited by', 'Eingeladen von', 'Invité par', 'Uitgenodigd door'],
    noMore: [
      'Somebody who is no manager any more: send it again',
      'Jemand, der die Praxis nicht mehr verwaltet: noch einmal senden',
      'Une personne qui ne gère plus le cabinet : renvoyez-la',
      'Iemand die geen beheerder meer is: verstuur hem opnieuw',
    ],
    again: ['Send again', 'Noch einmal senden', 'Renvoyer', 'Opnieuw versturen'],
    send: ['Send the invitation', 'Einladung senden', 'Envoyer l’invitation', 'De uitnodiging versturen'],
    withdrawTitle: [
      'Do you want to withdraw this invitation?',
      'Möchten Sie diese Einladung zurückziehen?',
      'Voulez-vous retirer cette invitation ?',
      'Wilt u deze uitnodiging intrekken?',
    ],
    gone: [
      'No invitation to this address is open. It was used or withdrawn, or it is over: look at the list.',
      'An diese Adresse ist keine Einladung offen. Sie wurde benutzt oder zurückgezogen oder ist abgelaufen: Sehen Sie in der Liste nach.',
      'Aucune invitation à cette adresse n’est ouverte. Elle a été utilisée ou retirée, ou elle est terminée : voyez la liste.',
      'Er is geen uitnodiging aan dit adres open. Ze is gebruikt of ingetrokken, of is verlopen: kijk in de lijst.',
    ],
    joinTitle: [
      'Register with your invitation',
      'Mit Ihrer Einladung registrieren',
      'S’inscrire avec votre invitation',
      'Registreren met uw uitnodiging',
    ],
    joinText: [
      'Somebody who runs the practice has invited you to work here.',
      'Jemand, der die Praxis verwaltet, hat Sie eingeladen, hier zu arbeiten.',
      'Une personne qui gère le cabinet vous a invité à travailler ici.',
      'Een beheerder van de praktijk heeft u uitgenodigd om hier te werken.',
    ],
  },
  staff: {
    title: [
      'Doctors and assistants',
      'Ärztinnen, Ärzte und Praxisteam',
      'Médecins et assistants',
      'Artsen en assistenten',
    ],
    one: [
      'A doctor or assistant',
      'Ärztin, Arzt oder Assistenz',
      'Un médecin ou un assistant',
      'Een arts of assistent',
    ],
    count: (count: string) => [`${count} in all.`, `Insgesamt ${count}.`, `${count} en tout.`, `${count} in totaal.`],
    factor: ['Second factor', 'Zweiter Faktor', 'Second facteur', 'Tweede factor'],
    factorOn: ['Yes', 'Ja', 'Oui', 'Ja'],
    lastLogin: ['Last signed in', 'Zuletzt angemeldet', 'Dernière connexion', 'Laatst aangemeld'],
    ongoing: ['Ongoing cases', 'Laufende Fälle', 'Dossiers en cours', 'Lopende zaken'],
    waiting: ['Waiting decisions', 'Offene Entscheidungen', 'Décisions en attente', 'Wachtende beslissingen'],
    waitingSince: (count: string, day: string) => [
      `${count}, the first since ${day}`,
      `${count}, die erste seit dem ${day}`,
      `${count}, la première depuis le ${day}`,
      `${count}, de eerste sinds ${day}`,
    ],
    states: {
      disabled: ['Closed', 'Gesperrt', 'Fermé', 'Gesloten'],
      unconfirmed: ['Not confirmed', 'Nicht bestätigt', 'Non confirmé', 'Niet bevestigd'],
      manager: ['Runs the practice', 'Verwaltet die Praxis', 'Gère le cabinet', 'Beheert de praktijk'],
    },
    doctors: ['Assists', 'Assistiert', 'Assiste', 'Assisteert'],
    acts: ['What you can do', 'Was Sie tun können', 'Ce que vous pouvez faire', 'Wat u kunt doen'],
    cannot: [
      'This account is closed or not confirmed. If it has no address, whoever runs the service gives it one.',
      'Dieses Konto ist gesperrt oder nicht bestätigt. Hat es keine Adresse, gibt ihm der Betreiber des Dienstes eine.',
      'Ce compte est fermé ou n’est pas confirmé. S’il n’a pas d’adresse, le responsable du service lui en donne une.',
      'Dit account is gesloten of niet bevestigd. Heeft het geen adres, dan geeft de beheerder van de dienst het er een.',
    ],
    addressComes: (address: string, moment: string) => [
      `The address becomes ${address} on ${moment}, unless somebody signs in before.`,
      `Die Adresse wird am ${moment} zu ${address}, wenn sich vorher niemand anmeldet.`,
      `L’adresse deviendra ${address} le ${moment}, sauf si quelqu’un se connecte avant.`,
      `Het adres wordt op ${moment} ${address}, tenzij iemand zich eerder aanmeldt.`,
    ],
    address: {
      title: ['Give another address', 'Eine andere Adresse geben', 'Donner une autre adresse', 'Een ander adres geven'],
      text: [
        'For somebody who cannot sign in and no longer reads the mails of the address. The old address is told at once. The new one holds in 72 hours, unless somebody signs in to the account before. For 30 days you cannot reset its second factor then.',
        'Für jemanden, der sich nicht anmelden kann und die E-Mails der Adresse nicht mehr liest. Die alte Adresse erhält sofort eine E-Mail. Die neue gilt in 72 Stunden, wenn sich vorher niemand mit dem Konto anmeldet. 30 Tage lang können Sie dann den zweiten Faktor nicht zurücksetzen.',
        'Pour une personne qui ne peut pas se connecter et ne lit plus les e-mails de son adresse. L’ancienne adresse est prévenue aussitôt. La nouvelle vaut dans 72 heures, sauf si quelqu’un se connecte au compte avant. Pendant 30 jours, vous ne pouvez alors pas réinitialiser son second facteur.',
        'Voor iemand die zich niet kan aanmelden en de e-mails van het adres niet meer leest. Het oude adres krijgt meteen een e-mail. Het nieuwe geldt over 72 uur, tenzij iemand zich eerder met het account aanmeldt. U kunt de tweede factor dan 30 dagen niet resetten.',
      ],
    },
    keep: {
      title: ['Keep the address', 'Die Adresse behalten', 'Garder l’adresse', 'Het adres houden'],
      text: [
        'The account keeps the address that it has.',
        'Das Konto behält die Adresse, die es hat.',
        'Le compte garde l’adresse qu’il a.',
        'Het account houdt het adres dat het heeft.',
      ],
    },
    resetFactor: {
      title: [
        'Reset the second factor',
        'Den zweiten Faktor zurücksetzen',
        'Réinitialiser le second facteur',
        'De tweede factor resetten',
      ],
      text: [
        'The second factor and all passkeys end; the password alone opens the account. Its owner is told. For 30 days you cannot give it another address then.',
        'Der zweite Faktor und alle Passkeys enden; das Passwort allein öffnet das Konto. Die Person erhält eine E-Mail. 30 Tage lang können Sie dem Konto dann keine andere Adresse geben.',
        'Le second facteur et toutes les clés d’accès prennent fin ; le mot de passe seul ouvre le compte. La personne est prévenue. Pendant 30 jours, vous ne pouvez alors pas donner une autre adresse au compte.',
        'De tweede factor en alle passkeys eindigen; het wachtwoord alleen opent het account. De eigenaar krijgt een e-mail. U kunt het account dan 30 dagen geen ander adres geven.',
      ],
    },
    make: {
      title: [
        'Make a manager',
        'Mit der Verwaltung der Praxis betrauen',
        'Confier la gestion du cabinet',
        'Beheerder maken',
      ],
      text: [
        'Managers see and change who works here. They read no cases by it. All managers are told.',
        'Wer die Praxis verwaltet, sieht und ändert, wer hier arbeitet, liest dadurch aber keine Fälle. Alle, die die Praxis verwalten, erhalten eine E-Mail.',
        'Les personnes qui gèrent le cabinet voient et changent qui travaille ici. Elles ne lisent pas de dossiers pour autant. Toutes sont prévenues.',
        'Beheerders zien en wijzigen wie hier werkt. Zij lezen daardoor geen zaken. Alle beheerders krijgen een e-mail.',
      ],
    },
    unmake: {
      title: [
        'End being a manager',
        'Die Verwaltung der Praxis beenden',
        'Retirer la gestion du cabinet',
        'Beheer beëindigen',
      ],
      text: [
        'All managers are told.',
        'Alle, die die Praxis verwalten, erhalten eine E-Mail.',
        'Toutes les personnes qui gèrent le cabinet sont prévenues.',
        'Alle beheerders krijgen een e-mail.',
      ],
    },
    disable: {
      title: ['Close the account', 'Das Konto sperren', 'Fermer le compte', 'Het account sluiten'],
      text: [
        'It is signed out everywhere at once, and nobody can sign in to it. What was done with it stays. Its owner is told. Cases of a doctor are handed over next.',
        'Es wird sofort überall abgemeldet, und niemand kann sich damit anmelden. Was damit getan wurde, bleibt. Die Person erhält eine E-Mail. Fälle einer Ärztin oder eines Arztes werden danach übergeben.',
        'Il est déconnecté partout aussitôt, et personne ne peut s’y connecter. Ce qui a été fait avec lui reste. La personne est prévenue. Les dossiers d’un médecin sont transférés ensuite.',
        'Het wordt meteen overal afgemeld, en niemand kan zich ermee aanmelden. Wat ermee is gedaan, blijft. De eigenaar krijgt een e-mail. Zaken van een arts worden daarna overgedragen.',
      ],
    },
    enable: {
      title: ['Open the account again', 'Das Konto wieder öffnen', 'Rouvrir le compte', 'Het account weer openen'],
      text: [
        'Its owner can sign in as before, and is told.',
        'Die Person kann sich wie zuvor anmelden und erhält eine E-Mail.',
        'La personne peut se connecter comme avant, et est prévenue.',
        'De eigenaar kan zich aanmelden als voorheen en krijgt een e-mail.',
      ],
    },
    unlinkText: [
      'The assistant has no part in the cases of this doctor any more. Both are told.',
      'Die Assistenz ist an den Fällen dieser Ärztin oder dieses Arztes nicht mehr beteiligt. Beide erhalten eine E-Mail.',
      'L’assistant ne participe plus aux dossiers de ce médecin. Les deux sont prévenus.',
      'De assistent is niet meer bij de zaken van deze arts betrokken. Beiden krijgen een e-mail.',
    ],
  },
  setup: {
    title: ['Set up the practice', 'Praxis einrichten', 'Configurer le cabinet', 'De praktijk inrichten'],
    text: [
      'Whoever runs the service has given you a link or a code. With it you tell what families see of the practice, and become its manager.',
      'Wer den Dienst betreibt, hat Ihnen einen Link oder einen Code gegeben. Damit sagen Sie, was Familien von der Praxis sehen, und verwalten sie von da an.',
      'Le responsable du service vous a donné un lien ou un code. Avec lui, vous indiquez ce que les familles voient du cabinet, et vous le gérez ensuite.',
      'De beheerder van de dienst heeft u een link of een code gegeven. Daarmee zegt u wat gezinnen van de praktijk zien, en beheert u haar voortaan.',
    ],
    practice: ['The practice', 'Die Praxis', 'Le cabinet', 'De praktijk'],
    manager: ['Who manages it', 'Wer sie verwaltet', 'Qui le gère', 'Wie haar beheert'],
    ownTitle: [
      'Manage the practice with your account',
      'Die Praxis mit Ihrem Konto verwalten',
      'Gérer le cabinet avec votre compte',
      'De praktijk beheren met uw account',
    ],
    hasAccount: [
      'I work here already and have an account',
      'Ich arbeite schon hier und habe ein Konto',
      'Je travaille déjà ici et j’ai un compte',
      'Ik werk hier al en heb een account',
    ],
    you: (name: string) => [
      `You manage the practice then, ${name}.`,
      `Sie verwalten dann die Praxis, ${name}.`,
      `Vous gérerez alors le cabinet, ${name}.`,
      `U beheert dan de praktijk, ${name}.`,
    ],
  },
  practice: {
    title: [
      'Name, address and hours',
      'Name, Adresse und Sprechzeiten',
      'Nom, adresse et horaires',
      'Naam, adres en openingstijden',
    ],
    text: [
      'Pages, certificates and paper show it. What you leave empty is shown nowhere.',
      'Seiten, Bescheinigungen und Ausdrucke zeigen sie. Was leer bleibt, wird nirgends gezeigt.',
      'Les pages, les attestations et les impressions les montrent. Ce qui reste vide n’est montré nulle part.',
      'Pagina’s, verklaringen en afdrukken tonen ze. Wat leeg blijft, wordt nergens getoond.',
    ],
  },
  first: {
    practice: [
      'Say how families reach the practice, and what to do in an emergency',
      'Sagen Sie, wie Familien die Praxis erreichen und was im Notfall zu tun ist',
      'Indiquez comment les familles joignent le cabinet et que faire en cas d’urgence',
      'Zeg hoe gezinnen de praktijk bereiken en wat ze in noodgevallen doen',
    ],
    staff: [
      'Invite those who work here',
      'Laden Sie alle ein, die hier arbeiten',
      'Invitez ceux qui travaillent ici',
      'Nodig uit wie hier werkt',
    ],
    next: [
      'Then doctors name their assistants, and families find the doctors here.',
      'Dann benennen Ärztinnen und Ärzte ihr Team, und Familien finden sie hier.',
      'Les médecins désignent ensuite leurs assistants, et les familles trouvent les médecins ici.',
      'Daarna voegen artsen hun assistenten toe, en vinden gezinnen de artsen hier.',
    ],
  },
  confirmations: {
    title: [
      'Doctors and assistants to confirm',
      'Ärztinnen, Ärzte und Praxisteam bestätigen',
      'Médecins et assistants à confirmer',
      'Artsen en assistenten bevestigen',
    ],
    text: [
      'They have registered here, and see and do nothing before a manager has confirmed them.',
      'Sie haben sich hier registriert und sehen und tun nichts, bevor jemand, der die Praxis verwaltet, sie bestätigt hat.',
      'Ils se sont inscrits ici, et ne voient ni ne font rien avant qu’une personne qui gère le cabinet les ait confirmés.',
      'Zij hebben zich hier geregistreerd en zien en doen niets voordat een beheerder van de praktijk hen heeft bevestigd.',
    ],
    none: [
      'Nobody waits to be confirmed.',
      'Niemand wartet auf die Bestätigung.',
      'Personne n’attend d’être confirmé.',
      'Niemand wacht op bevestiging.',
    ],
    decide: ['Decide', 'Entscheiden', 'Décider', 'Beslissen'],
    question: [
      'Does this person work here?',
      'Arbeitet diese Person hier?',
      'Cette personne travaille-t-elle ici\u00a0?',
      'Werkt deze persoon hier?',
    ],
    warning: [
      'Anybody can type any name. Confirm only if you know that the e-mail address is that of somebody who works here; if in doubt, ask in person.',
      'Jeder kann jeden Namen eingeben. Bestätigen Sie nur, wenn Sie wissen, dass die E-Mail-Adresse jemandem gehört, der hier arbeitet; fragen Sie im Zweifel persönlich nach.',
      'Chacun peut saisir n’importe quel nom. Ne confirmez que si vous savez que l’adresse e-mail est celle d’une personne qui travaille ici\u00a0; en cas de doute, demandez-lui de vive voix.',
      'Iedereen kan elke naam invullen. Bevestig alleen als u weet dat het e-mailadres van iemand is die hier werkt; vraag het bij twijfel persoonlijk na.',
    ],
    confirm: ['Confirm', 'Bestätigen', 'Confirmer', 'Bevestigen'],
    decline: ['Do not confirm', 'Nicht bestätigen', 'Ne pas confirmer', 'Niet bevestigen'],
    declineText: [
      'The account is closed, and its owner is told by mail. A manager can open it again.',
      'Das Konto wird gesperrt, und wer es angelegt hat, erhält eine E-Mail. Wer die Praxis verwaltet, kann es wieder öffnen.',
      'Le compte est fermé, et son titulaire prévenu par e-mail. Un responsable du cabinet peut le rouvrir.',
      'Het account wordt gesloten en de eigenaar krijgt een e-mail. Wie de praktijk beheert, kan het weer openen.',
    ],
  },
});
