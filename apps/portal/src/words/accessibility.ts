import { translations } from '@health-case/domain/model/translations';

/** Texts about who can use the portal. Each sentence is true because of a test; `limits` is what no test shows. */
export const accessibilityWords = translations({
  intro: [
    'Everybody should be able to use this service. It is made by the rules of WCAG 2.2, level AA.',
    'Alle sollen diesen Dienst nutzen können. Er ist nach den Regeln der WCAG 2.2, Stufe AA, gemacht.',
    'Tout le monde doit pouvoir utiliser ce service. Il suit les règles WCAG 2.2, niveau AA.',
    'Iedereen moet deze dienst kunnen gebruiken. Hij is gemaakt volgens de regels van WCAG 2.2, niveau AA.',
  ],
  testedTitle: ['What was tested', 'Was geprüft wurde', 'Ce qui a été vérifié', 'Wat is getest'],
  tested: {
    rules: [
      'A program (axe) has looked at every page in all four languages, in a wide and in a narrow window, in light and in dark colours. It found nothing that breaks the rules.',
      'Ein Programm (axe) hat jede Seite in allen vier Sprachen angesehen, in einem breiten und in einem schmalen Fenster, in hellen und in dunklen Farben. Es fand nichts, das gegen die Regeln verstößt.',
      'Un programme (axe) a examiné chaque page dans les quatre langues, dans une fenêtre large et dans une fenêtre étroite, en couleurs claires et en couleurs sombres. Il n’a rien trouvé de contraire aux règles.',
      'Een programma (axe) heeft elke pagina bekeken, in alle vier talen, in een breed en in een smal venster, in lichte en in donkere kleuren. Het vond niets dat tegen de regels is.',
    ],
    zoom: [
      'At 400 % zoom you read every page without scrolling sideways. Only wide tables scroll by themselves.',
      'Bei 400 % Vergrößerung lesen Sie jede Seite, ohne seitwärts zu blättern. Nur breite Tabellen bewegen sich für sich allein.',
      'À 400 % de zoom, vous lisez chaque page sans défilement horizontal. Seuls les tableaux larges défilent, chacun pour soi.',
      'Bij 400 % zoom leest u elke pagina zonder opzij te schuiven. Alleen brede tabellen schuiven op zichzelf.',
    ],
    keyboard: [
      'Everything from registering to the certificate can be done by keyboard alone, and without JavaScript.',
      'Vom Registrieren bis zur Bescheinigung geht alles mit der Tastatur allein, und alles ohne JavaScript.',
      'De l’inscription à l’attestation, tout peut se faire au clavier seul, et tout peut se faire sans JavaScript.',
      'Van het registreren tot de verklaring kan alles met alleen het toetsenbord, en alles zonder JavaScript.',
    ],
    colours: [
      'Buttons, fields and the focus stay visible in the colours of your system (high contrast).',
      'Schaltflächen, Felder und der Fokus bleiben sichtbar, wenn Ihr System die Farben bestimmt (hoher Kontrast).',
      'Les boutons, les champs et le focus restent visibles avec les couleurs de votre système (contraste élevé).',
      'Knoppen, velden en de focus blijven zichtbaar in de kleuren van uw systeem (hoog contrast).',
    ],
  },
  limitsTitle: [
    'What may not work',
    'Was vielleicht nicht geht',
    'Ce qui peut ne pas fonctionner',
    'Wat misschien niet werkt',
  ],
  limits: {
    people: [
      'A program does not find every fault. People with a disability have not tested the service yet.',
      'Ein Programm findet nicht jeden Fehler. Menschen mit einer Behinderung haben den Dienst noch nicht geprüft.',
      'Un programme ne trouve pas toutes les erreurs. Des personnes handicapées n’ont pas encore vérifié le service.',
      'Een programma vindt niet elke fout. Mensen met een beperking hebben de dienst nog niet getest.',
    ],
    readers: [
      'It has not been tested with screen readers or with voice control yet.',
      'Mit Bildschirmleseprogrammen und mit Sprachsteuerung wurde er noch nicht geprüft.',
      'Il n’a pas encore été vérifié avec des lecteurs d’écran ni avec la commande vocale.',
      'Hij is nog niet getest met schermlezers of met spraakbesturing.',
    ],
    time: [
      'Some hours after signing in you must sign in again, however you use the service. The same is true after some time without use, unless you ask to stay signed in. Without JavaScript nothing warns you before. What you had typed into a form is kept, but for passwords.',
      'Einige Stunden nach dem Anmelden müssen Sie sich neu anmelden, auch wenn Sie den Dienst benutzen. Das gilt auch nach einiger Zeit ohne Nutzung, wenn Sie nicht angemeldet bleiben wollen. Ohne JavaScript warnt vorher nichts. Was Sie in ein Formular eingegeben hatten, bleibt erhalten, außer Passwörtern.',
      'Quelques heures après la connexion, vous devez vous reconnecter, même si vous utilisez le service. C’est aussi le cas après un certain temps sans utilisation, sauf si vous demandez à rester connecté. Sans JavaScript, rien ne vous avertit avant. Ce que vous aviez saisi dans un formulaire est conservé, sauf les mots de passe.',
      'Enkele uren na het aanmelden moet u zich opnieuw aanmelden, ook als u de dienst gebruikt. Dat geldt ook na enige tijd zonder gebruik, tenzij u vraagt aangemeld te blijven. Zonder JavaScript wordt u vooraf niet gewaarschuwd. Wat u in een formulier had ingevuld, blijft bewaard, behalve wachtwoorden.',
    ],
    passkeys: [
      'Passkeys need JavaScript, and a device that can ask you. You can always sign in with your password.',
      'Passkeys brauchen JavaScript und ein Gerät, das Sie fragen kann. Mit Ihrem Passwort können Sie sich immer anmelden.',
      'Les clés d’accès demandent JavaScript, et un appareil qui peut vous interroger. Vous pouvez toujours vous connecter avec votre mot de passe.',
      'Passkeys hebben JavaScript nodig, en een apparaat dat u iets kan vragen. U kunt zich altijd met uw wachtwoord aanmelden.',
    ],
  },
  tellTitle: [
    'If something does not work for you',
    'Wenn etwas für Sie nicht geht',
    'Si quelque chose ne fonctionne pas pour vous',
    'Als iets voor u niet werkt',
  ],
  tell: [
    'Tell whoever runs this service, or your practice: which page it was, what you wanted to do, and what you use. No health data are needed for that.',
    'Sagen Sie es dem Betreiber des Dienstes oder Ihrer Praxis: welche Seite es war, was Sie tun wollten, und was Sie benutzen. Gesundheitsdaten braucht es dafür keine.',
    'Dites-le au responsable du service ou à votre cabinet\u00a0: quelle page c’était, ce que vous vouliez faire, et ce que vous utilisez. Aucune donnée de santé n’est nécessaire pour cela.',
    'Zeg het de beheerder van de dienst of uw praktijk: welke pagina het was, wat u wilde doen, en wat u gebruikt. Gezondheidsgegevens zijn daarvoor niet nodig.',
  ],
});
