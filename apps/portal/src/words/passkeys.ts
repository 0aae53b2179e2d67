import { type Row, translations } from '@health-case/domain/model/translations';

const ASKED: Row = [
  'Your device asks you now. If it does not, press the button.',
  'Ihr Gerät fragt Sie jetzt. Wenn nicht, drücken Sie den Knopf.',
  'Votre appareil vous interroge maintenant. Sinon, appuyez sur le bouton.',
  'Uw apparaat vraagt het u nu. Zo niet, druk dan op de knop.',
];

export const passkeyWords = translations({
  title: ['Passkeys', 'Passkeys', 'Clés d’accès', 'Passkeys'],
  what: [
    'With a passkey you sign in by your fingerprint, your face or the code of your device. It stands for password and second factor.',
    'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder dem Code Ihres Geräts an. Er ersetzt Passwort und zweiten Faktor.',
    'Avec une clé d’accès, vous vous connectez par votre empreinte, votre visage ou le code de votre appareil. Elle remplace le mot de passe et le second facteur.',
    'Met een passkey meldt u zich aan met uw vingerafdruk, uw gezicht of de code van uw apparaat. Hij vervangt wachtwoord en tweede factor.',
  ],
  none: [
    'You have no passkey yet.',
    'Sie haben noch keinen Passkey.',
    'Vous n’avez pas encore de clé d’accès.',
    'U hebt nog geen passkey.',
  ],
  name: ['Name', 'Name', 'Nom', 'Naam'],
  createdAt: ['Added', 'Hinzugefügt', 'Ajoutée', 'Toegevoegd'],
  lastUsedAt: ['Last used', 'Zuletzt verwendet', 'Dernière utilisation', 'Laatst gebruikt'],
  never: ['Never', 'Nie', 'Jamais', 'Nooit'],
  add: ['Add a passkey', 'Einen Passkey hinzufügen', 'Ajouter une clé d’accès', 'Een passkey toevoegen'],
  addTitle: ['Name the passkey', 'Dem Passkey einen Namen geben', 'Nommer la clé d’accès', 'De passkey een naam geven'],
  create: ['Create the passkey', 'Passkey erstellen', 'Créer la clé d’accès', 'Passkey maken'],
  createText: ASKED,
  needsScript: [
    'This needs JavaScript, and a browser that knows passkeys. Sign in with your password instead.',
    'Das braucht JavaScript, und einen Browser, der Passkeys kennt. Melden Sie sich sonst mit Ihrem Passwort an.',
    'Il faut JavaScript, et un navigateur qui connaît les clés d’accès. Sinon, connectez-vous avec votre mot de passe.',
    'Dit vraagt JavaScript, en een browser die passkeys kent. Meld u anders aan met uw wachtwoord.',
  ],
  notMade: [
    'You broke it off, or your device waited too long. Press the button to try again.',
    'Sie haben abgebrochen, oder Ihr Gerät hat zu lange gewartet. Drücken Sie den Knopf, um es noch einmal zu versuchen.',
    'Vous avez interrompu, ou votre appareil a attendu trop longtemps. Appuyez sur le bouton pour réessayer.',
    'U hebt het afgebroken, of uw apparaat heeft te lang gewacht. Druk op de knop om het opnieuw te proberen.',
  ],
  notUsed: [
    'You broke it off, or your device waited too long. Try again, or sign in with your password.',
    'Sie haben abgebrochen, oder Ihr Gerät hat zu lange gewartet. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    'Vous avez interrompu, ou votre appareil a attendu trop longtemps. Réessayez, ou connectez-vous avec votre mot de passe.',
    'U hebt het afgebroken, of uw apparaat heeft te lang gewacht. Probeer het opnieuw, of meld u aan met uw wachtwoord.',
  ],
  known: [
    'This device has a passkey for this account already. Sign in with it, or take another device.',
    'Dieses Gerät hat schon einen Passkey für dieses Konto. Melden Sie sich damit an, oder nehmen Sie ein anderes Gerät.',
    'Cet appareil a déjà une clé d’accès pour ce compte. Connectez-vous avec elle, ou prenez un autre appareil.',
    'Dit apparaat heeft al een passkey voor dit account. Meld u daarmee aan, of neem een ander apparaat.',
  ],
  unknown: [
    'This browser does not know passkeys. Use another browser, or your password.',
    'Dieser Browser kennt keine Passkeys. Nehmen Sie einen anderen Browser oder Ihr Passwort.',
    'Ce navigateur ne connaît pas les clés d’accès. Prenez un autre navigateur, ou votre mot de passe.',
    'Deze browser kent geen passkeys. Neem een andere browser of uw wachtwoord.',
  ],
  failed: [
    'Your device or password manager could not do it. Use another one, or your password. Its reason: ',
    'Ihr Gerät oder Ihr Passwort-Manager konnte es nicht. Nehmen Sie einen anderen oder Ihr Passwort. Der Grund: ',
    'Votre appareil ou votre gestionnaire de mots de passe n’a pas pu le faire. Prenez-en un autre, ou votre mot de passe. La raison\u00a0: ',
    'Uw apparaat of wachtwoordbeheerder kon het niet. Neem een andere, of uw wachtwoord. De reden: ',
  ],
  removeTitle: [
    'Do you want to remove this passkey?',
    'Möchten Sie diesen Passkey entfernen?',
    'Voulez-vous retirer cette clé d’accès\u00a0?',
    'Wilt u deze passkey verwijderen?',
  ],
  removeText: [
    'Nobody can sign in with it any more. Remove it from your device, too.',
    'Niemand kann sich mehr damit anmelden. Entfernen Sie ihn auch von Ihrem Gerät.',
    'Plus personne ne peut se connecter avec elle. Retirez-la aussi de votre appareil.',
    'Niemand kan zich er meer mee aanmelden. Verwijder hem ook van uw apparaat.',
  ],
  signIn: [
    'Sign in with a passkey',
    'Mit einem Passkey anmelden',
    'Se connecter avec une clé d’accès',
    'Aanmelden met een passkey',
  ],
  use: ['Use a passkey', 'Passkey verwenden', 'Utiliser une clé d’accès', 'Passkey gebruiken'],
  useText: ASKED,
  withPassword: [
    'Sign in with a password',
    'Mit einem Passwort anmelden',
    'Se connecter avec un mot de passe',
    'Aanmelden met een wachtwoord',
  ],
});
