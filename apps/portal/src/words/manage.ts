import { translations } from './translations.ts';

/** Texts of the pages of managers (D-40). */
export const manageWords = translations(
  {
    title: 'Manage the practice',
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
