import { translations } from '@health-case/domain/model/translations';

export const addressWords = translations({
  whose: {
    title: [
      'Did you make this account?',
      'Haben Sie dieses Konto angelegt?',
      'Avez-vous créé ce compte\u00a0?',
      'Hebt u dit account gemaakt?',
    ],
    text: [
      'Somebody made an account with your e-mail address.',
      'Jemand hat mit Ihrer E-Mail-Adresse ein Konto angelegt.',
      'Quelqu’un a créé un compte avec votre adresse e-mail.',
      'Iemand heeft met uw e-mailadres een account gemaakt.',
    ],
    warning: [
      'Press “This is my address” only if you made the account yourself. Whoever made it knows its password, and you would give them your address.',
      'Drücken Sie nur dann „Das ist meine Adresse“, wenn Sie das Konto selbst angelegt haben. Wer es angelegt hat, kennt das Passwort, und Sie würden dieser Person Ihre Adresse überlassen.',
      'Appuyez sur «\u00a0C’est mon adresse\u00a0» uniquement si vous avez créé ce compte vous-même. La personne qui l’a créé en connaît le mot de passe, et vous lui laisseriez votre adresse.',
      'Druk alleen op ‘Dit is mijn adres’ als u het account zelf hebt gemaakt. Wie het heeft gemaakt, kent het wachtwoord, en u zou die persoon uw adres laten.',
    ],
    mine: ['This is my address', 'Das ist meine Adresse', 'C’est mon adresse', 'Dit is mijn adres'],
    notMine: [
      'I did not make this account',
      'Ich habe dieses Konto nicht angelegt',
      'Je n’ai pas créé ce compte',
      'Ik heb dit account niet gemaakt',
    ],
    notMineText: [
      'If you did not make it, it is closed at once. Your address is then free, and you can register with it yourself.',
      'Wenn Sie es nicht angelegt haben, wird es sofort gesperrt. Ihre Adresse ist dann frei, und Sie können sich selbst damit registrieren.',
      'Si vous ne l’avez pas créé, il est fermé aussitôt. Votre adresse redevient libre et vous pouvez vous inscrire avec elle.',
      'Hebt u het niet gemaakt, dan wordt het meteen gesloten. Uw adres is dan vrij, en u kunt zich er zelf mee registreren.',
    ],
    choose: [
      'Choose one of the two answers below',
      'Wählen Sie unten eine der beiden Antworten',
      'Choisissez l’une des deux réponses ci-dessous',
      'Kies hieronder een van de twee antwoorden',
    ],
  },
  afterReset: {
    text: [
      'Your password is changed. Before you sign in, one question: the e-mail address of this account had not been confirmed.',
      'Ihr neues Passwort gilt. Vor der Anmeldung noch eine Frage: Die E-Mail-Adresse dieses Kontos war noch nicht bestätigt.',
      'Votre nouveau mot de passe est valable. Avant de vous connecter, une question\u00a0: l’adresse e-mail de ce compte n’avait pas encore été confirmée.',
      'Uw nieuwe wachtwoord geldt. Voordat u zich aanmeldt nog één vraag: het e-mailadres van dit account was nog niet bevestigd.',
    ],
    mine: ['Yes, I made it', 'Ja, ich habe es angelegt', 'Oui, je l’ai créé', 'Ja, ik heb het gemaakt'],
  },
  mine: {
    title: [
      'Confirm your e-mail address',
      'Bestätigen Sie Ihre E-Mail-Adresse',
      'Confirmez votre adresse e-mail',
      'Bevestig uw e-mailadres',
    ],
    sent: [
      'We have sent a mail to this address. Open the link in it, and say there that the address is yours:',
      'Wir haben eine E-Mail an diese Adresse geschickt. Öffnen Sie den Link darin, und sagen Sie dort, dass die Adresse Ihnen gehört:',
      'Nous avons envoyé un e-mail à cette adresse. Ouvrez le lien qu’il contient et dites-y que l’adresse est la vôtre\u00a0:',
      'We hebben een e-mail naar dit adres gestuurd. Open de link daarin, en zeg daar dat het adres van u is:',
    ],
    until: [
      'Until then you cannot add children, open cases, invite parents, or set up passkeys and a second factor here.',
      'Bis dahin können Sie hier keine Kinder eintragen, keine Fälle eröffnen, keine Eltern einladen und weder Passkeys noch einen zweiten Faktor einrichten.',
      'D’ici là, vous ne pouvez ici ni ajouter d’enfant, ni ouvrir de dossier, ni inviter de parent, ni configurer de clé d’accès ou de second facteur.',
      'Tot dan kunt u hier geen kinderen toevoegen, geen zaken openen, geen ouders uitnodigen en geen passkeys of tweede factor instellen.',
    ],
    again: [
      'Has no mail come? Look among unwanted mails too, or have it sent again, at most once in ten minutes.',
      'Ist keine E-Mail gekommen? Sehen Sie auch bei den unerwünschten nach, oder lassen Sie sie noch einmal schicken, höchstens einmal in zehn Minuten.',
      'Aucun e-mail n’est arrivé\u00a0? Regardez aussi parmi les indésirables, ou faites-le renvoyer, au plus une fois toutes les dix minutes.',
      'Is er geen e-mail gekomen? Kijk ook bij de ongewenste, of laat hem opnieuw sturen, hooguit één keer per tien minuten.',
    ],
    send: ['Send the mail again', 'E-Mail noch einmal schicken', 'Renvoyer l’e-mail', 'De e-mail opnieuw sturen'],
    goOn: ['Go on without', 'Ohne Bestätigung weiter', 'Continuer sans confirmer', 'Verder zonder bevestiging'],
    kept: [
      'What you had entered is kept: go on with it, once your address is confirmed',
      'Ihre Eingaben sind noch da: Machen Sie damit weiter, sobald Ihre Adresse bestätigt ist',
      'Votre saisie est conservée\u00a0: continuez avec elle, une fois votre adresse confirmée',
      'Wat u had ingevuld is bewaard: ga ermee verder zodra uw adres is bevestigd',
    ],
    notYet: ['not confirmed yet', 'noch nicht bestätigt', 'pas encore confirmée', 'nog niet bevestigd'],
    confirm: ['Confirm the address', 'Die Adresse bestätigen', 'Confirmer l’adresse', 'Het adres bevestigen'],
    needed: [
      'You can invite somebody once your e-mail address is confirmed.',
      'Sie können jemanden einladen, sobald Ihre E-Mail-Adresse bestätigt ist.',
      'Vous pourrez inviter quelqu’un dès que votre adresse e-mail sera confirmée.',
      'U kunt iemand uitnodigen zodra uw e-mailadres is bevestigd.',
    ],
  },
  access: {
    title: [
      'Who has access through your account',
      'Wer über Ihr Konto Zugang hat',
      'Qui a accès par votre compte',
      'Wie via uw account toegang heeft',
    ],
    text: [
      'Whoever is named here sees something through your account. End what you do not know or no longer want.',
      'Wer hier steht, sieht etwas über Ihr Konto. Beenden Sie, was Sie nicht kennen oder nicht mehr wollen.',
      'Les personnes citées ici voient quelque chose par votre compte. Mettez fin à ce que vous ne connaissez pas ou ne voulez plus.',
      'Wie hier staat, ziet iets via uw account. Beëindig wat u niet kent of niet meer wilt.',
    ],
    nobody: [
      'Nobody else has access through your account.',
      'Niemand sonst hat über Ihr Konto Zugang.',
      'Personne d’autre n’a accès par votre compte.',
      'Niemand anders heeft via uw account toegang.',
    ],
    noPasskeys: [
      'No passkey signs in to your account. A new password by mail removes all of them.',
      'Kein Passkey öffnet Ihr Konto. Ein neues Passwort per E-Mail entfernt alle.',
      'Aucune clé d’accès n’ouvre votre compte. Un nouveau mot de passe demandé par e-mail les supprime toutes.',
      'Geen passkey opent uw account. Een nieuw wachtwoord per e-mail verwijdert ze allemaal.',
    ],
    more: [
      'There are more invitations. They are shown here once some of these are withdrawn or over.',
      'Es gibt noch mehr Einladungen. Sie stehen hier, sobald einige von diesen zurückgezogen oder abgelaufen sind.',
      'Il y a d’autres invitations. Elles s’affichent ici dès que certaines de celles-ci sont retirées ou expirées.',
      'Er zijn nog meer uitnodigingen. Ze staan hier zodra een aantal hiervan is ingetrokken of verlopen.',
    ],
    child: (name: string) => [`Access to ${name}`, `Zugang zu ${name}`, `Accès à ${name}`, `Toegang tot ${name}`],
  },
});
