// The page's words: one row for each, in English, German, French and Dutch.

import { LANGUAGES, language } from './language.js';

const column = () => Object.keys(LANGUAGES).indexOf(language);

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** The words for a name, with `{…}` filled in. */
export const word = (name, values = {}) => filled(WORDS[name][column()], values);

/** A verdict, as a heading and a sentence. */
export const verdictWords = (verdict, values) => VERDICTS[verdict].map((row) => filled(row[column()], values));

const VERDICTS = {
  genuine: [
    ['Genuine', 'Echt', 'Authentique', 'Echt'],
    [
      '{issuer} signed this certificate. It is valid and was not revoked.',
      '{issuer} hat diese Bescheinigung signiert. Sie ist gültig und wurde nicht widerrufen.',
      '{issuer} a signé cette attestation. Elle est valable et n’a pas été révoquée.',
      '{issuer} heeft deze verklaring ondertekend. Ze is geldig en niet ingetrokken.',
    ],
  ],
  revoked: [
    ['Revoked', 'Widerrufen', 'Révoquée', 'Ingetrokken'],
    [
      'The issuer signed this certificate and revoked it later. It does not count any more.',
      'Die ausstellende Stelle hat diese Bescheinigung signiert und später widerrufen. Sie gilt nicht mehr.',
      'L’émetteur a signé cette attestation, puis l’a révoquée. Elle n’est plus valable.',
      'De uitgever heeft deze verklaring ondertekend en later ingetrokken. Ze telt niet meer.',
    ],
  ],
  expired: [
    ['Expired', 'Abgelaufen', 'Expirée', 'Verlopen'],
    [
      'The issuer signed this certificate, but its last day is over.',
      'Die ausstellende Stelle hat diese Bescheinigung signiert, aber ihr letzter Tag ist vorbei.',
      'L’émetteur a signé cette attestation, mais son dernier jour est passé.',
      'De uitgever heeft deze verklaring ondertekend, maar de laatste dag is voorbij.',
    ],
  ],
  'not yet valid': [
    ['Not yet valid', 'Noch nicht gültig', 'Pas encore valable', 'Nog niet geldig'],
    [
      'The certificate begins later. Check the clock of this device.',
      'Die Bescheinigung gilt erst später. Prüfen Sie die Uhr dieses Geräts.',
      'L’attestation commence plus tard. Vérifiez l’horloge de cet appareil.',
      'De verklaring gaat later in. Controleer de klok van dit apparaat.',
    ],
  ],
  'status unknown': [
    ['Status unknown', 'Status unbekannt', 'Statut inconnu', 'Status onbekend'],
    [
      'The issuer signed this certificate. Whether it was revoked is not known: connect to the network, check the clock of this device, and verify it again.',
      'Die ausstellende Stelle hat diese Bescheinigung signiert. Ob sie widerrufen wurde, ist nicht bekannt: Verbinden Sie sich mit dem Netz, prüfen Sie die Uhr dieses Geräts, und prüfen Sie die Bescheinigung noch einmal.',
      'L’émetteur a signé cette attestation. On ne sait pas si elle a été révoquée\u00a0: connectez-vous au réseau, vérifiez l’horloge de cet appareil, puis vérifiez de nouveau l’attestation.',
      'De uitgever heeft deze verklaring ondertekend. Of ze is ingetrokken, is niet bekend: maak verbinding met het netwerk, controleer de klok van dit apparaat, en controleer de verklaring opnieuw.',
    ],
  ],
  altered: [
    ['Altered', 'Verändert', 'Modifiée', 'Veranderd'],
    [
      'This is not what the issuer signed. Do not accept it.',
      'Das ist nicht, was die ausstellende Stelle signiert hat. Akzeptieren Sie es nicht.',
      'Ce n’est pas ce que l’émetteur a signé. Ne l’acceptez pas.',
      'Dit is niet wat de uitgever heeft ondertekend. Accepteer het niet.',
    ],
  ],
  'unknown key': [
    ['Unknown key', 'Unbekannter Schlüssel', 'Clé inconnue', 'Onbekende sleutel'],
    [
      'The issuer does not publish the key of this certificate, or no longer. Do not accept it.',
      'Die ausstellende Stelle veröffentlicht den Schlüssel dieser Bescheinigung nicht oder nicht mehr. Akzeptieren Sie sie nicht.',
      'L’émetteur ne publie pas, ou plus, la clé de cette attestation. Ne l’acceptez pas.',
      'De uitgever publiceert de sleutel van deze verklaring niet of niet meer. Accepteer haar niet.',
    ],
  ],
  'no keys': [
    ['Not verified', 'Nicht geprüft', 'Non vérifiée', 'Niet gecontroleerd'],
    [
      'This device has no keys of {issuer} that it read in the last seven days. Connect to the network and verify the certificate again.',
      'Dieses Gerät hat keine Schlüssel von {issuer} aus den letzten sieben Tagen. Verbinden Sie sich mit dem Netz und prüfen Sie die Bescheinigung noch einmal.',
      'Cet appareil n’a pas de clés de {issuer} lues au cours des sept derniers jours. Connectez-vous au réseau et vérifiez de nouveau l’attestation.',
      'Dit apparaat heeft geen sleutels van {issuer} uit de laatste zeven dagen. Maak verbinding met het netwerk en controleer de verklaring opnieuw.',
    ],
  ],
  'unknown issuer': [
    ['Unknown issuer', 'Unbekannte ausstellende Stelle', 'Émetteur inconnu', 'Onbekende uitgever'],
    [
      'The certificate names {issuer} as its issuer, which this page does not trust. Anyone can write this. Trust an issuer only if you know its address from elsewhere.',
      'Die Bescheinigung nennt {issuer} als ausstellende Stelle; diese Seite vertraut ihr nicht. Das kann jeder hineinschreiben. Vertrauen Sie einer Stelle nur, wenn Sie ihre Adresse von anderswo kennen.',
      'L’attestation indique {issuer} comme émetteur, auquel cette page ne fait pas confiance. N’importe qui peut l’écrire. Ne faites confiance à un émetteur que si vous connaissez son adresse par ailleurs.',
      'De verklaring noemt {issuer} als uitgever. Deze pagina vertrouwt die uitgever niet. Iedereen kan dat erin schrijven. Vertrouw een uitgever alleen als u het adres van elders kent.',
    ],
  ],
  'not readable': [
    ['Not readable', 'Nicht lesbar', 'Illisible', 'Niet leesbaar'],
    [
      'This is no certificate, or only a part of one. Scan or paste it again.',
      'Das ist keine Bescheinigung oder nur ein Teil davon. Scannen Sie sie noch einmal oder fügen Sie sie noch einmal ein.',
      'Ce n’est pas une attestation, ou seulement une partie. Scannez-la ou collez-la de nouveau.',
      'Dit is geen verklaring, of maar een deel ervan. Scan of plak haar opnieuw.',
    ],
  ],
};

const WORDS = {
  title: ['Verify a certificate', 'Bescheinigung prüfen', 'Vérifier une attestation', 'Verklaring controleren'],
  read: ['Read a certificate', 'Bescheinigung einlesen', 'Lire une attestation', 'Verklaring inlezen'],
  scan: [
    'Scan the code with the camera',
    'Code mit der Kamera scannen',
    'Scanner le code avec l’appareil photo',
    'Code met de camera scannen',
  ],
  stop: ['Stop the camera', 'Kamera stoppen', 'Arrêter l’appareil photo', 'Camera stoppen'],
  video: ['What the camera sees', 'Bild der Kamera', 'Image de l’appareil photo', 'Beeld van de camera'],
  image: ['An image of the code', 'Ein Bild des Codes', 'Une image du code', 'Een afbeelding van de code'],
  imageHint: [
    'You can also drop the image on this page, or paste it. It does not leave this device.',
    'Sie können das Bild auch auf diese Seite ziehen oder einfügen. Es verlässt dieses Gerät nicht.',
    'Vous pouvez aussi déposer l’image sur cette page ou la coller. Elle ne quitte pas cet appareil.',
    'U kunt de afbeelding ook naar deze pagina slepen of plakken. Ze verlaat dit apparaat niet.',
  ],
  text: [
    'The certificate as text, or its address',
    'Die Bescheinigung als Text oder ihre Adresse',
    'L’attestation sous forme de texte, ou son adresse',
    'De verklaring als tekst, of het adres ervan',
  ],
  verify: ['Verify', 'Prüfen', 'Vérifier', 'Controleren'],
  trust: ['Trusted issuers', 'Stellen, denen diese Seite vertraut', 'Émetteurs de confiance', 'Vertrouwde uitgevers'],
  proof: [
    'A page that was opened by a code proves nothing by itself: a forged code can open a forged page. Compare the address of this page with the one that you know, or open the page from your own bookmark and read the code there.',
    'Eine Seite, die durch einen Code geöffnet wurde, beweist für sich allein nichts: Ein gefälschter Code kann eine gefälschte Seite öffnen. Vergleichen Sie die Adresse dieser Seite mit der, die Sie kennen, oder öffnen Sie die Seite über Ihr eigenes Lesezeichen und lesen Sie den Code dort ein.',
    'Une page ouverte par un code ne prouve rien à elle seule\u00a0: un faux code peut ouvrir une fausse page. Comparez l’adresse de cette page avec celle que vous connaissez, ou ouvrez la page depuis votre propre favori et lisez-y le code.',
    'Een pagina die door een code is geopend, bewijst op zichzelf niets: een valse code kan een valse pagina openen. Vergelijk het adres van deze pagina met het adres dat u kent, of open de pagina via uw eigen bladwijzer en lees de code daar in.',
  ],
  own: ['serves this page', 'stellt diese Seite bereit', 'fournit cette page', 'levert deze pagina'],
  remove: ['Remove {issuer}', '{issuer} entfernen', 'Supprimer {issuer}', '{issuer} verwijderen'],
  issuerLabel: [
    'Address of another issuer',
    'Adresse einer weiteren ausstellenden Stelle',
    'Adresse d’un autre émetteur',
    'Adres van een andere uitgever',
  ],
  issuerHint: [
    'Take it from a letter or a person that you know, not from the certificate.',
    'Nehmen Sie sie aus einem Brief oder von einer Person, die Sie kennen, nicht aus der Bescheinigung.',
    'Prenez-la dans une lettre ou auprès d’une personne que vous connaissez, pas dans l’attestation.',
    'Neem het over uit een brief of van iemand die u kent, niet uit de verklaring.',
  ],
  pin: ['Trust this issuer', 'Dieser Stelle vertrauen', 'Faire confiance à cet émetteur', 'Deze uitgever vertrouwen'],
  pinned: [
    '{issuer} is trusted now.',
    'Diese Seite vertraut jetzt {issuer}.',
    'Cette page fait maintenant confiance à {issuer}.',
    'Deze pagina vertrouwt nu {issuer}.',
  ],
  notPinned: [
    'No issuer of certificates answers at this address.',
    'Unter dieser Adresse antwortet keine Stelle, die Bescheinigungen ausstellt.',
    'Aucun émetteur d’attestations ne répond à cette adresse.',
    'Op dit adres antwoordt geen uitgever van verklaringen.',
  ],
  removed: [
    '{issuer} is no longer trusted.',
    'Diese Seite vertraut {issuer} nicht mehr.',
    'Cette page ne fait plus confiance à {issuer}.',
    'Deze pagina vertrouwt {issuer} niet meer.',
  ],
  offline: [
    'After the first visit this page also works without a network.',
    'Nach dem ersten Besuch funktioniert diese Seite auch ohne Netz.',
    'Après la première visite, cette page fonctionne aussi sans réseau.',
    'Na het eerste bezoek werkt deze pagina ook zonder netwerk.',
  ],
  licences: ['Licences', 'Lizenzen', 'Licences', 'Licenties'],
  compare: [
    'Compare the name with the person’s: a certificate can belong to somebody else.',
    'Vergleichen Sie den Namen mit dem der Person: Eine Bescheinigung kann jemand anderem gehören.',
    'Comparez le nom avec celui de la personne\u00a0: une attestation peut appartenir à quelqu’un d’autre.',
    'Vergelijk de naam met die van de persoon: een verklaring kan van iemand anders zijn.',
  ],
  fresh: [
    'The issuer was asked for the status just now.',
    'Der Status wurde soeben bei der ausstellenden Stelle abgefragt.',
    'Le statut vient d’être demandé à l’émetteur.',
    'De status is zojuist bij de uitgever opgevraagd.',
  ],
  kept: [
    'The issuer could not be asked: the status is from {moment} ({age}).',
    'Die ausstellende Stelle konnte nicht gefragt werden: Der Status ist vom {moment} ({age}).',
    'L’émetteur n’a pas pu être interrogé\u00a0: le statut date du {moment} ({age}).',
    'De uitgever kon niet worden geraadpleegd: de status is van {moment} ({age}).',
  ],
  working: ['Verifying …', 'Wird geprüft …', 'Vérification …', 'Bezig met controleren …'],
  failed: [
    'Something went wrong. Load this page again and try once more.',
    'Etwas ist schiefgegangen. Laden Sie diese Seite neu und versuchen Sie es noch einmal.',
    'Une erreur s’est produite. Rechargez cette page et réessayez.',
    'Er is iets misgegaan. Laad deze pagina opnieuw en probeer het nog eens.',
  ],
  noCode: [
    'No code was found in the image.',
    'Im Bild wurde kein Code gefunden.',
    'Aucun code n’a été trouvé dans l’image.',
    'In de afbeelding is geen code gevonden.',
  ],
  isPdf: [
    'This is a PDF. Open it, take a screenshot or a photo of the code, and choose that image.',
    'Das ist ein PDF. Öffnen Sie es, machen Sie einen Screenshot oder ein Foto des Codes, und wählen Sie dieses Bild aus.',
    'C’est un PDF. Ouvrez-le, faites une capture d’écran ou une photo du code, et choisissez cette image.',
    'Dit is een PDF. Open het bestand, maak een schermafbeelding of een foto van de code, en kies die afbeelding.',
  ],
  isHeic: [
    'This is a photo in the format HEIC, which this browser cannot read. Take a screenshot of it, or save it as JPEG, and choose that image.',
    'Das ist ein Foto im Format HEIC, das dieser Browser nicht lesen kann. Machen Sie einen Screenshot davon, oder speichern Sie es als JPEG, und wählen Sie dieses Bild aus.',
    'C’est une photo au format HEIC, que ce navigateur ne peut pas lire. Faites-en une capture d’écran, ou enregistrez-la en JPEG, et choisissez cette image.',
    'Dit is een foto in het formaat HEIC, dat deze browser niet kan lezen. Maak er een schermafbeelding van, of bewaar de foto als JPEG, en kies die afbeelding.',
  ],
  isText: [
    'This is a text, and no whole certificate is in it. Choose a photo or a screenshot of the code.',
    'Das ist ein Text, und keine ganze Bescheinigung steht darin. Wählen Sie ein Foto oder einen Screenshot des Codes aus.',
    'C’est un texte, et il ne contient pas d’attestation entière. Choisissez une photo ou une capture d’écran du code.',
    'Dit is een tekst, en er staat geen hele verklaring in. Kies een foto of een schermafbeelding van de code.',
  ],
  isOther: [
    'This is no image that this browser can read. Take a photo or a screenshot of the code, and choose that image.',
    'Das ist kein Bild, das dieser Browser lesen kann. Machen Sie ein Foto oder einen Screenshot des Codes, und wählen Sie dieses Bild aus.',
    'Ce n’est pas une image que ce navigateur peut lire. Faites une photo ou une capture d’écran du code, et choisissez cette image.',
    'Dit is geen afbeelding die deze browser kan lezen. Maak een foto of een schermafbeelding van de code, en kies die afbeelding.',
  ],
  notAllowed: [
    'This page may not use the camera. Allow it in the settings of the browser or the device.',
    'Diese Seite darf die Kamera nicht benutzen. Erlauben Sie es in den Einstellungen des Browsers oder des Geräts.',
    'Cette page n’a pas le droit d’utiliser l’appareil photo. Autorisez-le dans les réglages du navigateur ou de l’appareil.',
    'Deze pagina mag de camera niet gebruiken. Sta het toe in de instellingen van de browser of het apparaat.',
  ],
  noCamera: [
    'This browser finds no camera.',
    'Dieser Browser findet keine Kamera.',
    'Ce navigateur ne trouve pas d’appareil photo.',
    'Deze browser vindt geen camera.',
  ],
  cameraFails: [
    'The camera cannot be used. Another program may be using it.',
    'Die Kamera kann nicht benutzt werden. Vielleicht benutzt sie gerade ein anderes Programm.',
    'L’appareil photo ne peut pas être utilisé. Un autre programme l’utilise peut-être.',
    'De camera kan niet worden gebruikt. Misschien gebruikt een ander programma de camera.',
  ],
  otherWays: [
    'You can do without it: take a photo or a scan of the code and choose it as an image below, or paste the certificate as text.',
    'Es geht auch ohne: Fotografieren oder scannen Sie den Code und wählen Sie das Bild unten aus, oder fügen Sie die Bescheinigung als Text ein.',
    'Vous pouvez vous en passer\u00a0: photographiez ou numérisez le code et choisissez l’image ci-dessous, ou collez l’attestation sous forme de texte.',
    'Het kan ook zonder: maak een foto of een scan van de code en kies die hieronder als afbeelding, of plak de verklaring als tekst.',
  ],
  insecure: [
    'This page can verify nothing here, neither with the camera nor from an image or a text: open it with https.',
    'Diese Seite kann hier nichts prüfen, weder mit der Kamera noch aus einem Bild oder Text: Öffnen Sie sie mit https.',
    'Cette page ne peut rien vérifier ici, ni avec l’appareil photo, ni à partir d’une image ou d’un texte\u00a0: ouvrez-la avec https.',
    'Deze pagina kan hier niets controleren, niet met de camera en ook niet uit een afbeelding of tekst: open deze pagina met https.',
  ],
  language: ['Language', 'Sprache', 'Langue', 'Taal'],
  name: ['Name', 'Name', 'Nom', 'Naam'],
  birthYear: ['Year of birth', 'Geburtsjahr', 'Année de naissance', 'Geboortejaar'],
  statement: ['Statement', 'Aussage', 'Déclaration', 'Wat ze bevestigt'],
  issuedBy: ['Doctor', 'Ärztin oder Arzt', 'Médecin', 'Arts'],
  issuedAt: ['Issued', 'Ausgestellt', 'Délivrée', 'Afgegeven'],
  lastDay: ['Valid until', 'Gültig bis', 'Valable jusqu’au', 'Geldig tot en met'],
  issuer: ['Issuer', 'Ausstellende Stelle', 'Émetteur', 'Uitgever'],
  id: ['Number', 'Nummer', 'Numéro', 'Nummer'],
  certificate: ['Certificate', 'Bescheinigung', 'Attestation', 'Verklaring'],
  print: ['Print', 'Drucken', 'Imprimer', 'Afdrukken'],
  code: [
    'QR code of this certificate',
    'QR-Code dieser Bescheinigung',
    'Code QR de cette attestation',
    'QR-code van deze verklaring',
  ],
  paper: [
    'Paper proves nothing: scan the code to verify this certificate at {issuer}/verify.',
    'Papier beweist nichts: Scannen Sie den Code, um diese Bescheinigung auf {issuer}/verify zu prüfen.',
    'Le papier ne prouve rien\u00a0: scannez le code pour vérifier cette attestation sur {issuer}/verify.',
    'Papier bewijst niets: scan de code om deze verklaring te controleren op {issuer}/verify.',
  ],
};
