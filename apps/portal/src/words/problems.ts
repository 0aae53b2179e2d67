import { translations } from '@health-case/domain/model/translations';

/** Why there is no page, where no use case refuses it. */
export const problemWords = translations({
  notFound: ['Page not found', 'Seite nicht gefunden', 'Page introuvable', 'Pagina niet gevonden'],
  notFoundText: [
    'There is no page at this address. If you typed it, check it.',
    'Unter dieser Adresse gibt es keine Seite. Wenn Sie sie getippt haben, prüfen Sie sie.',
    'Il n’y a pas de page à cette adresse. Si vous l’avez tapée, vérifiez-la.',
    'Op dit adres is geen pagina. Hebt u het getypt, controleer het dan.',
  ],
  otherSite: [
    'This form cannot be used',
    'Dieses Formular kann nicht verwendet werden',
    'Ce formulaire ne peut pas être utilisé',
    'Dit formulier kan niet worden gebruikt',
  ],
  otherSiteText: [
    'It was sent by another site, or by a browser that does not say where it came from. Nothing was changed.',
    'Eine andere Website hat es abgeschickt, oder ein Browser, der nicht sagt, woher es kam. Es wurde nichts geändert.',
    'Il a été envoyé par un autre site, ou par un navigateur qui ne dit pas d’où il vient. Rien n’a été modifié.',
    'Een andere website heeft het verstuurd, of een browser die niet zegt waar het vandaan kwam. Er is niets gewijzigd.',
  ],
  unsafe: [
    'This address is not safe',
    'Diese Adresse ist nicht sicher',
    'Cette adresse n’est pas sûre',
    'Dit adres is niet veilig',
  ],
  unsafeText: [
    'Passwords and health data would travel readable for others. The portal is served on this machine (localhost), or behind TLS at the address in the setting PUBLIC_URL.',
    'Passwörter und Gesundheitsdaten wären unterwegs für andere lesbar. Das Portal gibt es auf diesem Rechner (localhost), oder hinter TLS unter der Adresse in der Einstellung PUBLIC_URL.',
    'Les mots de passe et les données de santé seraient lisibles en chemin. Le portail est servi sur cette machine (localhost), ou derrière TLS à l’adresse du réglage PUBLIC_URL.',
    'Wachtwoorden en gezondheidsgegevens zouden onderweg leesbaar zijn. Het portaal is er op deze computer (localhost), of achter TLS op het adres in de instelling PUBLIC_URL.',
  ],
  elsewhere: [
    'The portal has another address',
    'Das Portal hat eine andere Adresse',
    'Le portail se trouve à une autre adresse',
    'Het portaal heeft een ander adres',
  ],
  elsewhereText: [
    'Passwords and health data are protected only at this address:',
    'Nur unter dieser Adresse sind Passwörter und Gesundheitsdaten geschützt:',
    'Les mots de passe et les données de santé ne sont protégés qu’à cette adresse :',
    'Alleen op dit adres zijn wachtwoorden en gezondheidsgegevens beschermd:',
  ],
  tooLarge: ['Too much text', 'Zu viel Text', 'Trop de texte', 'Te veel tekst'],
  tooLargeText: [
    'More was sent than any form of this service takes. Shorten it, and send it again.',
    'Es wurde mehr geschickt, als ein Formular dieses Dienstes annimmt. Kürzen Sie es, und schicken Sie es noch einmal ab.',
    'L’envoi dépasse ce qu’un formulaire de ce service accepte. Raccourcissez-le, puis renvoyez-le.',
    'Er is meer verstuurd dan een formulier van deze dienst aanneemt. Maak het korter, en verstuur het opnieuw.',
  ],
  unavailable: [
    'The service cannot do this at the moment',
    'Der Dienst kann das im Moment nicht',
    'Le service ne peut pas le faire en ce moment',
    'De dienst kan dit nu niet',
  ],
  unavailableText: [
    'Nothing was changed, or it was done completely. Wait a moment, then try again: it is done once.',
    'Es wurde nichts geändert, oder es wurde vollständig erledigt. Warten Sie kurz, und versuchen Sie es noch einmal: Es geschieht einmal.',
    'Rien n’a été modifié, ou tout a été fait. Attendez un instant, puis réessayez\u00a0: cela sera fait une seule fois.',
    'Er is niets gewijzigd, of het is helemaal gedaan. Wacht even, en probeer het opnieuw: het gebeurt één keer.',
  ],
  failed: [
    'Sorry, something went wrong',
    'Leider ist etwas schiefgegangen',
    'Désolé, une erreur s’est produite',
    'Sorry, er is iets misgegaan',
  ],
  failedText: [
    'If it happens again, tell whoever runs the service this number:',
    'Wenn es wieder geschieht, nennen Sie dem Betreiber des Dienstes diese Nummer:',
    'Si cela se reproduit, donnez ce numéro au responsable du service\u00a0:',
    'Gebeurt het opnieuw, noem de beheerder van de dienst dan dit nummer:',
  ],
  refused: ['This is not possible', 'Das ist nicht möglich', 'Ce n’est pas possible', 'Dit kan niet'],
  otherAccount: [
    'If you have another account here, sign out and use that one. Whoever works here and is a parent, too, needs two accounts, with two e-mail addresses.',
    'Haben Sie hier noch ein Konto, melden Sie sich ab, und verwenden Sie jenes. Wer hier arbeitet und auch Elternteil ist, braucht zwei Konten, mit zwei E-Mail-Adressen.',
    'Si vous avez un autre compte ici, déconnectez-vous et utilisez celui-là. Pour travailler ici et être aussi parent, il faut deux comptes, avec deux adresses e-mail.',
    'Hebt u hier nog een account, meld u dan af en gebruik dat. Wie hier werkt en ook ouder is, heeft twee accounts nodig, met twee e-mailadressen.',
  ],
  tooOften: (soon: string) => [
    `That was too often within a short time. Try again ${soon}.`,
    `Das war zu oft in kurzer Zeit. Versuchen Sie es ${soon} noch einmal.`,
    `C’était trop souvent en peu de temps. Réessayez ${soon}.`,
    `Dat was te vaak in korte tijd. Probeer het ${soon} opnieuw.`,
  ],
  aloneLater: (soon: string) => [
    `A manager would get access to this doctor’s cases by it, so others may object first. Try again ${soon}.`,
    `Jemand aus der Praxisleitung bekäme dadurch Zugang zu den Fällen dieser Ärztin oder dieses Arztes. Andere können vorher widersprechen: Versuchen Sie es ${soon} noch einmal.`,
    `Un responsable aurait ainsi accès aux dossiers de ce médecin. D’autres peuvent d’abord s’y opposer\u00a0: réessayez ${soon}.`,
    `Een beheerder zou daardoor toegang krijgen tot de zaken van deze arts. Anderen kunnen eerst bezwaar maken: probeer het ${soon} opnieuw.`,
  ],
  otherSession: [
    'You have signed in anew since this form was opened. Check whether you want to send it with this account.',
    'Sie haben sich neu angemeldet, seit dieses Formular geöffnet wurde. Prüfen Sie, ob Sie es mit diesem Konto abschicken wollen.',
    'Vous vous êtes reconnecté depuis l’ouverture de ce formulaire. Vérifiez si vous voulez l’envoyer avec ce compte.',
    'U hebt zich opnieuw aangemeld sinds dit formulier is geopend. Controleer of u het met dit account wilt versturen.',
  ],
});
