import { translations } from './translations.ts';

/** What was done by the form that led to a page. The address holds the name alone. */
export const doneWords = translations(
  {
    registered: 'Your account is there. You can sign in now.',
    signedOut: 'You have signed out.',
    saved: 'Saved.',
    handedOver: 'The case is handed over.',
    caseOpened: 'The case is open.',
    certificationRequested: 'The certification is requested.',
    issued: 'The certification is issued.',
    rejected: 'The request is rejected.',
    revoked: 'The certification is revoked.',
    passwordSet: 'Your new password counts. You can sign in with it now.',
    childAdded: 'The child has been added.',
    childJoined: 'You are now a parent of this child here. If you had added it too, the two entries are one now.',
    childLeft: 'You have left. The other parents keep all that there is about the child.',
    correctedWithdrawn:
      'Saved. Certificates that named what was wrong have been withdrawn. New ones name what is right now.',
    parentInvited: 'We are sending a code to the address. It can be used once, within seven days.',
    parentRemoved: 'The parent has been removed.',
  },
  {
    de: {
      registered: 'Ihr Konto ist angelegt. Sie können sich jetzt anmelden.',
      signedOut: 'Sie haben sich abgemeldet.',
      saved: 'Gespeichert.',
      handedOver: 'Der Fall ist übergeben.',
      caseOpened: 'Der Fall ist eröffnet.',
      certificationRequested: 'Die Bescheinigung ist beantragt.',
      issued: 'Die Bescheinigung ist ausgestellt.',
      rejected: 'Der Antrag ist abgelehnt.',
      revoked: 'Die Bescheinigung ist widerrufen.',
      passwordSet: 'Ihr neues Passwort gilt. Sie können sich jetzt damit anmelden.',
      childAdded: 'Das Kind ist eingetragen.',
      childJoined:
        'Sie sind hier jetzt Elternteil dieses Kindes. Hatten Sie es auch selbst eingetragen, sind beide Einträge nun einer.',
      childLeft: 'Sie haben sich bei dem Kind ausgetragen. Die anderen Eltern behalten alles, was es dazu gibt.',
      correctedWithdrawn:
        'Gespeichert. Bescheinigungen, in denen das Falsche stand, sind widerrufen. In neuen steht nun das Richtige.',
      parentInvited: 'Wir schicken einen Code an die Adresse. Er gilt einmal, innerhalb von sieben Tagen.',
      parentRemoved: 'Der Elternteil ist entfernt.',
    },
    fr: {
      registered: 'Votre compte est créé. Vous pouvez vous connecter.',
      signedOut: 'Vous êtes déconnecté.',
      saved: 'Enregistré.',
      handedOver: 'Le dossier est transféré.',
      caseOpened: 'Le dossier est ouvert.',
      certificationRequested: 'La certification est demandée.',
      issued: 'La certification est délivrée.',
      rejected: 'La demande est refusée.',
      revoked: 'La certification est révoquée.',
      passwordSet: 'Votre nouveau mot de passe est valable. Vous pouvez vous connecter avec.',
      childAdded: 'L’enfant est ajouté.',
      childJoined:
        'Vous êtes maintenant parent de cet enfant ici. Si vous l’aviez aussi ajouté, les deux fiches n’en font plus qu’une.',
      childLeft: 'Vous avez quitté la fiche de l’enfant. Les autres parents gardent tout ce qui le concerne.',
      correctedWithdrawn:
        'Enregistré. Les certificats qui portaient l’erreur sont retirés. Les nouveaux porteront les données corrigées.',
      parentInvited: 'Nous envoyons un code à cette adresse. Il sert une seule fois, dans les sept jours.',
      parentRemoved: 'Le parent est retiré.',
    },
    nl: {
      registered: 'Uw account is er. U kunt zich nu aanmelden.',
      signedOut: 'U bent afgemeld.',
      saved: 'Opgeslagen.',
      handedOver: 'De zaak is overgedragen.',
      caseOpened: 'De zaak is geopend.',
      certificationRequested: 'De verklaring is aangevraagd.',
      issued: 'De verklaring is afgegeven.',
      rejected: 'De aanvraag is afgewezen.',
      revoked: 'De verklaring is ingetrokken.',
      passwordSet: 'Uw nieuwe wachtwoord geldt. U kunt zich er nu mee aanmelden.',
      childAdded: 'Het kind is toegevoegd.',
      childJoined:
        'U bent hier nu ouder van dit kind. Had u het ook zelf toegevoegd, dan zijn beide vermeldingen nu één.',
      childLeft: 'U bent vertrokken. De andere ouders houden alles wat er over het kind is.',
      correctedWithdrawn:
        'Opgeslagen. Verklaringen waarin de fout stond, zijn ingetrokken. In nieuwe staat wat nu juist is.',
      parentInvited: 'We sturen een code naar het adres. Hij is één keer te gebruiken, binnen zeven dagen.',
      parentRemoved: 'De ouder is verwijderd.',
    },
  },
);
