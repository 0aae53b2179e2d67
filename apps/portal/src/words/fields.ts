import type { Language } from '@health-case/domain/model/account';
import { LENGTHS } from '@health-case/domain/model/values';
import type { RefusalCode } from '@health-case/domain/result';

/** What stands beside a field, and what is said if it is empty or does not fit. */
type FieldTexts = {
  readonly label: string;
  readonly hint?: string;
  /** Where that is not what is said of one that does not fit. */
  readonly missing?: string;
  readonly invalid: string;
  /** Where what is said of a refusal otherwise does not fit the field. */
  readonly refused?: Readonly<Partial<Record<RefusalCode, string>>>;
};

const english = {
  file: {
    label: 'List of children',
    hint: 'A CSV file, as spreadsheet programs save it; at most 20,000 rows',
    missing: 'Choose a file',
    invalid: 'The file is too large: it may have at most 6 MB',
  },
  decision: {
    label: 'What is to be done with this row?',
    missing: 'Say what is to be done',
    invalid: 'Choose one of these',
  },
  patient: {
    label: 'Find a child',
    hint: 'The beginning of the name, or the date of birth, such as 3 2 2019',
    missing: 'Enter a name or a date of birth',
    invalid: 'Enter at most 100 characters, with a letter or a digit',
  },
  receivers: {
    label: 'Doctors who take the cases',
    missing: 'Tick who takes the cases',
    invalid: 'Tick doctors of this list',
  },
  tasks: { label: 'Tasks', missing: 'Tick what you want to close', invalid: 'Tick tasks of this list' },
  firstName: {
    label: 'First name',
    missing: 'Enter the first name',
    invalid: `The first name must have a letter, and at most 100 characters`,
  },
  lastName: {
    label: 'Last name',
    hint: 'If there is only one name, enter it here, too.',
    missing: 'Enter the last name',
    invalid: `The last name must have a letter, and at most 100 characters`,
  },
  email: {
    label: 'E-mail address',
    missing: 'Enter an e-mail address',
    invalid: 'Enter an e-mail address in the correct form, such as name@example.org',
  },
  password: {
    label: 'Password',
    missing: 'Enter your password',
    invalid: 'The password has characters that cannot be read; type it again',
  },
  newPassword: {
    label: 'New password',
    hint: 'At least 8 characters, whichever you like. A few words in a row are good.',
    missing: 'Enter a new password',
    invalid: 'The password must have 8 to 128 characters',
  },
  phrase: {
    label: 'Phrase',
    missing: 'Enter the phrase',
    invalid: 'The phrase is too long, or has characters that cannot be used',
  },
  sixDigits: {
    label: 'The 6 digits that your app shows now',
    invalid: 'Enter the 6 digits that your app shows, or a recovery code',
    refused: { CODE_INVALID: 'The code is wrong or was used already. Type the digits that your app shows now.' },
  },
  recoveryCode: {
    label: 'One of your recovery codes',
    invalid: 'Enter a recovery code as you have noted it: 32 digits and letters from a to f',
  },
  otp: {
    label: 'One-time password',
    hint: 'The six digits that your app shows now, or one of your recovery codes.',
    missing: 'Enter the one-time password or a recovery code',
    invalid: 'Enter the six digits that your app shows, or a recovery code',
    refused: {
      CODE_INVALID: 'The one-time password is wrong or was used already. Type the one that your app shows now.',
    },
  },
  role: { label: 'Who are you?', invalid: 'Choose who you are' },
  setupCode: {
    label: 'Set-up code',
    hint: 'It stands in the link, and beside it.',
    missing: 'Enter the set-up code',
    invalid: 'Enter the code as it was given to you',
    refused: {
      CODE_INVALID:
        'The code is wrong, used or older than 24 hours, or somebody manages the practice already. Whoever runs the service makes a new one.',
    },
  },
  practiceName: {
    label: 'Name of the practice',
    missing: 'Enter the name of the practice',
    invalid: 'The name must have at most 500 characters',
  },
  practiceAddress: {
    label: 'Address (optional)',
    hint: 'Street and town, in one line.',
    invalid: 'The address must have at most 500 characters',
  },
  telephone: { label: 'Telephone (optional)', invalid: 'The number must have at most 500 characters' },
  practiceEmail: {
    label: 'E-mail address for families (optional)',
    invalid: 'Enter an e-mail address in the correct form, such as name@example.org',
  },
  privacy: {
    label: 'Address of the privacy notice (optional)',
    hint: 'It begins with https://',
    invalid: 'The address must begin with https://',
  },
  sentenceEn: {
    label: 'Hours, and what to do in an emergency, in English (optional)',
    invalid: 'The sentence must have at most 500 characters',
  },
  sentenceDe: {
    label: 'Hours, and what to do in an emergency, in German (optional)',
    invalid: 'The sentence must have at most 500 characters',
  },
  sentenceFr: {
    label: 'Hours, and what to do in an emergency, in French (optional)',
    invalid: 'The sentence must have at most 500 characters',
  },
  sentenceNl: {
    label: 'Hours, and what to do in an emergency, in Dutch (optional)',
    invalid: 'The sentence must have at most 500 characters',
  },
  invitation: {
    label: 'Invitation code',
    hint: 'For doctors and assistants. The practice or whoever runs this service gives it to you.',
    missing: 'Enter the invitation code. Whoever runs this service gives it to you.',
    invalid: 'Enter the code as it was given to you',
  },
  code: {
    label: 'Code',
    hint: 'The code in the mail that we sent.',
    missing: 'Enter the code in the mail',
    invalid: 'Enter the code as it stands in the mail',
  },
  language: { label: 'Language', invalid: 'Choose a language' },
  mailNewCase: { label: 'A new case', invalid: 'Choose when' },
  mailNote: { label: 'A note', invalid: 'Choose when' },
  mailDue: { label: 'A task is due', invalid: 'Choose when' },
  mailDecision: { label: 'A decision waits for you', invalid: 'Choose when' },
  mailConfirm: { label: 'A certificate is to be confirmed', invalid: 'Choose when' },
  mailOpened: { label: 'A case was opened', invalid: 'Choose when' },
  mailFinished: { label: 'A case was finished', invalid: 'Choose when' },
  mailDecided: { label: 'A decision was made', invalid: 'Choose when' },
  mailHandover: { label: 'A case was handed over', invalid: 'Choose when' },
  mailParents: { label: 'The parents of a child have changed', invalid: 'Choose when' },
  newChildren: {
    label: 'Do you take new children?',
    hint: 'If not, children who have had a case with you can still come back.',
    invalid: 'Choose whether you take new children',
  },
  birthDate: {
    label: 'Date of birth',
    hint: 'For example 27 3 2019',
    missing: 'Enter the date of birth',
    invalid: 'The date of birth must be a real date, such as 27 3 2019, not before 1900',
  },
  socSecNum: {
    label: 'Social security number',
    hint: 'It is on the insurance card. Of what you enter we show the last two characters only.',
    missing: 'Enter the social security number',
    invalid:
      'The number must have 4 to 32 letters and digits; spaces, dots, hyphens and slashes may stand between them',
  },
  childId: { label: 'Which child is it about?', missing: 'Choose a child', invalid: 'Choose a child of the list' },
  doctorId: { label: 'Which doctor?', missing: 'Choose a doctor', invalid: 'Choose a doctor of the list' },
  name: {
    label: 'Name',
    hint: 'The beginning of a first or last name, or of both.',
    missing: 'Enter the beginning of a name',
    invalid: 'Enter at most 100 characters of a name',
  },
  title: {
    label: 'What is it about?',
    missing: 'Enter what it is about',
    invalid: `It must have at most ${LENGTHS.title.maxLength} characters`,
  },
  purpose: {
    label: 'What is it for?',
    hint: `For example: school trip, day care, sports. At most ${LENGTHS.purpose.maxLength} characters.`,
    missing: 'Enter what it is for',
    invalid: `It must have at most ${LENGTHS.purpose.maxLength} characters`,
  },
  dueOn: {
    label: 'Due until (optional)',
    hint: 'For example 27 3 2027',
    invalid: 'The day must be a real date, such as 27 3 2027',
  },
  neededBy: {
    label: 'Until when do you need it? (optional)',
    hint: 'For example 27 3 2027',
    invalid: 'The day must be a real date, such as 27 3 2027',
    refused: { VALIDITY_OUT_OF_RANGE: 'The day must be from today on, and at most a year ahead' },
  },
  reason: {
    label: 'Why?',
    hint: `At most ${LENGTHS.reason.maxLength} characters.`,
    missing: 'Enter a reason',
    invalid: `The reason must have at most ${LENGTHS.reason.maxLength} characters`,
  },
  note: {
    label: 'Note',
    hint: `At most ${LENGTHS.note.maxLength} characters.`,
    missing: 'Enter a note',
    invalid: `The note must have at most ${LENGTHS.note.maxLength} characters`,
  },
  statement: {
    label: 'What the certificate says',
    hint: `At most ${LENGTHS.statement.maxLength} characters.`,
    missing: 'Enter what the certificate says',
    invalid: `It must have at most ${LENGTHS.statement.maxLength} characters`,
  },
  disclose: { label: 'What should it show of the name?', invalid: 'Choose what it shows of the name' },
  firstDay: {
    label: 'First day',
    hint: 'For example 27 3 2027',
    missing: 'Enter the first day',
    invalid: 'The first day must be a real date, such as 27 3 2027',
  },
  lastDay: {
    label: 'Last day',
    hint: 'Included. For example 3 4 2027',
    missing: 'Enter the last day',
    invalid: 'The last day must be a real date, such as 3 4 2027',
  },
  validUntil: {
    label: 'Valid until',
    hint: 'The last day, at most a year from now. For example 27 3 2027',
    invalid: 'The last day must be a real date, such as 27 3 2027',
  },
  passkeyName: {
    label: 'Name of the passkey',
    hint: 'So that you can tell it from others, for example My phone.',
    missing: 'Enter a name for the passkey',
    invalid: `The name must have at most 100 characters`,
  },
} as const satisfies Readonly<Record<string, FieldTexts>>;

export type FieldName = keyof typeof english;

/** A field has the same texts in each language. */
type Fields = {
  readonly [Name in FieldName]: FieldTexts &
    Required<Pick<FieldTexts, keyof FieldTexts & keyof (typeof english)[Name]>>;
};

const german: Fields = {
  file: {
    label: 'Liste von Kindern',
    hint: 'Eine CSV-Datei, wie Tabellenkalkulationen sie speichern; höchstens 20.000 Zeilen',
    missing: 'Wählen Sie eine Datei',
    invalid: 'Die Datei ist zu groß: Sie darf höchstens 6 MB haben',
  },
  decision: {
    label: 'Was soll mit dieser Zeile geschehen?',
    missing: 'Sagen Sie, was geschehen soll',
    invalid: 'Wählen Sie eines davon',
  },
  patient: {
    label: 'Ein Kind finden',
    hint: 'Anfang des Namens, oder das Geburtsdatum, etwa 3 2 2019',
    missing: 'Geben Sie einen Namen oder ein Geburtsdatum ein',
    invalid: 'Geben Sie höchstens 100 Zeichen ein, mit einem Buchstaben oder einer Ziffer',
  },
  receivers: {
    label: 'Wer die Fälle übernimmt',
    missing: 'Kreuzen Sie an, wer die Fälle übernimmt',
    invalid: 'Kreuzen Sie Einträge dieser Liste an',
  },
  tasks: {
    label: 'Aufgaben',
    missing: 'Kreuzen Sie an, was Sie schließen möchten',
    invalid: 'Kreuzen Sie Aufgaben dieser Liste an',
  },
  firstName: {
    label: 'Vorname',
    missing: 'Geben Sie den Vornamen ein',
    invalid: `Der Vorname muss einen Buchstaben haben, und höchstens 100 Zeichen`,
  },
  lastName: {
    label: 'Nachname',
    hint: 'Gibt es nur einen Namen, geben Sie ihn auch hier ein.',
    missing: 'Geben Sie den Nachnamen ein',
    invalid: `Der Nachname muss einen Buchstaben haben, und höchstens 100 Zeichen`,
  },
  email: {
    label: 'E-Mail-Adresse',
    missing: 'Geben Sie eine E-Mail-Adresse ein',
    invalid: 'Geben Sie eine E-Mail-Adresse in der richtigen Form ein, etwa name@example.org',
  },
  password: {
    label: 'Passwort',
    missing: 'Geben Sie Ihr Passwort ein',
    invalid: 'Das Passwort enthält unlesbare Zeichen; geben Sie es noch einmal ein',
  },
  newPassword: {
    label: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen, beliebige. Ein paar Wörter hintereinander sind gut.',
    missing: 'Geben Sie ein neues Passwort ein',
    invalid: 'Das Passwort muss 8 bis 128 Zeichen haben',
  },
  phrase: {
    label: 'Formulierung',
    missing: 'Geben Sie die Formulierung ein',
    invalid: 'Die Formulierung ist zu lang oder enthält Zeichen, die hier nicht möglich sind',
  },
  sixDigits: {
    label: 'Die 6 Ziffern, die Ihre App jetzt zeigt',
    invalid: 'Geben Sie die 6 Ziffern Ihrer App oder einen Wiederherstellungscode ein',
    refused: {
      CODE_INVALID: 'Der Code ist falsch oder schon verwendet. Geben Sie die Ziffern ein, die Ihre App jetzt zeigt.',
    },
  },
  recoveryCode: {
    label: 'Einer Ihrer Wiederherstellungscodes',
    invalid: 'Geben Sie den Code so ein, wie Sie ihn notiert haben: 32 Ziffern und Buchstaben von a bis f',
  },
  otp: {
    label: 'Einmalpasswort',
    hint: 'Die sechs Ziffern, die Ihre App jetzt zeigt, oder einer Ihrer Wiederherstellungscodes.',
    missing: 'Geben Sie das Einmalpasswort oder einen Wiederherstellungscode ein',
    invalid: 'Geben Sie die sechs Ziffern Ihrer App oder einen Wiederherstellungscode ein',
    refused: {
      CODE_INVALID: 'Das Einmalpasswort ist falsch oder schon verwendet. Geben Sie das ein, das Ihre App jetzt zeigt.',
    },
  },
  role: { label: 'Wer sind Sie?', invalid: 'Wählen Sie, wer Sie sind' },
  setupCode: {
    label: 'Einrichtungscode',
    hint: 'Er steht im Link und daneben.',
    missing: 'Geben Sie den Einrichtungscode ein',
    invalid: 'Geben Sie den Code so ein, wie Sie ihn erhalten haben',
    refused: {
      CODE_INVALID:
        'Der Code ist falsch, verbraucht oder älter als 24 Stunden, oder die Praxis wird schon verwaltet. Wer den Dienst betreibt, erstellt einen neuen.',
    },
  },
  practiceName: {
    label: 'Name der Praxis',
    missing: 'Geben Sie den Namen der Praxis ein',
    invalid: 'Der Name darf höchstens 500 Zeichen haben',
  },
  practiceAddress: {
    label: 'Adresse (freiwillig)',
    hint: 'Straße und Ort, in einer Zeile.',
    invalid: 'Die Adresse darf höchstens 500 Zeichen haben',
  },
  telephone: { label: 'Telefon (freiwillig)', invalid: 'Die Nummer darf höchstens 500 Zeichen haben' },
  practiceEmail: {
    label: 'E-Mail-Adresse für Familien (freiwillig)',
    invalid: 'Geben Sie eine E-Mail-Adresse in der richtigen Form ein, etwa name@example.org',
  },
  privacy: {
    label: 'Adresse der Datenschutzerklärung (freiwillig)',
    hint: 'Sie beginnt mit https://',
    invalid: 'Die Adresse muss mit https:// beginnen',
  },
  sentenceEn: {
    label: 'Sprechzeiten, und was im Notfall zu tun ist, auf Englisch (freiwillig)',
    invalid: 'Der Satz darf höchstens 500 Zeichen haben',
  },
  sentenceDe: {
    label: 'Sprechzeiten, und was im Notfall zu tun ist, auf Deutsch (freiwillig)',
    invalid: 'Der Satz darf höchstens 500 Zeichen haben',
  },
  sentenceFr: {
    label: 'Sprechzeiten, und was im Notfall zu tun ist, auf Französisch (freiwillig)',
    invalid: 'Der Satz darf höchstens 500 Zeichen haben',
  },
  sentenceNl: {
    label: 'Sprechzeiten, und was im Notfall zu tun ist, auf Niederländisch (freiwillig)',
    invalid: 'Der Satz darf höchstens 500 Zeichen haben',
  },
  invitation: {
    label: 'Einladungscode',
    hint: 'Für Ärztinnen, Ärzte und das Praxisteam. Sie erhalten ihn von der Praxis oder vom Betreiber dieses Dienstes.',
    missing: 'Geben Sie den Einladungscode ein. Sie erhalten ihn vom Betreiber dieses Dienstes.',
    invalid: 'Geben Sie den Code so ein, wie Sie ihn erhalten haben',
  },
  code: {
    label: 'Code',
    hint: 'Der Code in der E-Mail, die wir Ihnen geschickt haben.',
    missing: 'Geben Sie den Code aus der E-Mail ein',
    invalid: 'Geben Sie den Code so ein, wie er in der E-Mail steht',
  },
  language: { label: 'Sprache', invalid: 'Wählen Sie eine Sprache' },
  mailNewCase: { label: 'Ein neuer Fall', invalid: 'Wählen Sie, wann' },
  mailNote: { label: 'Eine Notiz', invalid: 'Wählen Sie, wann' },
  mailDue: { label: 'Eine Aufgabe ist fällig', invalid: 'Wählen Sie, wann' },
  mailDecision: { label: 'Eine Entscheidung wartet auf Sie', invalid: 'Wählen Sie, wann' },
  mailConfirm: { label: 'Eine Bescheinigung ist zu bestätigen', invalid: 'Wählen Sie, wann' },
  mailOpened: { label: 'Ein Fall wurde eröffnet', invalid: 'Wählen Sie, wann' },
  mailFinished: { label: 'Ein Fall wurde abgeschlossen', invalid: 'Wählen Sie, wann' },
  mailDecided: { label: 'Es wurde entschieden', invalid: 'Wählen Sie, wann' },
  mailHandover: { label: 'Ein Fall wurde übergeben', invalid: 'Wählen Sie, wann' },
  mailParents: { label: 'Die Eltern eines Kindes haben sich geändert', invalid: 'Wählen Sie, wann' },
  newChildren: {
    label: 'Nehmen Sie neue Kinder auf?',
    hint: 'Wenn nicht, können Kinder, die schon einen Fall bei Ihnen hatten, weiterhin kommen.',
    invalid: 'Wählen Sie, ob Sie neue Kinder aufnehmen',
  },
  birthDate: {
    label: 'Geburtsdatum',
    hint: 'Zum Beispiel 27 3 2019',
    missing: 'Geben Sie das Geburtsdatum ein',
    invalid: 'Das Geburtsdatum muss ein echtes Datum sein, etwa 27 3 2019, nicht vor 1900',
  },
  socSecNum: {
    label: 'Sozialversicherungsnummer',
    hint: 'Sie steht auf der Versichertenkarte. Wir zeigen davon nur die letzten zwei Zeichen.',
    missing: 'Geben Sie die Sozialversicherungsnummer ein',
    invalid:
      'Die Nummer muss 4 bis 32 Buchstaben und Ziffern haben; dazwischen dürfen Leerzeichen, Punkte, Bindestriche und Schrägstriche stehen',
  },
  childId: {
    label: 'Um welches Kind geht es?',
    missing: 'Wählen Sie ein Kind',
    invalid: 'Wählen Sie ein Kind der Liste',
  },
  doctorId: {
    label: 'Welche Ärztin oder welcher Arzt?',
    missing: 'Wählen Sie eine Ärztin oder einen Arzt',
    invalid: 'Wählen Sie eine Ärztin oder einen Arzt der Liste',
  },
  name: {
    label: 'Name',
    hint: 'Der Anfang eines Vor- oder Nachnamens, oder von beiden.',
    missing: 'Geben Sie den Anfang eines Namens ein',
    invalid: 'Geben Sie höchstens 100 Zeichen eines Namens ein',
  },
  title: {
    label: 'Worum geht es?',
    missing: 'Geben Sie ein, worum es geht',
    invalid: `Der Text darf höchstens ${LENGTHS.title.maxLength} Zeichen haben`,
  },
  purpose: {
    label: 'Wofür brauchen Sie sie?',
    hint: `Zum Beispiel: Klassenfahrt, Kita, Sport. Höchstens ${LENGTHS.purpose.maxLength} Zeichen.`,
    missing: 'Geben Sie ein, wofür Sie sie brauchen',
    invalid: `Der Text darf höchstens ${LENGTHS.purpose.maxLength} Zeichen haben`,
  },
  dueOn: {
    label: 'Fällig bis (freiwillig)',
    hint: 'Zum Beispiel 27 3 2027',
    invalid: 'Der Tag muss ein echtes Datum sein, etwa 27 3 2027',
  },
  neededBy: {
    label: 'Bis wann brauchen Sie sie? (freiwillig)',
    hint: 'Zum Beispiel 27 3 2027',
    invalid: 'Der Tag muss ein echtes Datum sein, etwa 27 3 2027',
    refused: { VALIDITY_OUT_OF_RANGE: 'Der Tag darf nicht vor heute und höchstens ein Jahr in der Zukunft liegen' },
  },
  reason: {
    label: 'Warum?',
    hint: `Höchstens ${LENGTHS.reason.maxLength} Zeichen.`,
    missing: 'Geben Sie einen Grund ein',
    invalid: `Der Grund darf höchstens ${LENGTHS.reason.maxLength} Zeichen haben`,
  },
  note: {
    label: 'Notiz',
    hint: `Höchstens ${LENGTHS.note.maxLength} Zeichen.`,
    missing: 'Geben Sie eine Notiz ein',
    invalid: `Die Notiz darf höchstens ${LENGTHS.note.maxLength} Zeichen haben`,
  },
  statement: {
    label: 'Was die Bescheinigung sagt',
    hint: `Höchstens ${LENGTHS.statement.maxLength} Zeichen.`,
    missing: 'Geben Sie ein, was die Bescheinigung sagt',
    invalid: `Der Text darf höchstens ${LENGTHS.statement.maxLength} Zeichen haben`,
  },
  disclose: { label: 'Was soll sie vom Namen zeigen?', invalid: 'Wählen Sie, was sie vom Namen zeigt' },
  firstDay: {
    label: 'Erster Tag',
    hint: 'Zum Beispiel 27 3 2027',
    missing: 'Geben Sie den ersten Tag ein',
    invalid: 'Der erste Tag muss ein echtes Datum sein, etwa 27 3 2027',
  },
  lastDay: {
    label: 'Letzter Tag',
    hint: 'Einschließlich. Zum Beispiel 3 4 2027',
    missing: 'Geben Sie den letzten Tag ein',
    invalid: 'Der letzte Tag muss ein echtes Datum sein, etwa 3 4 2027',
  },
  validUntil: {
    label: 'Gültig bis',
    hint: 'Der letzte Tag, höchstens ein Jahr von heute an. Zum Beispiel 27 3 2027',
    invalid: 'Der letzte Tag muss ein echtes Datum sein, etwa 27 3 2027',
  },
  passkeyName: {
    label: 'Name des Passkeys',
    hint: 'Damit Sie ihn von anderen unterscheiden können, zum Beispiel Mein Handy.',
    missing: 'Geben Sie einen Namen für den Passkey ein',
    invalid: `Der Name darf höchstens 100 Zeichen haben`,
  },
};

const french: Fields = {
  file: {
    label: 'Liste d’enfants',
    hint: 'Un fichier CSV, comme les tableurs l’enregistrent\u00a0; au plus 20\u00a0000 lignes',
    missing: 'Choisissez un fichier',
    invalid: 'Le fichier est trop grand\u00a0: 6 Mo au plus',
  },
  decision: {
    label: 'Que faut-il faire de cette ligne\u00a0?',
    missing: 'Dites ce qu’il faut faire',
    invalid: 'Choisissez l’une de ces réponses',
  },
  patient: {
    label: 'Trouver un enfant',
    hint: 'Le début du nom, ou la date de naissance, par exemple 3 2 2019',
    missing: 'Saisissez un nom ou une date de naissance',
    invalid: 'Saisissez 100 caractères au plus, dont une lettre ou un chiffre',
  },
  receivers: {
    label: 'Médecins qui prennent les dossiers',
    missing: 'Cochez qui prend les dossiers',
    invalid: 'Cochez des médecins de cette liste',
  },
  tasks: { label: 'Tâches', missing: 'Cochez ce que vous voulez fermer', invalid: 'Cochez des tâches de cette liste' },
  firstName: {
    label: 'Prénom',
    missing: 'Saisissez le prénom',
    invalid: `Le prénom doit contenir une lettre, et 100 caractères au plus`,
  },
  lastName: {
    label: 'Nom',
    hint: 'S’il n’y a qu’un seul nom, saisissez-le ici aussi.',
    missing: 'Saisissez le nom',
    invalid: `Le nom doit contenir une lettre, et 100 caractères au plus`,
  },
  email: {
    label: 'Adresse e-mail',
    missing: 'Saisissez une adresse e-mail',
    invalid: 'Saisissez une adresse e-mail valable, par exemple nom@example.org',
  },
  password: {
    label: 'Mot de passe',
    missing: 'Saisissez votre mot de passe',
    invalid: 'Le mot de passe contient des caractères illisibles\u00a0; saisissez-le à nouveau',
  },
  newPassword: {
    label: 'Nouveau mot de passe',
    hint: 'Au moins 8 caractères, quels qu’ils soient. Quelques mots à la suite conviennent bien.',
    missing: 'Saisissez un nouveau mot de passe',
    invalid: 'Le mot de passe doit avoir de 8 à 128 caractères',
  },
  phrase: {
    label: 'Formulation',
    missing: 'Saisissez la formulation',
    invalid: 'La formulation est trop longue ou contient des caractères impossibles ici',
  },
  sixDigits: {
    label: 'Les 6 chiffres que votre application affiche',
    invalid: 'Saisissez les 6 chiffres de votre application, ou un code de récupération',
    refused: {
      CODE_INVALID:
        'Le code est faux ou déjà utilisé. Saisissez les chiffres que votre application affiche maintenant.',
    },
  },
  recoveryCode: {
    label: 'L’un de vos codes de récupération',
    invalid: 'Saisissez le code comme vous l’avez noté\u00a0: 32 chiffres et lettres de a à f',
  },
  otp: {
    label: 'Mot de passe à usage unique',
    hint: 'Les six chiffres que votre application affiche, ou l’un de vos codes de récupération.',
    missing: 'Saisissez le mot de passe à usage unique ou un code de récupération',
    invalid: 'Saisissez les six chiffres de votre application, ou un code de récupération',
    refused: {
      CODE_INVALID:
        'Le mot de passe à usage unique est faux ou déjà utilisé. Saisissez celui que votre application affiche maintenant.',
    },
  },
  role: { label: 'Qui êtes-vous\u00a0?', invalid: 'Choisissez qui vous êtes' },
  setupCode: {
    label: 'Code de configuration',
    hint: 'Il figure dans le lien et à côté.',
    missing: 'Saisissez le code de configuration',
    invalid: 'Saisissez le code tel que vous l’avez reçu',
    refused: {
      CODE_INVALID:
        'Le code est faux, utilisé ou date de plus de 24 heures, ou le cabinet est déjà géré. L’exploitant du service en crée un nouveau.',
    },
  },
  practiceName: {
    label: 'Nom du cabinet',
    missing: 'Saisissez le nom du cabinet',
    invalid: 'Le nom doit avoir au plus 500 caractères',
  },
  practiceAddress: {
    label: 'Adresse (facultatif)',
    hint: 'Rue et ville, sur une ligne.',
    invalid: 'L’adresse doit avoir au plus 500 caractères',
  },
  telephone: { label: 'Téléphone (facultatif)', invalid: 'Le numéro doit avoir au plus 500 caractères' },
  practiceEmail: {
    label: 'Adresse e-mail pour les familles (facultatif)',
    invalid: 'Saisissez une adresse e-mail correcte, par exemple nom@example.org',
  },
  privacy: {
    label: 'Adresse de la politique de confidentialité (facultatif)',
    hint: 'Elle commence par https://',
    invalid: 'L’adresse doit commencer par https://',
  },
  sentenceEn: {
    label: 'Horaires, et que faire en cas d’urgence, en anglais (facultatif)',
    invalid: 'La phrase doit avoir au plus 500 caractères',
  },
  sentenceDe: {
    label: 'Horaires, et que faire en cas d’urgence, en allemand (facultatif)',
    invalid: 'La phrase doit avoir au plus 500 caractères',
  },
  sentenceFr: {
    label: 'Horaires, et que faire en cas d’urgence, en français (facultatif)',
    invalid: 'La phrase doit avoir au plus 500 caractères',
  },
  sentenceNl: {
    label: 'Horaires, et que faire en cas d’urgence, en néerlandais (facultatif)',
    invalid: 'La phrase doit avoir au plus 500 caractères',
  },
  invitation: {
    label: 'Code d’invitation',
    hint: 'Pour les médecins et les assistants. Le cabinet ou l’exploitant du service vous le donne.',
    missing: 'Saisissez le code d’invitation. L’exploitant du service vous le donne.',
    invalid: 'Saisissez le code tel que vous l’avez reçu',
  },
  code: {
    label: 'Code',
    hint: 'Le code dans l’e-mail que nous avons envoyé.',
    missing: 'Saisissez le code de l’e-mail',
    invalid: 'Saisissez le code tel qu’il figure dans l’e-mail',
  },
  language: { label: 'Langue', invalid: 'Choisissez une langue' },
  mailNewCase: { label: 'Un nouveau dossier', invalid: 'Choisissez quand' },
  mailNote: { label: 'Une note', invalid: 'Choisissez quand' },
  mailDue: { label: 'Une tâche arrive à échéance', invalid: 'Choisissez quand' },
  mailDecision: { label: 'Une décision vous attend', invalid: 'Choisissez quand' },
  mailConfirm: { label: 'Une attestation est à confirmer', invalid: 'Choisissez quand' },
  mailOpened: { label: 'Un dossier a été ouvert', invalid: 'Choisissez quand' },
  mailFinished: { label: 'Un dossier a été terminé', invalid: 'Choisissez quand' },
  mailDecided: { label: 'Une décision a été prise', invalid: 'Choisissez quand' },
  mailHandover: { label: 'Un dossier a été transféré', invalid: 'Choisissez quand' },
  mailParents: { label: 'Les parents d’un enfant ont changé', invalid: 'Choisissez quand' },
  newChildren: {
    label: 'Prenez-vous de nouveaux enfants\u00a0?',
    hint: 'Sinon, les enfants qui ont déjà eu un dossier chez vous peuvent toujours revenir.',
    invalid: 'Indiquez si vous prenez de nouveaux enfants',
  },
  birthDate: {
    label: 'Date de naissance',
    hint: 'Par exemple 27 3 2019',
    missing: 'Saisissez la date de naissance',
    invalid: 'La date de naissance doit être une date réelle, par exemple 27 3 2019, pas avant 1900',
  },
  socSecNum: {
    label: 'Numéro de sécurité sociale',
    hint: 'Il figure sur la carte d’assuré. Nous n’en affichons que les deux derniers caractères.',
    missing: 'Saisissez le numéro de sécurité sociale',
    invalid:
      'Le numéro doit avoir de 4 à 32 lettres et chiffres\u00a0; des espaces, points, tirets et barres obliques sont permis entre eux',
  },
  childId: {
    label: 'De quel enfant s’agit-il\u00a0?',
    missing: 'Choisissez un enfant',
    invalid: 'Choisissez un enfant de la liste',
  },
  doctorId: {
    label: 'Quel médecin\u00a0?',
    missing: 'Choisissez un médecin',
    invalid: 'Choisissez un médecin de la liste',
  },
  name: {
    label: 'Nom',
    hint: 'Le début d’un prénom ou d’un nom, ou des deux.',
    missing: 'Saisissez le début d’un nom',
    invalid: 'Saisissez au plus 100 caractères d’un nom',
  },
  title: {
    label: 'De quoi s’agit-il\u00a0?',
    missing: 'Indiquez de quoi il s’agit',
    invalid: `Le texte ne doit pas dépasser ${LENGTHS.title.maxLength} caractères`,
  },
  purpose: {
    label: 'À quoi sert-elle\u00a0?',
    hint: `Par exemple\u00a0: sortie scolaire, crèche, sport. ${LENGTHS.purpose.maxLength} caractères au maximum.`,
    missing: 'Indiquez à quoi elle sert',
    invalid: `Le texte ne doit pas dépasser ${LENGTHS.purpose.maxLength} caractères`,
  },
  dueOn: {
    label: 'À faire jusqu’au (facultatif)',
    hint: 'Par exemple 27 3 2027',
    invalid: 'Le jour doit être une date réelle, par exemple 27 3 2027',
  },
  neededBy: {
    label: 'Pour quand\u00a0? (facultatif)',
    hint: 'Par exemple 27 3 2027',
    invalid: 'Le jour doit être une date réelle, par exemple 27 3 2027',
    refused: { VALIDITY_OUT_OF_RANGE: 'Le jour doit être aujourd’hui ou plus tard, dans un an au plus' },
  },
  reason: {
    label: 'Pourquoi\u00a0?',
    hint: `${LENGTHS.reason.maxLength} caractères au maximum.`,
    missing: 'Indiquez un motif',
    invalid: `Le motif ne doit pas dépasser ${LENGTHS.reason.maxLength} caractères`,
  },
  note: {
    label: 'Note',
    hint: `${LENGTHS.note.maxLength} caractères au plus.`,
    missing: 'Saisissez une note',
    invalid: `La note doit avoir ${LENGTHS.note.maxLength} caractères au plus`,
  },
  statement: {
    label: 'Ce que l’attestation confirme',
    hint: `${LENGTHS.statement.maxLength} caractères au maximum.`,
    missing: 'Indiquez ce que l’attestation confirme',
    invalid: `Le texte ne doit pas dépasser ${LENGTHS.statement.maxLength} caractères`,
  },
  disclose: { label: 'Que doit-il montrer du nom\u00a0?', invalid: 'Choisissez ce qu’il montre du nom' },
  firstDay: {
    label: 'Premier jour',
    hint: 'Par exemple 27 3 2027',
    missing: 'Saisissez le premier jour',
    invalid: 'Le premier jour doit être une date réelle, par exemple 27 3 2027',
  },
  lastDay: {
    label: 'Dernier jour',
    hint: 'Inclus. Par exemple 3 4 2027',
    missing: 'Saisissez le dernier jour',
    invalid: 'Le dernier jour doit être une date réelle, par exemple 3 4 2027',
  },
  validUntil: {
    label: 'Valable jusqu’au',
    hint: 'Le dernier jour, dans un an au plus. Par exemple 27 3 2027',
    invalid: 'Le dernier jour doit être une date réelle, par exemple 27 3 2027',
  },
  passkeyName: {
    label: 'Nom de la clé d’accès',
    hint: 'Pour la distinguer des autres, par exemple Mon téléphone.',
    missing: 'Saisissez un nom pour la clé d’accès',
    invalid: `Le nom ne doit pas dépasser 100 caractères`,
  },
};

const dutch: Fields = {
  file: {
    label: 'Lijst van kinderen',
    hint: 'Een CSV-bestand, zoals spreadsheetprogramma’s het opslaan; hoogstens 20.000 regels',
    missing: 'Kies een bestand',
    invalid: 'Het bestand is te groot: het mag hoogstens 6 MB zijn',
  },
  decision: {
    label: 'Wat moet er met deze regel gebeuren?',
    missing: 'Zeg wat er moet gebeuren',
    invalid: 'Kies een van deze',
  },
  patient: {
    label: 'Een kind vinden',
    hint: 'Het begin van de naam, of de geboortedatum, zoals 3 2 2019',
    missing: 'Vul een naam of een geboortedatum in',
    invalid: 'Vul hoogstens 100 tekens in, met een letter of een cijfer',
  },
  receivers: {
    label: 'Artsen die de zaken overnemen',
    missing: 'Vink aan wie de zaken overneemt',
    invalid: 'Vink artsen van deze lijst aan',
  },
  tasks: { label: 'Taken', missing: 'Vink aan wat u wilt sluiten', invalid: 'Vink taken van deze lijst aan' },
  firstName: {
    label: 'Voornaam',
    missing: 'Vul de voornaam in',
    invalid: `De voornaam moet een letter hebben, en hoogstens 100 tekens`,
  },
  lastName: {
    label: 'Achternaam',
    hint: 'Is er maar één naam, vul die dan ook hier in.',
    missing: 'Vul de achternaam in',
    invalid: `De achternaam moet een letter hebben, en hoogstens 100 tekens`,
  },
  email: {
    label: 'E-mailadres',
    missing: 'Vul een e-mailadres in',
    invalid: 'Vul een e-mailadres in de juiste vorm in, zoals naam@example.org',
  },
  password: {
    label: 'Wachtwoord',
    missing: 'Vul uw wachtwoord in',
    invalid: 'Het wachtwoord bevat onleesbare tekens; vul het opnieuw in',
  },
  newPassword: {
    label: 'Nieuw wachtwoord',
    hint: 'Minstens 8 tekens, welke u maar wilt. Een paar woorden achter elkaar zijn goed.',
    missing: 'Vul een nieuw wachtwoord in',
    invalid: 'Het wachtwoord moet 8 tot 128 tekens hebben',
  },
  phrase: {
    label: 'Formulering',
    missing: 'Vul de formulering in',
    invalid: 'De formulering is te lang of bevat tekens die hier niet kunnen',
  },
  sixDigits: {
    label: 'De 6 cijfers die uw app nu toont',
    invalid: 'Vul de 6 cijfers van uw app in, of een herstelcode',
    refused: { CODE_INVALID: 'De code is verkeerd of al gebruikt. Vul de cijfers in die uw app nu toont.' },
  },
  recoveryCode: {
    label: 'Een van uw herstelcodes',
    invalid: 'Vul de code in zoals u hem hebt genoteerd: 32 cijfers en letters van a tot f',
  },
  otp: {
    label: 'Eenmalig wachtwoord',
    hint: 'De zes cijfers die uw app nu toont, of een van uw herstelcodes.',
    missing: 'Vul het eenmalige wachtwoord of een herstelcode in',
    invalid: 'Vul de zes cijfers van uw app in, of een herstelcode',
    refused: {
      CODE_INVALID: 'Het eenmalige wachtwoord is verkeerd of al gebruikt. Vul het wachtwoord in dat uw app nu toont.',
    },
  },
  role: { label: 'Wie bent u?', invalid: 'Kies wie u bent' },
  setupCode: {
    label: 'Inrichtingscode',
    hint: 'Hij staat in de link en ernaast.',
    missing: 'Vul de inrichtingscode in',
    invalid: 'Vul de code in zoals u hem hebt gekregen',
    refused: {
      CODE_INVALID:
        'De code is verkeerd, gebruikt of ouder dan 24 uur, of iemand beheert de praktijk al. De beheerder van de dienst maakt een nieuwe.',
    },
  },
  practiceName: {
    label: 'Naam van de praktijk',
    missing: 'Vul de naam van de praktijk in',
    invalid: 'De naam mag hoogstens 500 tekens hebben',
  },
  practiceAddress: {
    label: 'Adres (optioneel)',
    hint: 'Straat en plaats, op één regel.',
    invalid: 'Het adres mag hoogstens 500 tekens hebben',
  },
  telephone: { label: 'Telefoon (optioneel)', invalid: 'Het nummer mag hoogstens 500 tekens hebben' },
  practiceEmail: {
    label: 'E-mailadres voor gezinnen (optioneel)',
    invalid: 'Vul een e-mailadres in de juiste vorm in, zoals naam@example.org',
  },
  privacy: {
    label: 'Adres van de privacyverklaring (optioneel)',
    hint: 'Het begint met https://',
    invalid: 'Het adres moet met https:// beginnen',
  },
  sentenceEn: {
    label: 'Openingstijden, en wat te doen in noodgevallen, in het Engels (optioneel)',
    invalid: 'De zin mag hoogstens 500 tekens hebben',
  },
  sentenceDe: {
    label: 'Openingstijden, en wat te doen in noodgevallen, in het Duits (optioneel)',
    invalid: 'De zin mag hoogstens 500 tekens hebben',
  },
  sentenceFr: {
    label: 'Openingstijden, en wat te doen in noodgevallen, in het Frans (optioneel)',
    invalid: 'De zin mag hoogstens 500 tekens hebben',
  },
  sentenceNl: {
    label: 'Openingstijden, en wat te doen in noodgevallen, in het Nederlands (optioneel)',
    invalid: 'De zin mag hoogstens 500 tekens hebben',
  },
  invitation: {
    label: 'Uitnodigingscode',
    hint: 'Voor artsen en assistenten. U krijgt hem van de praktijk of van de beheerder van deze dienst.',
    missing: 'Vul de uitnodigingscode in. U krijgt hem van de beheerder van deze dienst.',
    invalid: 'Vul de code in zoals u hem hebt gekregen',
  },
  code: {
    label: 'Code',
    hint: 'De code in de e-mail die we hebben gestuurd.',
    missing: 'Vul de code uit de e-mail in',
    invalid: 'Vul de code in zoals hij in de e-mail staat',
  },
  language: { label: 'Taal', invalid: 'Kies een taal' },
  mailNewCase: { label: 'Een nieuwe zaak', invalid: 'Kies wanneer' },
  mailNote: { label: 'Een notitie', invalid: 'Kies wanneer' },
  mailDue: { label: 'Een taak moet klaar zijn', invalid: 'Kies wanneer' },
  mailDecision: { label: 'Er wacht een beslissing op u', invalid: 'Kies wanneer' },
  mailConfirm: { label: 'Een verklaring moet worden bevestigd', invalid: 'Kies wanneer' },
  mailOpened: { label: 'Een zaak is geopend', invalid: 'Kies wanneer' },
  mailFinished: { label: 'Een zaak is afgerond', invalid: 'Kies wanneer' },
  mailDecided: { label: 'Er is een beslissing genomen', invalid: 'Kies wanneer' },
  mailHandover: { label: 'Een zaak is overgedragen', invalid: 'Kies wanneer' },
  mailParents: { label: 'De ouders van een kind zijn veranderd', invalid: 'Kies wanneer' },
  newChildren: {
    label: 'Neemt u nieuwe kinderen aan?',
    hint: 'Zo niet, dan kunnen kinderen die al een zaak bij u hadden, nog steeds terugkomen.',
    invalid: 'Kies of u nieuwe kinderen aanneemt',
  },
  birthDate: {
    label: 'Geboortedatum',
    hint: 'Bijvoorbeeld 27 3 2019',
    missing: 'Vul de geboortedatum in',
    invalid: 'De geboortedatum moet een echte datum zijn, zoals 27 3 2019, niet vóór 1900',
  },
  socSecNum: {
    label: 'Burgerservicenummer',
    hint: 'Het staat op de verzekeringspas. We tonen er alleen de laatste twee tekens van.',
    missing: 'Vul het burgerservicenummer in',
    invalid:
      'Het nummer moet 4 tot 32 letters en cijfers hebben; daartussen mogen spaties, punten, streepjes en schuine strepen staan',
  },
  childId: { label: 'Om welk kind gaat het?', missing: 'Kies een kind', invalid: 'Kies een kind uit de lijst' },
  doctorId: { label: 'Welke arts?', missing: 'Kies een arts', invalid: 'Kies een arts uit de lijst' },
  name: {
    label: 'Naam',
    hint: 'Het begin van een voor- of achternaam, of van beide.',
    missing: 'Vul het begin van een naam in',
    invalid: 'Vul hoogstens 100 tekens van een naam in',
  },
  title: {
    label: 'Waar gaat het over?',
    missing: 'Vul in waar het over gaat',
    invalid: `De tekst mag hoogstens ${LENGTHS.title.maxLength} tekens hebben`,
  },
  purpose: {
    label: 'Waarvoor is ze?',
    hint: `Bijvoorbeeld: schoolreis, opvang, sport. Hoogstens ${LENGTHS.purpose.maxLength} tekens.`,
    missing: 'Vul in waarvoor ze is',
    invalid: `De tekst mag hoogstens ${LENGTHS.purpose.maxLength} tekens hebben`,
  },
  dueOn: {
    label: 'Klaar uiterlijk op (niet verplicht)',
    hint: 'Bijvoorbeeld 27 3 2027',
    invalid: 'De dag moet een echte datum zijn, zoals 27 3 2027',
  },
  neededBy: {
    label: 'Tot wanneer hebt u ze nodig? (optioneel)',
    hint: 'Bijvoorbeeld 27 3 2027',
    invalid: 'De dag moet een echte datum zijn, zoals 27 3 2027',
    refused: { VALIDITY_OUT_OF_RANGE: 'De dag moet vandaag of later zijn, hoogstens een jaar vooruit' },
  },
  reason: {
    label: 'Waarom?',
    hint: `Hoogstens ${LENGTHS.reason.maxLength} tekens.`,
    missing: 'Vul een reden in',
    invalid: `De reden mag hoogstens ${LENGTHS.reason.maxLength} tekens hebben`,
  },
  note: {
    label: 'Notitie',
    hint: `Hoogstens ${LENGTHS.note.maxLength} tekens.`,
    missing: 'Vul een notitie in',
    invalid: `De notitie mag hoogstens ${LENGTHS.note.maxLength} tekens hebben`,
  },
  statement: {
    label: 'Wat de verklaring zegt',
    hint: `Hoogstens ${LENGTHS.statement.maxLength} tekens.`,
    missing: 'Vul in wat de verklaring zegt',
    invalid: `De tekst mag hoogstens ${LENGTHS.statement.maxLength} tekens hebben`,
  },
  disclose: { label: 'Wat moet het van de naam tonen?', invalid: 'Kies wat het van de naam toont' },
  firstDay: {
    label: 'Eerste dag',
    hint: 'Bijvoorbeeld 27 3 2027',
    missing: 'Vul de eerste dag in',
    invalid: 'De eerste dag moet een echte datum zijn, zoals 27 3 2027',
  },
  lastDay: {
    label: 'Laatste dag',
    hint: 'Inbegrepen. Bijvoorbeeld 3 4 2027',
    missing: 'Vul de laatste dag in',
    invalid: 'De laatste dag moet een echte datum zijn, zoals 3 4 2027',
  },
  validUntil: {
    label: 'Geldig tot en met',
    hint: 'De laatste dag, hoogstens een jaar vanaf nu. Bijvoorbeeld 27 3 2027',
    invalid: 'De laatste dag moet een echte datum zijn, zoals 27 3 2027',
  },
  passkeyName: {
    label: 'Naam van de passkey',
    hint: 'Zodat u hem van andere kunt onderscheiden, bijvoorbeeld Mijn telefoon.',
    missing: 'Vul een naam voor de passkey in',
    invalid: `De naam mag hoogstens 100 tekens hebben`,
  },
};

export const isFieldName = (name: string): name is FieldName => name in english;

type Told = { readonly [Name in FieldName]: FieldTexts & { readonly missing: string } };
const told = (texts: Readonly<Record<string, FieldTexts>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, { missing: one.invalid, ...one }])) as Told;

export const fieldWords: Readonly<Record<Language, Told>> = {
  en: told(english),
  de: told(german),
  fr: told(french),
  nl: told(dutch),
};
