import type { Language } from '@health-case/domain/model/account';
import { CORRECTABLE, type CorrectedField } from '@health-case/domain/model/child';
import { type Row, translations } from '@health-case/domain/model/translations';
import { LENGTHS } from '@health-case/domain/model/values';
import type { RefusalCode } from '@health-case/domain/result';

/** What stands beside a field, and what is said if it is empty or does not fit. */
type FieldTexts<Text> = {
  readonly label: Text;
  readonly hint?: Text;
  /** Where that is not what is said of one that does not fit. */
  readonly missing?: Text;
  readonly invalid: Text;
  /** Where what is said of a refusal otherwise does not fit the field. */
  readonly refused?: Readonly<Partial<Record<RefusalCode, Text>>>;
};

const LONG_SENTENCE: Row = [
  'The sentence must have at most 500 characters',
  'Der Satz darf höchstens 500 Zeichen haben',
  'La phrase doit avoir au plus 500 caractères',
  'De zin mag hoogstens 500 tekens hebben',
];
const PART_OF_CODE: Row = [
  'Enter the whole code: eight groups of four letters or digits',
  'Geben Sie den ganzen Code ein: acht Gruppen aus vier Buchstaben oder Ziffern',
  'Saisissez le code entier\u00a0: huit groupes de quatre lettres ou chiffres',
  'Vul de hele code in: acht groepen van vier letters of cijfers',
];
const UNREADABLE_CODE: Row = [
  'Enter the code as it was given to you',
  'Geben Sie den Code so ein, wie Sie ihn erhalten haben',
  'Saisissez le code tel que vous l’avez reçu',
  'Vul de code in zoals u hem hebt gekregen',
];
const NO_DAY: Row = [
  'The day must be a real date, such as 27 3 2027',
  'Der Tag muss ein echtes Datum sein, etwa 27 3 2027',
  'Le jour doit être une date réelle, par exemple 27 3 2027',
  'De dag moet een echte datum zijn, zoals 27 3 2027',
];

const atMost = (characters: number): Row => [
  `At most ${characters} characters.`,
  `Höchstens ${characters} Zeichen.`,
  `${characters} caractères au maximum.`,
  `Hoogstens ${characters} tekens.`,
];
const OF_STATEMENT = {
  hint: atMost(LENGTHS.statement.maxLength),
  invalid: [
    `It must have at most ${LENGTHS.statement.maxLength} characters`,
    `Der Text darf höchstens ${LENGTHS.statement.maxLength} Zeichen haben`,
    `Le texte ne doit pas dépasser ${LENGTHS.statement.maxLength} caractères`,
    `De tekst mag hoogstens ${LENGTHS.statement.maxLength} tekens hebben`,
  ],
} as const;
const WHEN: Row = ['Choose when', 'Wählen Sie, wann', 'Choisissez quand', 'Kies wanneer'];
/** D-43: of what one is told when. */
const toldWhen = <Name extends string>(topics: Readonly<Record<Name, Row>>) =>
  Object.fromEntries(Object.entries<Row>(topics).map(([name, label]) => [name, { label, invalid: WHEN }])) as Readonly<
    Record<Name, FieldTexts<Row>>
  >;

const ROWS = {
  file: {
    label: ['List of children', 'Liste von Kindern', 'Liste d’enfants', 'Lijst van kinderen'],
    hint: [
      'A CSV file, as spreadsheet programs save it; at most 20,000 rows',
      'Eine CSV-Datei, wie Tabellenkalkulationen sie speichern; höchstens 20.000 Zeilen',
      'Un fichier CSV, comme les tableurs l’enregistrent\u00a0; au plus 20\u00a0000 lignes',
      'Een CSV-bestand, zoals spreadsheetprogramma’s het opslaan; hoogstens 20.000 regels',
    ],
    missing: ['Choose a file', 'Wählen Sie eine Datei', 'Choisissez un fichier', 'Kies een bestand'],
    invalid: [
      'The file is too large: it may have at most 6 MB',
      'Die Datei ist zu groß: Sie darf höchstens 6 MB haben',
      'Le fichier est trop grand\u00a0: 6 Mo au plus',
      'Het bestand is te groot: het mag hoogstens 6 MB zijn',
    ],
  },
  decision: {
    label: [
      'What is to be done with this row?',
      'Was soll mit dieser Zeile geschehen?',
      'Que faut-il faire de cette ligne\u00a0?',
      'Wat moet er met deze regel gebeuren?',
    ],
    missing: [
      'Say what is to be done',
      'Sagen Sie, was geschehen soll',
      'Dites ce qu’il faut faire',
      'Zeg wat er moet gebeuren',
    ],
    invalid: ['Choose one of these', 'Wählen Sie eines davon', 'Choisissez l’une de ces réponses', 'Kies een van deze'],
  },
  patient: {
    label: ['Find a child', 'Ein Kind finden', 'Trouver un enfant', 'Een kind vinden'],
    hint: [
      'The beginning of the name, or the date of birth, such as 3 2 2019',
      'Anfang des Namens, oder das Geburtsdatum, etwa 3 2 2019',
      'Le début du nom, ou la date de naissance, par exemple 3 2 2019',
      'Het begin van de naam, of de geboortedatum, zoals 3 2 2019',
    ],
    missing: [
      'Enter a name or a date of birth',
      'Geben Sie einen Namen oder ein Geburtsdatum ein',
      'Saisissez un nom ou une date de naissance',
      'Vul een naam of een geboortedatum in',
    ],
    invalid: [
      'Enter at most 100 characters, with a letter or a digit',
      'Geben Sie höchstens 100 Zeichen ein, mit einem Buchstaben oder einer Ziffer',
      'Saisissez 100 caractères au plus, dont une lettre ou un chiffre',
      'Vul hoogstens 100 tekens in, met een letter of een cijfer',
    ],
  },
  receivers: {
    label: [
      'Doctors who take the cases',
      'Wer die Fälle übernimmt',
      'Médecins qui prennent les dossiers',
      'Artsen die de zaken overnemen',
    ],
    missing: [
      'Tick who takes the cases',
      'Kreuzen Sie an, wer die Fälle übernimmt',
      'Cochez qui prend les dossiers',
      'Vink aan wie de zaken overneemt',
    ],
    invalid: [
      'Tick doctors of this list',
      'Kreuzen Sie Einträge dieser Liste an',
      'Cochez des médecins de cette liste',
      'Vink artsen van deze lijst aan',
    ],
  },
  tasks: {
    label: ['Tasks', 'Aufgaben', 'Tâches', 'Taken'],
    missing: [
      'Tick what you want to close',
      'Kreuzen Sie an, was Sie schließen möchten',
      'Cochez ce que vous voulez fermer',
      'Vink aan wat u wilt sluiten',
    ],
    invalid: [
      'Tick tasks of this list',
      'Kreuzen Sie Aufgaben dieser Liste an',
      'Cochez des tâches de cette liste',
      'Vink taken van deze lijst aan',
    ],
  },
  firstName: {
    label: ['First name', 'Vorname', 'Prénom', 'Voornaam'],
    missing: ['Enter the first name', 'Geben Sie den Vornamen ein', 'Saisissez le prénom', 'Vul de voornaam in'],
    invalid: [
      `The first name must have a letter, and at most 100 characters`,
      `Der Vorname muss einen Buchstaben haben, und höchstens 100 Zeichen`,
      `Le prénom doit contenir une lettre, et 100 caractères au plus`,
      `De voornaam moet een letter hebben, en hoogstens 100 tekens`,
    ],
  },
  lastName: {
    label: ['Last name', 'Nachname', 'Nom', 'Achternaam'],
    hint: [
      'If there is only one name, enter it here, too.',
      'Gibt es nur einen Namen, geben Sie ihn auch hier ein.',
      'S’il n’y a qu’un seul nom, saisissez-le ici aussi.',
      'Is er maar één naam, vul die dan ook hier in.',
    ],
    missing: ['Enter the last name', 'Geben Sie den Nachnamen ein', 'Saisissez le nom', 'Vul de achternaam in'],
    invalid: [
      `The last name must have a letter, and at most 100 characters`,
      `Der Nachname muss einen Buchstaben haben, und höchstens 100 Zeichen`,
      `Le nom doit contenir une lettre, et 100 caractères au plus`,
      `De achternaam moet een letter hebben, en hoogstens 100 tekens`,
    ],
  },
  email: {
    label: ['E-mail address', 'E-Mail-Adresse', 'Adresse e-mail', 'E-mailadres'],
    missing: [
      'Enter an e-mail address',
      'Geben Sie eine E-Mail-Adresse ein',
      'Saisissez une adresse e-mail',
      'Vul een e-mailadres in',
    ],
    invalid: [
      'Enter an e-mail address in the correct form, such as name@example.org',
      'Geben Sie eine E-Mail-Adresse in der richtigen Form ein, etwa name@example.org',
      'Saisissez une adresse e-mail valable, par exemple nom@example.org',
      'Vul een e-mailadres in de juiste vorm in, zoals naam@example.org',
    ],
  },
  password: {
    label: ['Password', 'Passwort', 'Mot de passe', 'Wachtwoord'],
    missing: [
      'Enter your password',
      'Geben Sie Ihr Passwort ein',
      'Saisissez votre mot de passe',
      'Vul uw wachtwoord in',
    ],
    invalid: [
      'The password has characters that cannot be read; type it again',
      'Das Passwort enthält unlesbare Zeichen; geben Sie es noch einmal ein',
      'Le mot de passe contient des caractères illisibles\u00a0; saisissez-le à nouveau',
      'Het wachtwoord bevat onleesbare tekens; vul het opnieuw in',
    ],
  },
  newPassword: {
    label: ['New password', 'Neues Passwort', 'Nouveau mot de passe', 'Nieuw wachtwoord'],
    hint: [
      'At least 8 characters, whichever you like. A few words in a row are good.',
      'Mindestens 8 Zeichen, beliebige. Ein paar Wörter hintereinander sind gut.',
      'Au moins 8 caractères, quels qu’ils soient. Quelques mots à la suite conviennent bien.',
      'Minstens 8 tekens, welke u maar wilt. Een paar woorden achter elkaar zijn goed.',
    ],
    missing: [
      'Enter a new password',
      'Geben Sie ein neues Passwort ein',
      'Saisissez un nouveau mot de passe',
      'Vul een nieuw wachtwoord in',
    ],
    invalid: [
      'The password must have 8 to 128 characters',
      'Das Passwort muss 8 bis 128 Zeichen haben',
      'Le mot de passe doit avoir de 8 à 128 caractères',
      'Het wachtwoord moet 8 tot 128 tekens hebben',
    ],
  },
  phrase: {
    label: ['Phrase', 'Formulierung', 'Formulation', 'Formulering'],
    missing: [
      'Enter the phrase',
      'Geben Sie die Formulierung ein',
      'Saisissez la formulation',
      'Vul de formulering in',
    ],
    invalid: [
      'The phrase is too long, or has characters that cannot be used',
      'Die Formulierung ist zu lang oder enthält Zeichen, die hier nicht möglich sind',
      'La formulation est trop longue ou contient des caractères impossibles ici',
      'De formulering is te lang of bevat tekens die hier niet kunnen',
    ],
  },
  sixDigits: {
    label: [
      'The 6 digits that your app shows now',
      'Die 6 Ziffern, die Ihre App jetzt zeigt',
      'Les 6 chiffres que votre application affiche',
      'De 6 cijfers die uw app nu toont',
    ],
    invalid: [
      'Enter the 6 digits that your app shows, or a recovery code',
      'Geben Sie die 6 Ziffern Ihrer App oder einen Wiederherstellungscode ein',
      'Saisissez les 6 chiffres de votre application, ou un code de récupération',
      'Vul de 6 cijfers van uw app in, of een herstelcode',
    ],
    refused: {
      CODE_INVALID: [
        'The code is wrong or was used already. Type the digits that your app shows now.',
        'Der Code ist falsch oder schon verwendet. Geben Sie die Ziffern ein, die Ihre App jetzt zeigt.',
        'Le code est faux ou déjà utilisé. Saisissez les chiffres que votre application affiche maintenant.',
        'De code is verkeerd of al gebruikt. Vul de cijfers in die uw app nu toont.',
      ],
    },
  },
  recoveryCode: {
    label: [
      'One of your recovery codes',
      'Einer Ihrer Wiederherstellungscodes',
      'L’un de vos codes de récupération',
      'Een van uw herstelcodes',
    ],
    invalid: [
      'Enter a recovery code as you have noted it: 32 digits and letters from a to f',
      'Geben Sie den Code so ein, wie Sie ihn notiert haben: 32 Ziffern und Buchstaben von a bis f',
      'Saisissez le code comme vous l’avez noté\u00a0: 32 chiffres et lettres de a à f',
      'Vul de code in zoals u hem hebt genoteerd: 32 cijfers en letters van a tot f',
    ],
    refused: {
      CODE_INVALID: [
        'The code is wrong or was used already. Each works once: take another one.',
        'Der Code ist falsch oder schon verwendet. Jeder gilt einmal: Nehmen Sie einen anderen.',
        'Le code est faux ou déjà utilisé. Chacun sert une fois\u00a0: prenez-en un autre.',
        'De code is verkeerd of al gebruikt. Elke code werkt één keer: neem een andere.',
      ],
    },
  },
  otp: {
    label: ['One-time password', 'Einmalpasswort', 'Mot de passe à usage unique', 'Eenmalig wachtwoord'],
    hint: [
      'The six digits that your app shows now, or one of your recovery codes.',
      'Die sechs Ziffern, die Ihre App jetzt zeigt, oder einer Ihrer Wiederherstellungscodes.',
      'Les six chiffres que votre application affiche, ou l’un de vos codes de récupération.',
      'De zes cijfers die uw app nu toont, of een van uw herstelcodes.',
    ],
    missing: [
      'Enter the one-time password or a recovery code',
      'Geben Sie das Einmalpasswort oder einen Wiederherstellungscode ein',
      'Saisissez le mot de passe à usage unique ou un code de récupération',
      'Vul het eenmalige wachtwoord of een herstelcode in',
    ],
    invalid: [
      'Enter the six digits that your app shows, or a recovery code',
      'Geben Sie die sechs Ziffern Ihrer App oder einen Wiederherstellungscode ein',
      'Saisissez les six chiffres de votre application, ou un code de récupération',
      'Vul de zes cijfers van uw app in, of een herstelcode',
    ],
    refused: {
      CODE_INVALID: [
        'The one-time password is wrong or was used already. Type the one that your app shows now.',
        'Das Einmalpasswort ist falsch oder schon verwendet. Geben Sie das ein, das Ihre App jetzt zeigt.',
        'Le mot de passe à usage unique est faux ou déjà utilisé. Saisissez celui que votre application affiche maintenant.',
        'Het eenmalige wachtwoord is verkeerd of al gebruikt. Vul het wachtwoord in dat uw app nu toont.',
      ],
    },
  },
  role: {
    label: ['Who are you?', 'Wer sind Sie?', 'Qui êtes-vous\u00a0?', 'Wie bent u?'],
    invalid: ['Choose who you are', 'Wählen Sie, wer Sie sind', 'Choisissez qui vous êtes', 'Kies wie u bent'],
  },
  setupCode: {
    label: ['Set-up code', 'Einrichtungscode', 'Code de configuration', 'Inrichtingscode'],
    hint: [
      'It stands in the link, and beside it.',
      'Er steht im Link und daneben.',
      'Il figure dans le lien et à côté.',
      'Hij staat in de link en ernaast.',
    ],
    missing: [
      'Enter the set-up code',
      'Geben Sie den Einrichtungscode ein',
      'Saisissez le code de configuration',
      'Vul de inrichtingscode in',
    ],
    invalid: UNREADABLE_CODE,
    refused: {
      CODE_INVALID: [
        'The code is wrong, used or older than 24 hours, or somebody runs the practice already. Whoever runs the service makes a new one.',
        'Der Code ist falsch, verbraucht oder älter als 24 Stunden, oder die Praxis wird schon verwaltet. Wer den Dienst betreibt, erstellt einen neuen.',
        'Le code est faux, utilisé ou date de plus de 24 heures, ou le cabinet est déjà géré. Le responsable du service en crée un nouveau.',
        'De code is verkeerd, gebruikt of ouder dan 24 uur, of iemand beheert de praktijk al. De beheerder van de dienst maakt een nieuwe.',
      ],
    },
  },
  practiceName: {
    label: ['Name of the practice', 'Name der Praxis', 'Nom du cabinet', 'Naam van de praktijk'],
    missing: [
      'Enter the name of the practice',
      'Geben Sie den Namen der Praxis ein',
      'Saisissez le nom du cabinet',
      'Vul de naam van de praktijk in',
    ],
    invalid: [
      'The name must have at most 500 characters',
      'Der Name darf höchstens 500 Zeichen haben',
      'Le nom doit avoir au plus 500 caractères',
      'De naam mag hoogstens 500 tekens hebben',
    ],
  },
  practiceAddress: {
    label: ['Address (optional)', 'Adresse (freiwillig)', 'Adresse (facultatif)', 'Adres (optioneel)'],
    hint: [
      'Street and town, in one line.',
      'Straße und Ort, in einer Zeile.',
      'Rue et ville, sur une ligne.',
      'Straat en plaats, op één regel.',
    ],
    invalid: [
      'The address must have at most 500 characters',
      'Die Adresse darf höchstens 500 Zeichen haben',
      'L’adresse doit avoir au plus 500 caractères',
      'Het adres mag hoogstens 500 tekens hebben',
    ],
  },
  telephone: {
    label: ['Telephone (optional)', 'Telefon (freiwillig)', 'Téléphone (facultatif)', 'Telefoon (optioneel)'],
    invalid: [
      'The number must have at most 500 characters',
      'Die Nummer darf höchstens 500 Zeichen haben',
      'Le numéro doit avoir au plus 500 caractères',
      'Het nummer mag hoogstens 500 tekens hebben',
    ],
  },
  practiceEmail: {
    label: [
      'E-mail address for families (optional)',
      'E-Mail-Adresse für Familien (freiwillig)',
      'Adresse e-mail pour les familles (facultatif)',
      'E-mailadres voor gezinnen (optioneel)',
    ],
    invalid: [
      'Enter an e-mail address in the correct form, such as name@example.org',
      'Geben Sie eine E-Mail-Adresse in der richtigen Form ein, etwa name@example.org',
      'Saisissez une adresse e-mail correcte, par exemple nom@example.org',
      'Vul een e-mailadres in de juiste vorm in, zoals naam@example.org',
    ],
  },
  privacy: {
    label: [
      'Address of the privacy notice (optional)',
      'Adresse der Datenschutzerklärung (freiwillig)',
      'Adresse de la politique de confidentialité (facultatif)',
      'Adres van de privacyverklaring (optioneel)',
    ],
    hint: [
      'It begins with https://',
      'Sie beginnt mit https://',
      'Elle commence par https://',
      'Het begint met https://',
    ],
    invalid: [
      'The address must begin with https://',
      'Die Adresse muss mit https:// beginnen',
      'L’adresse doit commencer par https://',
      'Het adres moet met https:// beginnen',
    ],
  },
  practiceStatement: {
    label: [
      'What a certificate says, unless the doctor writes something else (optional)',
      'Was eine Bescheinigung sagt, wenn ärztlich nichts anderes geschrieben wird (freiwillig)',
      'Ce que dit une attestation, sauf si le médecin écrit autre chose (facultatif)',
      'Wat een verklaring zegt, tenzij de arts iets anders schrijft (optioneel)',
    ],
    ...OF_STATEMENT,
  },
  sentenceEn: {
    label: [
      'Hours, and what to do in an emergency, in English (optional)',
      'Sprechzeiten, und was im Notfall zu tun ist, auf Englisch (freiwillig)',
      'Horaires, et que faire en cas d’urgence, en anglais (facultatif)',
      'Openingstijden, en wat te doen in noodgevallen, in het Engels (optioneel)',
    ],
    invalid: LONG_SENTENCE,
  },
  sentenceDe: {
    label: [
      'Hours, and what to do in an emergency, in German (optional)',
      'Sprechzeiten, und was im Notfall zu tun ist, auf Deutsch (freiwillig)',
      'Horaires, et que faire en cas d’urgence, en allemand (facultatif)',
      'Openingstijden, en wat te doen in noodgevallen, in het Duits (optioneel)',
    ],
    invalid: LONG_SENTENCE,
  },
  sentenceFr: {
    label: [
      'Hours, and what to do in an emergency, in French (optional)',
      'Sprechzeiten, und was im Notfall zu tun ist, auf Französisch (freiwillig)',
      'Horaires, et que faire en cas d’urgence, en français (facultatif)',
      'Openingstijden, en wat te doen in noodgevallen, in het Frans (optioneel)',
    ],
    invalid: LONG_SENTENCE,
  },
  sentenceNl: {
    label: [
      'Hours, and what to do in an emergency, in Dutch (optional)',
      'Sprechzeiten, und was im Notfall zu tun ist, auf Niederländisch (freiwillig)',
      'Horaires, et que faire en cas d’urgence, en néerlandais (facultatif)',
      'Openingstijden, en wat te doen in noodgevallen, in het Nederlands (optioneel)',
    ],
    invalid: LONG_SENTENCE,
  },
  namedInMails: {
    label: [
      'Do mails name the practice?',
      'Nennen E-Mails die Praxis?',
      'Les e-mails nomment-ils le cabinet\u00a0?',
      'Noemen e-mails de praktijk?',
    ],
    hint: [
      'The name can tell others who see a mail something about health.',
      'Der Name kann anderen, die eine E-Mail sehen, etwas über die Gesundheit verraten.',
      'Le nom peut révéler quelque chose de la santé à ceux qui voient un e-mail.',
      'De naam kan anderen die een e-mail zien iets over de gezondheid vertellen.',
    ],
    invalid: ['Choose yes or no', 'Wählen Sie ja oder nein', 'Choisissez oui ou non', 'Kies ja of nee'],
  },
  invitation: {
    label: ['Invitation code', 'Einladungscode', 'Code d’invitation', 'Uitnodigingscode'],
    hint: [
      'For doctors and assistants. The practice or whoever runs this service gives it to you.',
      'Für Ärztinnen, Ärzte und das Praxisteam. Sie erhalten ihn von der Praxis oder vom Betreiber dieses Dienstes.',
      'Pour les médecins et les assistants. Le cabinet ou le responsable du service vous le donne.',
      'Voor artsen en assistenten. U krijgt hem van de praktijk of van de beheerder van deze dienst.',
    ],
    missing: [
      'Enter the invitation code. Whoever runs this service gives it to you.',
      'Geben Sie den Einladungscode ein. Sie erhalten ihn vom Betreiber dieses Dienstes.',
      'Saisissez le code d’invitation. Le responsable du service vous le donne.',
      'Vul de uitnodigingscode in. U krijgt hem van de beheerder van deze dienst.',
    ],
    invalid: UNREADABLE_CODE,
  },
  code: {
    label: ['Code', 'Code', 'Code', 'Code'],
    hint: [
      'The code in the mail that we sent.',
      'Der Code in der E-Mail, die wir Ihnen geschickt haben.',
      'Le code dans l’e-mail que nous avons envoyé.',
      'De code in de e-mail die we hebben gestuurd.',
    ],
    missing: [
      'Enter the code in the mail',
      'Geben Sie den Code aus der E-Mail ein',
      'Saisissez le code de l’e-mail',
      'Vul de code uit de e-mail in',
    ],
    invalid: PART_OF_CODE,
  },
  language: {
    label: ['Language', 'Sprache', 'Langue', 'Taal'],
    invalid: ['Choose a language', 'Wählen Sie eine Sprache', 'Choisissez une langue', 'Kies een taal'],
  },
  ...toldWhen({
    mailNewCase: ['A new case', 'Ein neuer Fall', 'Un nouveau dossier', 'Een nieuwe zaak'],
    mailNote: ['A note', 'Eine Notiz', 'Une note', 'Een notitie'],
    mailDue: ['A task is due', 'Eine Aufgabe ist fällig', 'Une tâche arrive à échéance', 'Een taak moet klaar zijn'],
    mailDecision: [
      'A decision waits for you',
      'Eine Entscheidung wartet auf Sie',
      'Une décision vous attend',
      'Er wacht een beslissing op u',
    ],
    mailConfirm: [
      'A certificate is to be confirmed',
      'Eine Bescheinigung ist zu bestätigen',
      'Une attestation est à confirmer',
      'Een verklaring moet worden bevestigd',
    ],
    mailOpened: ['A case was opened', 'Ein Fall wurde eröffnet', 'Un dossier a été ouvert', 'Een zaak is geopend'],
    mailFinished: [
      'A case was finished',
      'Ein Fall wurde abgeschlossen',
      'Un dossier a été terminé',
      'Een zaak is afgerond',
    ],
    mailDecided: [
      'A decision was made',
      'Es wurde entschieden',
      'Une décision a été prise',
      'Er is een beslissing genomen',
    ],
    mailHandover: [
      'A case was handed over',
      'Ein Fall wurde übergeben',
      'Un dossier a été transféré',
      'Een zaak is overgedragen',
    ],
    mailParents: [
      'The parents of a child have changed',
      'Die Eltern eines Kindes haben sich geändert',
      'Les parents d’un enfant ont changé',
      'De ouders van een kind zijn veranderd',
    ],
  }),
  newChildren: {
    label: [
      'Do you take new children?',
      'Nehmen Sie neue Kinder auf?',
      'Prenez-vous de nouveaux enfants\u00a0?',
      'Neemt u nieuwe kinderen aan?',
    ],
    hint: [
      'If not, children who have had a case with you can still come back.',
      'Wenn nicht, können Kinder, die schon einen Fall bei Ihnen hatten, weiterhin kommen.',
      'Sinon, les enfants qui ont déjà eu un dossier chez vous peuvent toujours revenir.',
      'Zo niet, dan kunnen kinderen die al een zaak bij u hadden, nog steeds terugkomen.',
    ],
    invalid: [
      'Choose whether you take new children',
      'Wählen Sie, ob Sie neue Kinder aufnehmen',
      'Indiquez si vous prenez de nouveaux enfants',
      'Kies of u nieuwe kinderen aanneemt',
    ],
  },
  birthDate: {
    label: ['Date of birth', 'Geburtsdatum', 'Date de naissance', 'Geboortedatum'],
    hint: ['For example 27 3 2019', 'Zum Beispiel 27 3 2019', 'Par exemple 27 3 2019', 'Bijvoorbeeld 27 3 2019'],
    missing: [
      'Enter the date of birth',
      'Geben Sie das Geburtsdatum ein',
      'Saisissez la date de naissance',
      'Vul de geboortedatum in',
    ],
    invalid: [
      'The date of birth must be a real date, such as 27 3 2019, not before 1900',
      'Das Geburtsdatum muss ein echtes Datum sein, etwa 27 3 2019, nicht vor 1900',
      'La date de naissance doit être une date réelle, par exemple 27 3 2019, pas avant 1900',
      'De geboortedatum moet een echte datum zijn, zoals 27 3 2019, niet vóór 1900',
    ],
  },
  socSecNum: {
    label: ['Social security number', 'Sozialversicherungsnummer', 'Numéro de sécurité sociale', 'Burgerservicenummer'],
    hint: [
      'It is on the insurance card. Of what you enter we show the last two characters only.',
      'Sie steht auf der Versichertenkarte. Wir zeigen davon nur die letzten zwei Zeichen.',
      'Il figure sur la carte d’assuré. Nous n’en affichons que les deux derniers caractères.',
      'Het staat op de verzekeringspas. We tonen er alleen de laatste twee tekens van.',
    ],
    missing: [
      'Enter the social security number',
      'Geben Sie die Sozialversicherungsnummer ein',
      'Saisissez le numéro de sécurité sociale',
      'Vul het burgerservicenummer in',
    ],
    invalid: [
      'The number must have 4 to 32 letters and digits; spaces, dots, hyphens and slashes may stand between them',
      'Die Nummer muss 4 bis 32 Buchstaben und Ziffern haben; dazwischen dürfen Leerzeichen, Punkte, Bindestriche und Schrägstriche stehen',
      'Le numéro doit avoir de 4 à 32 lettres et chiffres\u00a0; des espaces, points, tirets et barres obliques sont permis entre eux',
      'Het nummer moet 4 tot 32 letters en cijfers hebben; daartussen mogen spaties, punten, streepjes en schuine strepen staan',
    ],
  },
  childId: {
    label: [
      'Which child is it about?',
      'Um welches Kind geht es?',
      'De quel enfant s’agit-il\u00a0?',
      'Om welk kind gaat het?',
    ],
    missing: ['Choose a child', 'Wählen Sie ein Kind', 'Choisissez un enfant', 'Kies een kind'],
    invalid: [
      'Choose a child of the list',
      'Wählen Sie ein Kind der Liste',
      'Choisissez un enfant de la liste',
      'Kies een kind uit de lijst',
    ],
  },
  doctorId: {
    label: ['Which doctor?', 'Welche Ärztin oder welcher Arzt?', 'Quel médecin\u00a0?', 'Welke arts?'],
    missing: ['Choose a doctor', 'Wählen Sie eine Ärztin oder einen Arzt', 'Choisissez un médecin', 'Kies een arts'],
    invalid: [
      'Choose a doctor of the list',
      'Wählen Sie eine Ärztin oder einen Arzt der Liste',
      'Choisissez un médecin de la liste',
      'Kies een arts uit de lijst',
    ],
  },
  name: {
    label: ['Name', 'Name', 'Nom', 'Naam'],
    hint: [
      'The beginning of a first or last name, or of both.',
      'Der Anfang eines Vor- oder Nachnamens, oder von beiden.',
      'Le début d’un prénom ou d’un nom, ou des deux.',
      'Het begin van een voor- of achternaam, of van beide.',
    ],
    missing: [
      'Enter the beginning of a name',
      'Geben Sie den Anfang eines Namens ein',
      'Saisissez le début d’un nom',
      'Vul het begin van een naam in',
    ],
    invalid: [
      'Enter at most 100 characters of a name',
      'Geben Sie höchstens 100 Zeichen eines Namens ein',
      'Saisissez au plus 100 caractères d’un nom',
      'Vul hoogstens 100 tekens van een naam in',
    ],
  },
  title: {
    label: ['What is it about?', 'Worum geht es?', 'De quoi s’agit-il\u00a0?', 'Waar gaat het over?'],
    hint: [
      'The parents read it, too.',
      'Auch die Eltern lesen es.',
      'Les parents le lisent aussi.',
      'Ook de ouders lezen het.',
    ],
    missing: [
      'Enter what it is about',
      'Geben Sie ein, worum es geht',
      'Indiquez de quoi il s’agit',
      'Vul in waar het over gaat',
    ],
    invalid: [
      `It must have at most ${LENGTHS.title.maxLength} characters`,
      `Der Text darf höchstens ${LENGTHS.title.maxLength} Zeichen haben`,
      `Le texte ne doit pas dépasser ${LENGTHS.title.maxLength} caractères`,
      `De tekst mag hoogstens ${LENGTHS.title.maxLength} tekens hebben`,
    ],
  },
  purpose: {
    label: ['What is it for?', 'Wofür brauchen Sie sie?', 'À quoi sert-elle\u00a0?', 'Waarvoor is ze?'],
    hint: [
      `For example: school trip, day care, sports. At most ${LENGTHS.purpose.maxLength} characters.`,
      `Zum Beispiel: Klassenfahrt, Kita, Sport. Höchstens ${LENGTHS.purpose.maxLength} Zeichen.`,
      `Par exemple\u00a0: sortie scolaire, crèche, sport. ${LENGTHS.purpose.maxLength} caractères au maximum.`,
      `Bijvoorbeeld: schoolreis, opvang, sport. Hoogstens ${LENGTHS.purpose.maxLength} tekens.`,
    ],
    missing: [
      'Enter what it is for',
      'Geben Sie ein, wofür Sie sie brauchen',
      'Indiquez à quoi elle sert',
      'Vul in waarvoor ze is',
    ],
    invalid: [
      `It must have at most ${LENGTHS.purpose.maxLength} characters`,
      `Der Text darf höchstens ${LENGTHS.purpose.maxLength} Zeichen haben`,
      `Le texte ne doit pas dépasser ${LENGTHS.purpose.maxLength} caractères`,
      `De tekst mag hoogstens ${LENGTHS.purpose.maxLength} tekens hebben`,
    ],
  },
  dueOn: {
    label: [
      'Due by (optional)',
      'Fällig bis (freiwillig)',
      'À faire jusqu’au (facultatif)',
      'Klaar uiterlijk op (optioneel)',
    ],
    hint: ['For example 27 3 2027', 'Zum Beispiel 27 3 2027', 'Par exemple 27 3 2027', 'Bijvoorbeeld 27 3 2027'],
    invalid: NO_DAY,
  },
  neededBy: {
    label: [
      'By when do you need it? (optional)',
      'Bis wann brauchen Sie sie? (freiwillig)',
      'Pour quand\u00a0? (facultatif)',
      'Wanneer hebt u haar uiterlijk nodig? (optioneel)',
    ],
    hint: ['For example 27 3 2027', 'Zum Beispiel 27 3 2027', 'Par exemple 27 3 2027', 'Bijvoorbeeld 27 3 2027'],
    invalid: NO_DAY,
    refused: {
      VALIDITY_OUT_OF_RANGE: [
        'The day must be from today on, and at most a year ahead',
        'Der Tag darf nicht vor heute und höchstens ein Jahr in der Zukunft liegen',
        'Le jour doit être aujourd’hui ou plus tard, dans un an au plus',
        'De dag moet vandaag of later zijn, hoogstens een jaar vooruit',
      ],
    },
  },
  reason: {
    label: ['Why?', 'Warum?', 'Pourquoi\u00a0?', 'Waarom?'],
    hint: [
      `At most ${LENGTHS.reason.maxLength} characters. The parents read it, too.`,
      `Höchstens ${LENGTHS.reason.maxLength} Zeichen. Auch die Eltern lesen es.`,
      `${LENGTHS.reason.maxLength} caractères au maximum. Les parents le lisent aussi.`,
      `Hoogstens ${LENGTHS.reason.maxLength} tekens. Ook de ouders lezen het.`,
    ],
    missing: ['Enter a reason', 'Geben Sie einen Grund ein', 'Indiquez un motif', 'Vul een reden in'],
    invalid: [
      `The reason must have at most ${LENGTHS.reason.maxLength} characters`,
      `Der Grund darf höchstens ${LENGTHS.reason.maxLength} Zeichen haben`,
      `Le motif ne doit pas dépasser ${LENGTHS.reason.maxLength} caractères`,
      `De reden mag hoogstens ${LENGTHS.reason.maxLength} tekens hebben`,
    ],
  },
  note: {
    label: ['Note', 'Notiz', 'Note', 'Notitie'],
    hint: atMost(LENGTHS.note.maxLength),
    missing: ['Enter a note', 'Geben Sie eine Notiz ein', 'Saisissez une note', 'Vul een notitie in'],
    invalid: [
      `The note must have at most ${LENGTHS.note.maxLength} characters`,
      `Die Notiz darf höchstens ${LENGTHS.note.maxLength} Zeichen haben`,
      `La note doit avoir ${LENGTHS.note.maxLength} caractères au plus`,
      `De notitie mag hoogstens ${LENGTHS.note.maxLength} tekens hebben`,
    ],
  },
  statement: {
    label: [
      'What the certificate says',
      'Was die Bescheinigung sagt',
      'Ce que l’attestation confirme',
      'Wat de verklaring zegt',
    ],
    ...OF_STATEMENT,
    missing: [
      'Enter what the certificate says',
      'Geben Sie ein, was die Bescheinigung sagt',
      'Indiquez ce que l’attestation confirme',
      'Vul in wat de verklaring zegt',
    ],
  },
  disclose: {
    label: [
      'What should it show of the name?',
      'Was soll sie vom Namen zeigen?',
      'Que doit-il montrer du nom\u00a0?',
      'Wat moet het van de naam tonen?',
    ],
    invalid: [
      'Choose what it shows of the name',
      'Wählen Sie, was sie vom Namen zeigt',
      'Choisissez ce qu’il montre du nom',
      'Kies wat het van de naam toont',
    ],
  },
  firstDay: {
    label: ['First day', 'Erster Tag', 'Premier jour', 'Eerste dag'],
    hint: ['For example 27 3 2027', 'Zum Beispiel 27 3 2027', 'Par exemple 27 3 2027', 'Bijvoorbeeld 27 3 2027'],
    missing: [
      'Enter the first day',
      'Geben Sie den ersten Tag ein',
      'Saisissez le premier jour',
      'Vul de eerste dag in',
    ],
    invalid: [
      'The first day must be a real date, such as 27 3 2027',
      'Der erste Tag muss ein echtes Datum sein, etwa 27 3 2027',
      'Le premier jour doit être une date réelle, par exemple 27 3 2027',
      'De eerste dag moet een echte datum zijn, zoals 27 3 2027',
    ],
  },
  lastDay: {
    label: ['Last day', 'Letzter Tag', 'Dernier jour', 'Laatste dag'],
    hint: [
      'Included. For example 3 4 2027',
      'Einschließlich. Zum Beispiel 3 4 2027',
      'Inclus. Par exemple 3 4 2027',
      'Inbegrepen. Bijvoorbeeld 3 4 2027',
    ],
    missing: [
      'Enter the last day',
      'Geben Sie den letzten Tag ein',
      'Saisissez le dernier jour',
      'Vul de laatste dag in',
    ],
    invalid: [
      'The last day must be a real date, such as 3 4 2027',
      'Der letzte Tag muss ein echtes Datum sein, etwa 3 4 2027',
      'Le dernier jour doit être une date réelle, par exemple 3 4 2027',
      'De laatste dag moet een echte datum zijn, zoals 3 4 2027',
    ],
  },
  validUntil: {
    label: ['Valid until', 'Gültig bis', 'Valable jusqu’au', 'Geldig tot en met'],
    hint: [
      'The last day, at most a year from now. For example 27 3 2027',
      'Der letzte Tag, höchstens ein Jahr von heute an. Zum Beispiel 27 3 2027',
      'Le dernier jour, dans un an au plus. Par exemple 27 3 2027',
      'De laatste dag, hoogstens een jaar vanaf nu. Bijvoorbeeld 27 3 2027',
    ],
    invalid: NO_DAY,
  },
  passkeyName: {
    label: ['Name of the passkey', 'Name des Passkeys', 'Nom de la clé d’accès', 'Naam van de passkey'],
    hint: [
      'So that you can tell it from others, for example My phone.',
      'Damit Sie ihn von anderen unterscheiden können, zum Beispiel Mein Handy.',
      'Pour la distinguer des autres, par exemple Mon téléphone.',
      'Zodat u hem van andere kunt onderscheiden, bijvoorbeeld Mijn telefoon.',
    ],
    missing: [
      'Enter a name for the passkey',
      'Geben Sie einen Namen für den Passkey ein',
      'Saisissez un nom pour la clé d’accès',
      'Vul een naam voor de passkey in',
    ],
    invalid: [
      `The name must have at most 100 characters`,
      `Der Name darf höchstens 100 Zeichen haben`,
      `Le nom ne doit pas dépasser 100 caractères`,
      `De naam mag hoogstens 100 tekens hebben`,
    ],
  },
} as const satisfies Readonly<Record<string, FieldTexts<Row>>>;

export type FieldName = keyof typeof ROWS;

export const CHILD_LABELS = Object.fromEntries(CORRECTABLE.map((name) => [name, ROWS[name].label])) as Readonly<
  Record<CorrectedField, Row>
>;

export const isFieldName = (name: string): name is FieldName => name in ROWS;

const told: Readonly<Record<string, FieldTexts<Row>>> = Object.fromEntries(
  Object.entries<FieldTexts<Row>>(ROWS).map(([name, one]) => [name, { missing: one.invalid, ...one }]),
);
type Told = Readonly<Record<FieldName, FieldTexts<string> & { readonly missing: string }>>;
export const fieldWords = translations(told) as Readonly<Record<Language, Told>>;
