import { translations } from './translations.ts';

/** What was done by the form that led to a page. The address holds the name alone. */
export const doneWords = translations(
  {
    addressProven: 'Your e-mail address is confirmed.',
    accountConfirmed: 'The account is confirmed, and its owner is told.',
    accountDeclined: 'The account is closed, and its owner is told.',
    accountDisowned: 'The account is closed, and your address is free. You can register with it yourself.',
    proofSent: 'We are sending the mail again. Its link replaces the one before.',
    registered: 'You have registered. Sign in to go on.',
    recoveryCodeUsed:
      'You have signed in with a recovery code, which no longer works. My account says how many are left.',
    signedOut: 'You have signed out.',
    accountClosed: 'Your account is closed. A mail confirms it.',
    typedDropped:
      'You have signed in. What was typed on that page before was not typed by this account, or too long ago: it was not kept.',
    saved: 'Saved.',
    handedOver: 'The case is handed over.',
    caseOpened: 'The case is open.',
    caseFinished: 'The case is finished.',
    taskAdded: 'The task has been added.',
    noteWritten: 'The note is kept. All others who take part in the case are told.',
    noteMarked: 'The note is marked. Others see only that there was one.',
    taskClosed:
      'The task is closed. If a parent asked for a certificate with it, that now waits for the doctor; otherwise a certificate can be requested.',
    certificateWanted: 'The practice has been told. You get a mail when the doctor has decided.',
    certificateWithdrawn: 'The certificate is withdrawn.',
    wishWithdrawn: 'Your request is withdrawn.',
    taskReopened: 'The task is open again.',
    certificationRequested: 'The certificate is requested.',
    issued: 'The certificate is issued.',
    rejected: 'The request is rejected.',
    revoked: 'The certificate is revoked.',
    certificationCorrected: 'The certificate is issued with the new words. The old one is revoked.',
    confirmed: 'Confirmed. New certificates say what is entered now.',
    passwordSet: 'Your password is changed. You can sign in with the new one now.',
    childAdded: 'The child has been added.',
    childEntered:
      'The child is entered, and its first case is open. Now a parent can join: by mail, or by a code on paper.',
    childJoined: 'You are now a parent of this child here. If you had added it too, the two entries are one now.',
    childLeft: 'You have left. The other parents keep all that there is about the child.',
    correctedToConfirm:
      'Saved. The doctor who has certified the child is asked to confirm the correction. Until then no new certificate can be made.',
    correctedWithdrawn:
      'Saved. Certificates that named what was wrong have been withdrawn. New ones can be made once the doctor who issued it has confirmed the correction.',
    parentInvited:
      'We are sending a mail to the address. The code in it can be used once, within seven days. If the address cannot join, the mail says why.',
    invitationWithdrawn: 'The invitation is withdrawn. The code that was sent to the address no longer works.',
    paperWithdrawn: 'The printed code no longer works.',
    parentRemoved: 'The parent has been removed.',
  },
  {
    de: {
      addressProven: 'Ihre E-Mail-Adresse ist bestätigt.',
      accountConfirmed: 'Das Konto ist bestätigt, und die Person erhält eine E-Mail.',
      accountDeclined: 'Das Konto ist gesperrt, und die Person erhält eine E-Mail.',
      accountDisowned: 'Das Konto ist gesperrt, und Ihre Adresse ist frei. Sie können sich selbst damit registrieren.',
      proofSent: 'Wir schicken die E-Mail noch einmal. Ihr Link ersetzt den vorigen.',
      registered: 'Ihr Konto ist angelegt. Sie können sich jetzt anmelden.',
      recoveryCodeUsed:
        'Sie haben sich mit einem Wiederherstellungscode angemeldet, der nun nicht mehr gilt. Unter „Mein Konto“ steht, wie viele noch übrig sind.',
      signedOut: 'Sie haben sich abgemeldet.',
      accountClosed: 'Ihr Konto ist geschlossen. Eine E-Mail bestätigt es.',
      typedDropped:
        'Sie sind angemeldet. Was vorher auf der Seite stand, hat nicht dieses Konto eingegeben, oder es ist zu lange her: Es wurde nicht aufgehoben.',
      saved: 'Gespeichert.',
      handedOver: 'Der Fall ist übergeben.',
      caseOpened: 'Der Fall ist eröffnet.',
      caseFinished: 'Der Fall ist abgeschlossen.',
      taskAdded: 'Die Aufgabe ist hinzugefügt.',
      noteWritten: 'Die Notiz steht da. Alle anderen Beteiligten erfahren davon.',
      noteMarked: 'Die Notiz ist gekennzeichnet. Andere sehen nur, dass es eine gab.',
      taskClosed:
        'Die Aufgabe ist geschlossen. Hat ein Elternteil damit um eine Bescheinigung gebeten, so wartet diese jetzt auf die ärztliche Entscheidung; sonst kann eine beantragt werden.',
      certificateWanted: 'Die Praxis hat davon erfahren. Sie bekommen eine E-Mail, sobald entschieden ist.',
      certificateWithdrawn: 'Die Bescheinigung ist zurückgezogen.',
      wishWithdrawn: 'Ihre Bitte ist zurückgezogen.',
      taskReopened: 'Die Aufgabe ist wieder offen.',
      certificationRequested: 'Die Bescheinigung ist beantragt.',
      issued: 'Die Bescheinigung ist ausgestellt.',
      rejected: 'Der Antrag ist abgelehnt.',
      revoked: 'Die Bescheinigung ist widerrufen.',
      certificationCorrected: 'Die Bescheinigung ist mit dem neuen Wortlaut ausgestellt. Die alte ist widerrufen.',
      confirmed: 'Bestätigt. In neuen Bescheinigungen steht, was jetzt eingetragen ist.',
      passwordSet: 'Ihr neues Passwort gilt. Sie können sich jetzt damit anmelden.',
      childAdded: 'Das Kind ist eingetragen.',
      childEntered:
        'Das Kind ist eingetragen, sein erster Fall eröffnet. Ein Elternteil kann nun dazukommen: per E-Mail, oder mit einem Code auf Papier.',
      childJoined:
        'Sie sind hier jetzt Elternteil dieses Kindes. Hatten Sie es auch selbst eingetragen, sind beide Einträge nun einer.',
      childLeft: 'Sie haben sich bei dem Kind ausgetragen. Die anderen Eltern behalten alles, was es dazu gibt.',
      correctedToConfirm:
        'Gespeichert. Wer das Kind bescheinigt hat, wird gebeten, die Berichtigung zu bestätigen. Bis dahin lässt sich keine neue drucken.',
      correctedWithdrawn:
        'Gespeichert. Bescheinigungen, in denen das Falsche stand, sind widerrufen. Neue gibt es, sobald die Praxis, die sie ausgestellt hat, die Berichtigung bestätigt.',
      parentInvited:
        'Wir schicken eine E-Mail an die Adresse. Der Code darin gilt einmal, innerhalb von sieben Tagen. Geht es mit der Adresse nicht, sagt die E-Mail, warum.',
      invitationWithdrawn: 'Die Einladung ist zurückgezogen. Der Code, der an die Adresse ging, gilt nicht mehr.',
      paperWithdrawn: 'Der gedruckte Code gilt nicht mehr.',
      parentRemoved: 'Der Elternteil ist entfernt.',
    },
    fr: {
      addressProven: 'Votre adresse e-mail est confirmée.',
      accountConfirmed: 'Le compte est confirmé, et la personne est prévenue.',
      accountDeclined: 'Le compte est fermé, et la personne est prévenue.',
      accountDisowned: 'Le compte est fermé et votre adresse est libre. Vous pouvez vous inscrire avec elle.',
      proofSent: 'Nous renvoyons l’e-mail. Son lien remplace le précédent.',
      registered: 'Votre compte est créé. Vous pouvez vous connecter.',
      recoveryCodeUsed:
        'Vous vous êtes connecté avec un code de récupération, qui ne fonctionne plus. «\u00a0Mon compte\u00a0» indique combien il en reste.',
      signedOut: 'La session est terminée.',
      accountClosed: 'Votre compte est fermé. Un e-mail le confirme.',
      typedDropped:
        'Vous êtes connecté. Ce qui avait été saisi sur cette page ne vient pas de ce compte, ou date de trop longtemps\u00a0: rien n’en a été gardé.',
      saved: 'Enregistré.',
      handedOver: 'Le dossier est transféré.',
      caseOpened: 'Le dossier est ouvert.',
      caseFinished: 'Le dossier est terminé.',
      taskAdded: 'La tâche est ajoutée.',
      noteWritten: 'La note est enregistrée. Toutes les autres personnes concernées en sont informées.',
      noteMarked: 'La note est signalée. Les autres voient seulement qu’il y en avait une.',
      taskClosed:
        'La tâche est fermée. Si un parent a ainsi demandé une attestation, elle attend maintenant le médecin\u00a0; sinon, une attestation peut être demandée.',
      certificateWanted: 'Le cabinet est prévenu. Vous recevez un e-mail dès que le médecin a décidé.',
      certificateWithdrawn: 'L’attestation est retirée.',
      wishWithdrawn: 'Votre demande est retirée.',
      taskReopened: 'La tâche est de nouveau ouverte.',
      certificationRequested: 'L’attestation est demandée.',
      issued: 'L’attestation est délivrée.',
      rejected: 'La demande est refusée.',
      revoked: 'L’attestation est révoquée.',
      certificationCorrected: 'L’attestation est délivrée avec le nouveau texte. L’ancienne est révoquée.',
      confirmed: 'Confirmé. Les nouvelles attestations portent ce qui est saisi maintenant.',
      passwordSet: 'Votre nouveau mot de passe est valable. Vous pouvez vous connecter avec.',
      childAdded: 'L’enfant est ajouté.',
      childEntered:
        'L’enfant est inscrit, et son premier dossier est ouvert. Un parent peut maintenant le rejoindre\u00a0: par e-mail, ou avec un code sur papier.',
      childJoined:
        'Vous êtes maintenant parent de cet enfant ici. Si vous l’aviez aussi ajouté, les deux fiches n’en font plus qu’une.',
      childLeft: 'Vous avez quitté la fiche de l’enfant. Les autres parents gardent tout ce qui le concerne.',
      correctedToConfirm:
        'Enregistré. Le médecin qui a délivré l’attestation est invité à confirmer la correction. D’ici là, aucune nouvelle ne peut être établie.',
      correctedWithdrawn:
        'Enregistré. Les attestations qui portaient l’erreur sont retirées. De nouvelles pourront être établies dès que le médecin qui les a délivrées aura confirmé la correction.',
      parentInvited:
        'Nous envoyons un e-mail à cette adresse. Le code qu’il contient sert une seule fois, dans les sept jours. Si ce n’est pas possible avec cette adresse, l’e-mail dit pourquoi.',
      invitationWithdrawn: 'L’invitation est retirée. Le code envoyé à cette adresse ne fonctionne plus.',
      paperWithdrawn: 'Le code imprimé ne vaut plus.',
      parentRemoved: 'Le parent est retiré.',
    },
    nl: {
      addressProven: 'Uw e-mailadres is bevestigd.',
      accountConfirmed: 'Het account is bevestigd en de persoon krijgt een e-mail.',
      accountDeclined: 'Het account is gesloten en de persoon krijgt een e-mail.',
      accountDisowned: 'Het account is gesloten, en uw adres is vrij. U kunt zich er zelf mee registreren.',
      proofSent: 'We sturen de e-mail opnieuw. De link daarin vervangt de vorige.',
      registered: 'Uw account is er. U kunt zich nu aanmelden.',
      recoveryCodeUsed:
        'U hebt zich aangemeld met een herstelcode, die nu niet meer werkt. Bij ‘Mijn account’ staat hoeveel er nog over zijn.',
      signedOut: 'U bent afgemeld.',
      accountClosed: 'Uw account is gesloten. Een e-mail bevestigt het.',
      typedDropped:
        'U bent aangemeld. Wat eerder op die pagina stond, is niet met dit account ingevuld, of te lang geleden: het is niet bewaard.',
      saved: 'Opgeslagen.',
      handedOver: 'De zaak is overgedragen.',
      caseOpened: 'De zaak is geopend.',
      caseFinished: 'De zaak is afgerond.',
      taskAdded: 'De taak is toegevoegd.',
      noteWritten: 'De notitie staat er. Alle andere betrokkenen krijgen bericht.',
      noteMarked: 'De notitie is aangemerkt. Anderen zien alleen dat er een was.',
      taskClosed:
        'De taak is gesloten. Vroeg een ouder daarmee om een verklaring, dan wacht die nu op de arts; anders kan er een worden aangevraagd.',
      certificateWanted: 'De praktijk heeft bericht gekregen. U krijgt een e-mail zodra de arts heeft beslist.',
      certificateWithdrawn: 'De verklaring is ingetrokken.',
      wishWithdrawn: 'Uw vraag is ingetrokken.',
      taskReopened: 'De taak is weer open.',
      certificationRequested: 'De verklaring is aangevraagd.',
      issued: 'De verklaring is afgegeven.',
      rejected: 'De aanvraag is afgewezen.',
      revoked: 'De verklaring is ingetrokken.',
      certificationCorrected: 'De verklaring is met de nieuwe tekst afgegeven. De oude is ingetrokken.',
      confirmed: 'Bevestigd. In nieuwe verklaringen staat wat er nu is ingevuld.',
      passwordSet: 'Uw nieuwe wachtwoord geldt. U kunt zich er nu mee aanmelden.',
      childAdded: 'Het kind is toegevoegd.',
      childEntered:
        'Het kind is ingevoerd, en de eerste zaak is geopend. Nu kan een ouder zich aansluiten: per e-mail, of met een code op papier.',
      childJoined:
        'U bent hier nu ouder van dit kind. Had u het ook zelf toegevoegd, dan zijn beide vermeldingen nu één.',
      childLeft: 'U bent vertrokken. De andere ouders houden alles wat er over het kind is.',
      correctedToConfirm:
        'Opgeslagen. De arts die een verklaring over het kind heeft afgegeven, moet de correctie bevestigen. Tot dan kan er geen nieuwe worden gemaakt.',
      correctedWithdrawn:
        'Opgeslagen. Verklaringen waarin de fout stond, zijn ingetrokken. Nieuwe kunnen worden gemaakt zodra de arts die ze heeft afgegeven de correctie bevestigt.',
      parentInvited:
        'We sturen een e-mail naar het adres. De code daarin is één keer te gebruiken, binnen zeven dagen. Kan het niet met dit adres, dan zegt de e-mail waarom.',
      invitationWithdrawn: 'De uitnodiging is ingetrokken. De code die naar het adres ging, werkt niet meer.',
      paperWithdrawn: 'De afgedrukte code werkt niet meer.',
      parentRemoved: 'De ouder is verwijderd.',
    },
  },
);
