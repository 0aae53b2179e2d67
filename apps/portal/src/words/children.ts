import { translations } from './translations.ts';

/** Texts about the children of parents, and about the parents of a child. */
export const childrenWords = translations(
  {
    list: {
      title: 'Your children',
      none: 'You have no children here.',
      missing:
        'Was a child here before? Then you have left it, or you were removed as its parent, which a mail has told you, or its data were erased.',
      join: 'Join as a parent, by a code',
    },
    child: {
      title: 'Child',
      name: 'Name',
      addedOn: (day: string) => `added on ${day}`,
      notGiven: 'Not given',
      openCase: 'Open a case',
      openCaseFor: 'for this child',
      cases: 'Cases of this child',
    },
    grownUp: (age: string) =>
      `That makes the child ${age} years old. Is this right? Then send it again; otherwise correct it.`,
    add: {
      title: 'Add a child',
      name: 'What is the name of the child?',
      birthDate: 'Date of birth (optional)',
      birthDateHint:
        'A certificate shows the year of birth, so that the school knows which child it is about. If you do not know it exactly, leave it empty: you can add it later. For example 27 3 2019',
      socSecNum: 'Social security number (optional)',
      socSecNumHint: 'It is on the insurance card. You can add it later. Of it we show the last two characters only.',
      check: 'Check your answers',
    },
    correct: {
      name: 'Correct the name',
      birthDate: 'Correct the date of birth',
      socSecNum: 'Correct the social security number',
      warning: 'Certificates that name what is wrong will be withdrawn. New ones can be made with what is right.',
      save: 'Save',
      clear: {
        birthDate: 'Remove the date of birth',
        socSecNum: 'Remove the social security number',
        submit: 'Remove',
      },
    },
    parents: {
      title: 'Parents of this child',
      you: 'You',
      hasAdded: 'Has added the child',
      leave: 'Leave',
      leaveWhat: 'the parents of this child',
      remove: 'Remove',
      invite: 'Invite another parent',
      inviteText:
        'Parents see and do the same here; but only who has added the child can remove others. The address gets a mail that names you, with a code. It takes a parent account with exactly this address. If the address cannot join, the mail says why.',
      present: (names: string) => `Parents already: ${names}`,
      send: 'Send the invitation',
    },
    invitations: {
      heading: 'Invitations that are pending',
      sending: 'The mail is being sent',
      givenUp: 'The mail could not be sent: invite again',
      until: (moment: string) => `Open until ${moment}`,
      withdraw: 'Withdraw',
      withdrawWhat: (address: string) => `the invitation to ${address}`,
      title: 'Withdraw an invitation',
      text: 'The code that was sent to the address will no longer work. You can invite again at any time.',
      submit: 'Withdraw the invitation',
    },
    leave: {
      title: 'Do you want to stop being a parent of this child here?',
      text: 'You will not see the child, its cases and its certificates here any more. The other parents keep them, and are told by mail. To come back, you need a new invitation.',
      submit: 'Leave',
    },
    remove: {
      title: 'Do you want to remove this parent?',
      text: 'This person will not see the child, its cases and its certificates here any more. This person and the other parents are told by mail.',
      submit: 'Remove the parent',
    },
    join: {
      title: 'Join as a parent',
      text: 'The code came by mail to the address of your account, or on paper from the practice. With a code on paper, enter the date of birth of the child, too. All parents are told by mail that you have joined.',
      code: 'It stands in the mail, or on the paper.',
      birthDate: 'Date of birth of the child (for a code on paper)',
      wrong:
        'The code is wrong, used or too old, or the date of birth is not the one that the practice knows. Check both, or ask for a new code.',
      submit: 'Join',
    },
  },
  {
    de: {
      list: {
        title: 'Ihre Kinder',
        none: 'Sie haben hier keine Kinder.',
        missing:
          'War hier einmal ein Kind? Dann haben Sie sich ausgetragen, oder Sie wurden als Elternteil entfernt und haben eine E-Mail darüber bekommen, oder die Daten des Kindes wurden gelöscht.',
        join: 'Sich mit einem Code als Elternteil eintragen',
      },
      child: {
        title: 'Kind',
        name: 'Name',
        addedOn: (day) => `hinzugefügt am ${day}`,
        notGiven: 'Nicht angegeben',
        openCase: 'Fall eröffnen',
        openCaseFor: 'für dieses Kind',
        cases: 'Fälle dieses Kindes',
      },
      grownUp: (age: string) =>
        `Damit ist das Kind ${age} Jahre alt. Stimmt das? Dann schicken Sie es noch einmal ab; sonst berichtigen Sie es.`,
      add: {
        title: 'Kind eintragen',
        name: 'Wie heißt das Kind?',
        birthDate: 'Geburtsdatum (freiwillig)',
        birthDateHint:
          'Eine Bescheinigung nennt das Geburtsjahr, damit die Schule weiß, um welches Kind es geht. Wissen Sie es nicht genau, lassen Sie es leer: Sie können es später ergänzen. Zum Beispiel 27 3 2019',
        socSecNum: 'Sozialversicherungsnummer (freiwillig)',
        socSecNumHint:
          'Sie steht auf der Versichertenkarte. Sie können sie später ergänzen. Wir zeigen davon nur die letzten zwei Zeichen.',
        check: 'Prüfen Sie Ihre Angaben',
      },
      correct: {
        name: 'Namen berichtigen',
        birthDate: 'Geburtsdatum berichtigen',
        socSecNum: 'Sozialversicherungsnummer berichtigen',
        warning:
          'Bescheinigungen, in denen das Falsche steht, werden widerrufen. Neue können mit dem Richtigen erstellt werden.',
        save: 'Speichern',
        clear: {
          birthDate: 'Das Geburtsdatum entfernen',
          socSecNum: 'Die Sozialversicherungsnummer entfernen',
          submit: 'Entfernen',
        },
      },
      parents: {
        title: 'Eltern dieses Kindes',
        you: 'Sie',
        hasAdded: 'Hat das Kind eingetragen',
        leave: 'Austragen',
        leaveWhat: 'bei diesem Kind',
        remove: 'Entfernen:',
        invite: 'Einen weiteren Elternteil einladen',
        inviteText:
          'Eltern sehen und können hier dasselbe; nur entfernen kann andere allein, wer das Kind eingetragen hat. Die Adresse erhält eine E-Mail, in der Ihr Name steht, mit einem Code. Verwenden kann ihn ein Elternkonto mit genau dieser Adresse. Geht das mit der Adresse nicht, sagt die E-Mail, warum.',
        present: (names) => `Schon Eltern: ${names}`,
        send: 'Einladung schicken',
      },
      invitations: {
        heading: 'Offene Einladungen',
        sending: 'Die E-Mail wird gerade verschickt',
        givenUp: 'Die E-Mail konnte nicht verschickt werden: noch einmal einladen',
        until: (moment) => `Offen bis ${moment}`,
        withdraw: 'Zurückziehen',
        withdrawWhat: (address) => `der Einladung an ${address}`,
        title: 'Einladung zurückziehen',
        text: 'Der Code, der an die Adresse ging, gilt dann nicht mehr. Sie können jederzeit neu einladen.',
        submit: 'Einladung zurückziehen',
      },
      leave: {
        title: 'Möchten Sie sich bei diesem Kind austragen?',
        text: 'Sie sehen das Kind, seine Fälle und seine Bescheinigungen hier dann nicht mehr. Die anderen Eltern behalten sie und werden per E-Mail benachrichtigt. Um zurückzukommen, brauchen Sie eine neue Einladung.',
        submit: 'Austragen',
      },
      remove: {
        title: 'Möchten Sie diesen Elternteil entfernen?',
        text: 'Diese Person sieht das Kind, seine Fälle und seine Bescheinigungen hier dann nicht mehr. Sie und die anderen Eltern werden per E-Mail benachrichtigt.',
        submit: 'Elternteil entfernen',
      },
      join: {
        title: 'Als Elternteil eintragen',
        text: 'Der Code kam per E-Mail an die Adresse Ihres Kontos, oder auf Papier von der Praxis. Bei einem Code auf Papier geben Sie auch das Geburtsdatum des Kindes ein. Alle Eltern erfahren per E-Mail, dass Sie dazugekommen sind.',
        code: 'Er steht in der E-Mail oder auf dem Papier.',
        birthDate: 'Geburtsdatum des Kindes (bei einem Code auf Papier)',
        wrong:
          'Der Code ist falsch, verbraucht oder zu alt, oder das Geburtsdatum ist nicht das, das die Praxis kennt. Prüfen Sie beides, oder bitten Sie um einen neuen Code.',
        submit: 'Eintragen',
      },
    },
    fr: {
      list: {
        title: 'Vos enfants',
        none: 'Vous n’avez pas d’enfants ici.',
        missing:
          'Un enfant se trouvait ici auparavant\u00a0? Vous avez quitté sa fiche, ou vous n’êtes plus l’un de ses parents ici, ce qu’un e-mail vous a annoncé, ou ses données ont été effacées.',
        join: 'Rejoindre un enfant comme parent, avec un code',
      },
      child: {
        title: 'Enfant',
        name: 'Nom',
        addedOn: (day) => `ajouté le ${day}`,
        notGiven: 'Non indiqué',
        openCase: 'Ouvrir un dossier',
        openCaseFor: 'pour cet enfant',
        cases: 'Dossiers de cet enfant',
      },
      grownUp: (age: string) =>
        `L’enfant aurait donc ${age}\u00a0ans. Est-ce juste\u00a0? Alors renvoyez la date\u00a0; sinon, corrigez-la.`,
      add: {
        title: 'Ajouter un enfant',
        name: 'Comment s’appelle l’enfant\u00a0?',
        birthDate: 'Date de naissance (facultatif)',
        birthDateHint:
          'Une attestation indique l’année de naissance, pour que l’école sache de quel enfant il s’agit. Si vous ne la connaissez pas exactement, laissez-la vide\u00a0: vous pourrez l’ajouter plus tard. Par exemple 27 3 2019',
        socSecNum: 'Numéro de sécurité sociale (facultatif)',
        socSecNumHint:
          'Il figure sur la carte d’assuré. Vous pouvez l’ajouter plus tard. Nous n’en affichons que les deux derniers caractères.',
        check: 'Vérifiez vos réponses',
      },
      correct: {
        name: 'Corriger le nom',
        birthDate: 'Corriger la date de naissance',
        socSecNum: 'Corriger le numéro de sécurité sociale',
        warning:
          'Les attestations qui portent l’erreur seront retirées. De nouvelles pourront être établies avec les données corrigées.',
        save: 'Enregistrer',
        clear: {
          birthDate: 'Supprimer la date de naissance',
          socSecNum: 'Supprimer le numéro de sécurité sociale',
          submit: 'Supprimer',
        },
      },
      parents: {
        title: 'Parents de cet enfant',
        you: 'Vous',
        hasAdded: 'A ajouté l’enfant',
        leave: 'Quitter',
        leaveWhat: 'la fiche de cet enfant',
        remove: 'Retirer',
        invite: 'Inviter un autre parent',
        inviteText:
          'Les parents voient et font ici la même chose, mais seul celui qui a ajouté l’enfant peut retirer les autres. L’adresse reçoit un e-mail qui cite votre nom et contient un code. Il faut un compte de parent avec exactement cette adresse. Si ce n’est pas possible avec cette adresse, l’e-mail dit pourquoi.',
        present: (names) => `Déjà parents\u00a0: ${names}`,
        send: 'Envoyer l’invitation',
      },
      invitations: {
        heading: 'Invitations en attente',
        sending: 'L’e-mail est en cours d’envoi',
        givenUp: 'L’e-mail n’a pas pu être envoyé\u00a0: renvoyez l’invitation',
        until: (moment) => `En attente jusqu’au ${moment}`,
        withdraw: 'Retirer',
        withdrawWhat: (address) => `l’invitation à ${address}`,
        title: 'Retirer une invitation',
        text: 'Le code envoyé à cette adresse ne fonctionnera plus. Vous pouvez inviter à nouveau à tout moment.',
        submit: 'Retirer l’invitation',
      },
      leave: {
        title: 'Voulez-vous quitter la fiche de cet enfant\u00a0?',
        text: 'Vous ne verrez plus ici l’enfant, ses dossiers et ses attestations. Les autres parents les gardent et sont prévenus par e-mail. Pour revenir, il vous faudra une nouvelle invitation.',
        submit: 'Quitter la fiche',
      },
      remove: {
        title: 'Voulez-vous retirer ce parent\u00a0?',
        text: 'Cette personne ne verra plus ici l’enfant, ses dossiers et ses attestations. Elle et les autres parents sont prévenus par e-mail.',
        submit: 'Retirer le parent',
      },
      join: {
        title: 'Rejoindre un enfant comme parent',
        text: 'Le code est arrivé par e-mail à l’adresse de votre compte, ou sur papier au cabinet. Avec un code sur papier, saisissez aussi la date de naissance de l’enfant. Tous les parents apprennent par e-mail que vous les avez rejoints.',
        code: 'Il figure dans l’e-mail, ou sur le papier.',
        birthDate: 'Date de naissance de l’enfant (pour un code sur papier)',
        wrong:
          'Le code est faux, utilisé ou trop ancien, ou la date de naissance n’est pas celle que le cabinet connaît. Vérifiez les deux, ou demandez un nouveau code.',
        submit: 'Rejoindre',
      },
    },
    nl: {
      list: {
        title: 'Uw kinderen',
        none: 'U hebt hier geen kinderen.',
        missing:
          'Stond hier eerder een kind? Dan bent u zelf vertrokken, of u bent als ouder verwijderd en hebt daarover een e-mail gekregen, of de gegevens van het kind zijn gewist.',
        join: 'Met een code ouder van een kind worden',
      },
      child: {
        title: 'Kind',
        name: 'Naam',
        addedOn: (day) => `toegevoegd op ${day}`,
        notGiven: 'Niet opgegeven',
        openCase: 'Zaak openen',
        openCaseFor: 'voor dit kind',
        cases: 'Zaken van dit kind',
      },
      grownUp: (age: string) =>
        `Het kind is dan ${age} jaar oud. Klopt dat? Verstuur de datum dan opnieuw; verbeter die anders.`,
      add: {
        title: 'Kind toevoegen',
        name: 'Hoe heet het kind?',
        birthDate: 'Geboortedatum (niet verplicht)',
        birthDateHint:
          'Een verklaring noemt het geboortejaar: zonder zegt ze minder goed om welk kind het gaat. Weet u hem niet precies, laat hem dan leeg: u kunt hem later toevoegen. Bijvoorbeeld 27 3 2019',
        socSecNum: 'Burgerservicenummer (niet verplicht)',
        socSecNumHint:
          'Het staat op de verzekeringskaart. U kunt het later toevoegen. We tonen er alleen de laatste twee tekens van.',
        check: 'Controleer uw antwoorden',
      },
      correct: {
        name: 'Naam corrigeren',
        birthDate: 'Geboortedatum corrigeren',
        socSecNum: 'Burgerservicenummer corrigeren',
        warning:
          'Verklaringen waarin de fout staat, worden ingetrokken. Nieuwe kunnen worden gemaakt met wat juist is.',
        save: 'Opslaan',
        clear: {
          birthDate: 'De geboortedatum verwijderen',
          socSecNum: 'Het burgerservicenummer verwijderen',
          submit: 'Verwijderen',
        },
      },
      parents: {
        title: 'Ouders van dit kind',
        you: 'U',
        hasAdded: 'Heeft het kind toegevoegd',
        leave: 'Vertrekken',
        leaveWhat: 'als ouder van dit kind',
        remove: 'Verwijderen:',
        invite: 'Nog een ouder uitnodigen',
        inviteText:
          'Ouders zien en kunnen hier hetzelfde; alleen wie het kind heeft toegevoegd, kan anderen verwijderen. Het adres krijgt een e-mail waarin uw naam staat, met een code. Een ouderaccount met precies dit adres kan hem gebruiken. Kan het niet met dit adres, dan zegt de e-mail waarom.',
        present: (names) => `Al ouders: ${names}`,
        send: 'Uitnodiging versturen',
      },
      invitations: {
        heading: 'Openstaande uitnodigingen',
        sending: 'De e-mail wordt verstuurd',
        givenUp: 'De e-mail kon niet worden verstuurd: nodig opnieuw uit',
        until: (moment) => `Staat open tot ${moment}`,
        withdraw: 'Intrekken',
        withdrawWhat: (address) => `van de uitnodiging aan ${address}`,
        title: 'Uitnodiging intrekken',
        text: 'De code die naar het adres ging, werkt dan niet meer. U kunt op elk moment opnieuw uitnodigen.',
        submit: 'Uitnodiging intrekken',
      },
      leave: {
        title: 'Wilt u hier geen ouder van dit kind meer zijn?',
        text: 'U ziet het kind, de zaken en de verklaringen hier dan niet meer. De andere ouders houden ze en krijgen een e-mail. Om terug te komen hebt u een nieuwe uitnodiging nodig.',
        submit: 'Vertrekken',
      },
      remove: {
        title: 'Wilt u deze ouder verwijderen?',
        text: 'Deze persoon ziet het kind, de zaken en de verklaringen hier dan niet meer. Deze persoon en de andere ouders krijgen een e-mail.',
        submit: 'Ouder verwijderen',
      },
      join: {
        title: 'Ouder van een kind worden',
        text: 'De code kwam per e-mail op het adres van uw account, of op papier van de praktijk. Bij een code op papier voert u ook de geboortedatum van het kind in. Alle ouders horen per e-mail dat u zich hebt aangesloten.',
        code: 'Hij staat in de e-mail of op het papier.',
        birthDate: 'Geboortedatum van het kind (bij een code op papier)',
        wrong:
          'De code is verkeerd, gebruikt of te oud, of de geboortedatum is niet die welke de praktijk kent. Controleer beide, of vraag een nieuwe code.',
        submit: 'Ouder worden',
      },
    },
  },
);
