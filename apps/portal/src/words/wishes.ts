import { translations } from '@health-case/domain/model/translations';
import { elided } from './french.ts';

/** Texts about certificates that parents ask for (D-44). */
export const wishWords = translations({
  ask: [
    'Ask for a certificate',
    'Um eine Bescheinigung bitten',
    'Demander une attestation',
    'Om een verklaring vragen',
  ],
  askIn: [
    'Ask for a certificate in this case',
    'In diesem Fall um eine Bescheinigung bitten',
    'Demander une attestation dans ce dossier',
    'In deze zaak om een verklaring vragen',
  ],
  askFor: (child: string) => [`for ${child}`, `für ${child}`, `pour ${child}`, `voor ${child}`],
  send: ['Ask for the certificate', 'Um die Bescheinigung bitten', 'Demander l’attestation', 'Om de verklaring vragen'],
  about: [
    'Is it about one of these cases? Then ask there:',
    'Geht es um einen dieser Fälle? Dann bitten Sie dort darum:',
    'S’agit-il d’un de ces dossiers\u00a0? Alors demandez-la là\u00a0:',
    'Gaat het over een van deze zaken? Vraag haar dan daar:',
  ],
  anew: [
    'If not: which doctor is to certify it?',
    'Wenn nicht: Wer soll sie ausstellen?',
    'Sinon, quel médecin doit l’établir\u00a0?',
    'Zo niet: welke arts moet haar afgeven?',
  ],
  next: [
    'The practice is told at once, and the doctor decides. You get a mail then, and find the certificate here.',
    'Die Praxis erfährt sofort davon, und dort wird ärztlich entschieden. Sie bekommen dann eine E-Mail und finden die Bescheinigung hier.',
    'Le cabinet est prévenu aussitôt, et le médecin décide. Vous recevez alors un e-mail, et trouvez l’attestation ici.',
    'De praktijk krijgt meteen bericht, en de arts beslist. U krijgt dan een e-mail en vindt de verklaring hier.',
  ],
  purpose: ['What for', 'Wofür', 'Pour quoi', 'Waarvoor'],
  neededBy: ['Needed by', 'Gebraucht bis', 'Nécessaire pour le', 'Nodig uiterlijk op'],
  askedBy: ['Asked for by', 'Erbeten von', 'Demandée par', 'Gevraagd door'],
  /** In the list of tasks. */
  title: (purpose: string) => [
    `Certificate for: ${purpose}`,
    `Bescheinigung für: ${purpose}`,
    `Attestation pour\u00a0: ${purpose}`,
    `Verklaring voor: ${purpose}`,
  ],
  closeText: [
    'The certificate that the parent asks for is requested then, and waits for the doctor. For ten minutes you can undo it.',
    'Die erbetene Bescheinigung ist damit beantragt und wartet auf die ärztliche Entscheidung. Zehn Minuten lang können Sie das rückgängig machen.',
    'L’attestation demandée par le parent attend alors la décision du médecin. Pendant dix minutes, vous pouvez revenir en arrière.',
    'De verklaring waar de ouder om vraagt wacht dan op de beslissing van de arts. Tien minuten lang kunt u het ongedaan maken.',
  ],
  decline: ['Decline the certificate', 'Die Bescheinigung ablehnen', 'Refuser l’attestation', 'De verklaring weigeren'],
  declineText: [
    'The task is closed then. The parents get a mail, and read your reason.',
    'Die Aufgabe ist dann geschlossen. Die Eltern bekommen eine E-Mail und lesen Ihren Grund.',
    'La tâche est alors fermée. Les parents reçoivent un e-mail et lisent votre motif.',
    'De taak is dan gesloten. De ouders krijgen een e-mail en lezen uw reden.',
  ],
  withdraw: ['Withdraw the request', 'Die Bitte zurückziehen', 'Retirer la demande', 'De vraag intrekken'],
  withdrawTitle: [
    'Do you want to withdraw this request?',
    'Möchten Sie diese Bitte zurückziehen?',
    'Voulez-vous retirer cette demande\u00a0?',
    'Wilt u deze vraag intrekken?',
  ],
  withdrawText: [
    'The practice does not see it any more. You can ask again at any time.',
    'Die Praxis sieht sie dann nicht mehr. Sie können jederzeit neu bitten.',
    'Le cabinet ne la voit plus. Vous pouvez en faire une autre à tout moment.',
    'De praktijk ziet haar niet meer. U kunt altijd opnieuw vragen.',
  ],
  list: [
    'Certificates of this child',
    'Bescheinigungen dieses Kindes',
    'Attestations de cet enfant',
    'Verklaringen van dit kind',
  ],
  listTitle: (child: string) => [
    `Certificates of ${child}`,
    `Bescheinigungen von ${child}`,
    `Attestations ${elided('de', child)}`,
    `Verklaringen van ${child}`,
  ],
  none: [
    'No certificate of this child was asked for yet.',
    'Für dieses Kind wurde noch um keine Bescheinigung gebeten.',
    'Aucune attestation n’a encore été demandée pour cet enfant.',
    'Voor dit kind is nog niet om een verklaring gevraagd.',
  ],
  ready: (child: string) => [
    `A certificate for ${child} is ready`,
    `Eine Bescheinigung für ${child} liegt bereit`,
    `Une attestation pour ${child} est prête`,
    `Een verklaring voor ${child} ligt klaar`,
  ],
  make: [
    'Open it, to print or send',
    'Öffnen, um sie zu drucken oder zu schicken',
    'L’ouvrir, pour l’imprimer ou l’envoyer',
    'Openen, om haar af te drukken of te versturen',
  ],
  states: {
    wanted: [
      'Asked for. The practice works on it, and you get a mail then.',
      'Erbeten. Die Praxis kümmert sich darum, und Sie bekommen dann eine E-Mail.',
      'Demandée. Le cabinet s’en occupe, et vous recevez alors un e-mail.',
      'Gevraagd. De praktijk werkt eraan, en u krijgt dan een e-mail.',
    ],
    requested: [
      'The doctor decides about it. You get a mail then.',
      'In der Praxis wird ärztlich darüber entschieden. Sie bekommen dann eine E-Mail.',
      'Le médecin en décide. Vous recevez alors un e-mail.',
      'De arts beslist erover. U krijgt dan een e-mail.',
    ],
    issued: ['Ready', 'Liegt bereit', 'Prête', 'Ligt klaar'],
    over: [
      'Not valid any more. You can ask for a new one.',
      'Nicht mehr gültig. Sie können um eine neue bitten.',
      'N’est plus valable. Vous pouvez en demander une autre.',
      'Niet meer geldig. U kunt om een nieuwe vragen.',
    ],
    'to confirm': [
      'The details of the child were corrected. The doctor has to confirm first that it is the same child.',
      'Die Angaben zum Kind wurden berichtigt. Erst muss ärztlich bestätigt werden, dass es dasselbe Kind ist.',
      'Les données de l’enfant ont été corrigées. Le médecin doit d’abord confirmer qu’il s’agit du même enfant.',
      'De gegevens van het kind zijn gecorrigeerd. De arts moet eerst bevestigen dat het hetzelfde kind is.',
    ],
    rejected: ['Declined', 'Abgelehnt', 'Refusée', 'Geweigerd'],
    revoked: ['Revoked by the doctor', 'Ärztlich widerrufen', 'Révoquée par le médecin', 'Ingetrokken door de arts'],
  },
  madeOn: (day: string) => [`Made on ${day}`, `Erstellt am ${day}`, `Établie le ${day}`, `Gemaakt op ${day}`],
  withdrawPaper: [
    'Withdraw this certificate',
    'Diese Bescheinigung zurückziehen',
    'Retirer cette attestation',
    'Deze verklaring intrekken',
  ],
  withdrawPaperTitle: [
    'Do you want to withdraw this certificate?',
    'Möchten Sie diese Bescheinigung zurückziehen?',
    'Voulez-vous retirer cette attestation\u00a0?',
    'Wilt u deze verklaring intrekken?',
  ],
  withdrawPaperText: [
    'Whoever checks it is told that it does not count any more. You can make a new one.',
    'Wer sie prüft, erfährt dann, dass sie nicht mehr gilt. Sie können eine neue erstellen.',
    'Qui la vérifie apprend alors qu’elle n’est plus valable. Vous pouvez en établir une autre.',
    'Wie haar controleert, krijgt dan te horen dat ze niet meer geldt. U kunt een nieuwe maken.',
  ],
});
