import { translations } from './translations.ts';

/** Texts of the pages of managers (D-40). */
export const manageWords = translations(
  {
    title: 'Manage the practice',
    setup: {
      title: 'Set up the practice',
      text: 'Whoever runs the service has given you a link or a code. With it you tell what families see of the practice, and become its manager.',
      practice: 'The practice',
      manager: 'Who manages it',
      hasAccount: 'I work here already and have an account',
      you: (name: string) => `You manage the practice then, ${name}.`,
    },
    practice: {
      title: 'Name, address and hours',
      text: 'Pages, certificates and paper show it. What you leave empty is shown nowhere.',
    },
    first: {
      address: 'Confirm your e-mail address',
      practice: 'Say how families reach the practice, and what to do in an emergency',
      staff: 'Ask those who work here to register, and confirm them on this page',
      next: 'Then doctors name their assistants, and families find the doctors here.',
    },
    confirmations: {
      title: 'Doctors and assistants to confirm',
      text: 'They have registered here, and see and do nothing before a manager has confirmed them.',
      none: 'Nobody waits to be confirmed.',
      decide: 'Decide',
      question: 'Does this person work here?',
      warning:
        'Anybody can type any name. Confirm only if you know that the e-mail address is that of somebody who works here; if in doubt, ask in person.',
      confirm: 'Confirm',
      decline: 'Do not confirm',
      declineText:
        'The account is closed, and its owner is told by mail. The operator of the service can open it again.',
    },
  },
  {
    de: {
      title: 'Praxis verwalten',
      setup: {
        title: 'Praxis einrichten',
        text: 'Wer den Dienst betreibt, hat Ihnen einen Link oder einen Code gegeben. Damit sagen Sie, was Familien von der Praxis sehen, und verwalten sie von da an.',
        practice: 'Die Praxis',
        manager: 'Wer sie verwaltet',
        hasAccount: 'Ich arbeite schon hier und habe ein Konto',
        you: (name: string) => `Sie verwalten dann die Praxis, ${name}.`,
      },
      practice: {
        title: 'Name, Adresse und Sprechzeiten',
        text: 'Seiten, Bescheinigungen und Ausdrucke zeigen sie. Was leer bleibt, wird nirgends gezeigt.',
      },
      first: {
        address: 'Bestätigen Sie Ihre E-Mail-Adresse',
        practice: 'Sagen Sie, wie Familien die Praxis erreichen und was im Notfall zu tun ist',
        staff: 'Bitten Sie alle, die hier arbeiten, sich zu registrieren, und bestätigen Sie sie auf dieser Seite',
        next: 'Dann benennen Ärztinnen und Ärzte ihr Team, und Familien finden sie hier.',
      },
      confirmations: {
        title: 'Ärztinnen, Ärzte und Praxisteam bestätigen',
        text: 'Sie haben sich hier registriert und sehen und tun nichts, bevor jemand, der die Praxis verwaltet, sie bestätigt hat.',
        none: 'Niemand wartet auf die Bestätigung.',
        decide: 'Entscheiden',
        question: 'Arbeitet diese Person hier?',
        warning:
          'Jeder kann jeden Namen eingeben. Bestätigen Sie nur, wenn Sie wissen, dass die E-Mail-Adresse jemandem gehört, der hier arbeitet; fragen Sie im Zweifel persönlich nach.',
        confirm: 'Bestätigen',
        decline: 'Nicht bestätigen',
        declineText:
          'Das Konto wird gesperrt, und wer es angelegt hat, erhält eine E-Mail. Der Betreiber des Dienstes kann es wieder öffnen.',
      },
    },
    fr: {
      title: 'Gérer le cabinet',
      setup: {
        title: 'Configurer le cabinet',
        text: 'L’exploitant du service vous a donné un lien ou un code. Avec lui, vous indiquez ce que les familles voient du cabinet, et vous le gérez ensuite.',
        practice: 'Le cabinet',
        manager: 'Qui le gère',
        hasAccount: 'Je travaille déjà ici et j’ai un compte',
        you: (name: string) => `Vous gérerez alors le cabinet, ${name}.`,
      },
      practice: {
        title: 'Nom, adresse et horaires',
        text: 'Les pages, les certificats et les impressions les montrent. Ce qui reste vide n’est montré nulle part.',
      },
      first: {
        address: 'Confirmez votre adresse e-mail',
        practice: 'Indiquez comment les familles joignent le cabinet et que faire en cas d’urgence',
        staff: 'Demandez à ceux qui travaillent ici de s’inscrire, et confirmez-les sur cette page',
        next: 'Les médecins désignent ensuite leurs assistants, et les familles trouvent les médecins ici.',
      },
      confirmations: {
        title: 'Médecins et assistants à confirmer',
        text: 'Ils se sont inscrits ici, et ne voient ni ne font rien avant qu’une personne qui gère le cabinet les ait confirmés.',
        none: 'Personne n’attend d’être confirmé.',
        decide: 'Décider',
        question: 'Cette personne travaille-t-elle ici\u00a0?',
        warning:
          'Chacun peut saisir n’importe quel nom. Ne confirmez que si vous savez que l’adresse e-mail est celle d’une personne qui travaille ici\u00a0; en cas de doute, demandez-lui de vive voix.',
        confirm: 'Confirmer',
        decline: 'Ne pas confirmer',
        declineText:
          'Le compte est fermé, et son titulaire prévenu par e-mail. L’exploitant du service peut le rouvrir.',
      },
    },
    nl: {
      title: 'Praktijk beheren',
      setup: {
        title: 'De praktijk inrichten',
        text: 'De beheerder van de dienst heeft u een link of een code gegeven. Daarmee zegt u wat gezinnen van de praktijk zien, en beheert u haar voortaan.',
        practice: 'De praktijk',
        manager: 'Wie haar beheert',
        hasAccount: 'Ik werk hier al en heb een account',
        you: (name: string) => `U beheert dan de praktijk, ${name}.`,
      },
      practice: {
        title: 'Naam, adres en openingstijden',
        text: 'Pagina’s, verklaringen en afdrukken tonen ze. Wat leeg blijft, wordt nergens getoond.',
      },
      first: {
        address: 'Bevestig uw e-mailadres',
        practice: 'Zeg hoe gezinnen de praktijk bereiken en wat ze in noodgevallen doen',
        staff: 'Vraag wie hier werkt zich te registreren, en bevestig hen op deze pagina',
        next: 'Daarna noemen artsen hun assistenten, en vinden gezinnen de artsen hier.',
      },
      confirmations: {
        title: 'Artsen en assistenten bevestigen',
        text: 'Zij hebben zich hier geregistreerd en zien en doen niets voordat een beheerder van de praktijk hen heeft bevestigd.',
        none: 'Niemand wacht op bevestiging.',
        decide: 'Beslissen',
        question: 'Werkt deze persoon hier?',
        warning:
          'Iedereen kan elke naam invullen. Bevestig alleen als u weet dat het e-mailadres van iemand is die hier werkt; vraag het bij twijfel persoonlijk na.',
        confirm: 'Bevestigen',
        decline: 'Niet bevestigen',
        declineText:
          'Het account wordt gesloten en de eigenaar krijgt een e-mail. De beheerder van de dienst kan het weer openen.',
      },
    },
  },
);
