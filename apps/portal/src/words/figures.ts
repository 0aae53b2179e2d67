import { translations } from '@health-case/domain/model/translations';

export const figureWords = translations({
  title: ['Figures', 'Kennzahlen', 'Chiffres', 'Cijfers'],
  text: [
    'Each counts for the doctor whose case it was then. What was undone or erased counts no more, and a correction as nothing. A small number can tell of somebody: publish none below 5.',
    'Gezählt wird für die Ärztin oder den Arzt, deren Fall es damals war. Was rückgängig gemacht oder gelöscht wurde, zählt nicht mehr, eine Korrektur gar nicht. Eine kleine Zahl kann etwas über jemanden verraten: Veröffentlichen Sie keine unter 5.',
    'Chacun compte pour le médecin dont c’était alors le dossier. Ce qui a été annulé ou effacé ne compte plus, et une correction ne compte pas. Un petit nombre peut révéler quelque chose sur quelqu’un\u00a0: n’en publiez aucun inférieur à 5.',
    'Elk telt voor de arts van wie de zaak toen was. Wat ongedaan is gemaakt of gewist, telt niet meer, en een correctie telt niet. Een klein getal kan iets over iemand vertellen: publiceer er geen onder de 5.',
  ],
  now: ['Now', 'Jetzt', 'Maintenant', 'Nu'],
  byMonth: ['By month', 'Nach Monat', 'Par mois', 'Per maand'],
  byDoctor: ['By doctor', 'Nach Ärztin oder Arzt', 'Par médecin', 'Per arts'],
  parts: {
    cases: ['Cases and tasks', 'Fälle und Aufgaben', 'Dossiers et tâches', 'Zaken en taken'],
    certificates: ['Certificates', 'Bescheinigungen', 'Attestations', 'Verklaringen'],
  },
  nothing: [
    'Nothing is counted in this month.',
    'In diesem Monat ist nichts gezählt.',
    'Rien n’est compté pour ce mois.',
    'In deze maand is niets geteld.',
  ],
  parents: ['Parents with an account', 'Eltern mit einem Konto', 'Parents avec un compte', 'Ouders met een account'],
  names: {
    opened: ['Cases opened', 'Eröffnete Fälle', 'Dossiers ouverts', 'Geopende zaken'],
    finished: ['Cases finished', 'Abgeschlossene Fälle', 'Dossiers terminés', 'Afgeronde zaken'],
    closed: ['Tasks closed', 'Geschlossene Aufgaben', 'Tâches fermées', 'Gesloten taken'],
    closedLate: ['Of these overdue', 'Davon überfällig', 'Dont en retard', 'Daarvan te laat'],
    requested: [
      'Certificates requested',
      'Beantragte Bescheinigungen',
      'Attestations demandées',
      'Aangevraagde verklaringen',
    ],
    issued: ['Issued', 'Ausgestellt', 'Délivrées', 'Afgegeven'],
    rejected: ['Rejected', 'Abgelehnt', 'Refusées', 'Afgewezen'],
    revoked: ['Revoked', 'Widerrufen', 'Révoquées', 'Ingetrokken'],
  },
  median: [
    'Median time to a decision',
    'Zeit bis zur Entscheidung, Median',
    'Délai médian de décision',
    'Mediane tijd tot een beslissing',
  ],
  longest: [
    'Longest time to a decision',
    'Längste Zeit bis zur Entscheidung',
    'Délai de décision le plus long',
    'Langste tijd tot een beslissing',
  ],
  inMinutes: (what: string) => [`${what}, minutes`, `${what}, Minuten`, `${what}, minutes`, `${what}, minuten`],
  waiting: {
    decisions: ['Decisions that wait', 'Wartende Entscheidungen', 'Décisions en attente', 'Beslissingen die wachten'],
    'new cases': [
      'New cases that wait',
      'Wartende neue Fälle',
      'Nouveaux dossiers en attente',
      'Nieuwe zaken die wachten',
    ],
    'overdue tasks': [
      'Open tasks that are overdue',
      'Offene überfällige Aufgaben',
      'Tâches ouvertes en retard',
      'Open taken die te laat zijn',
    ],
  },
  older: {
    days: ['For a day or longer', 'Seit einem Tag oder länger', 'Depuis un jour ou plus', 'Sinds een dag of langer'],
    weeks: ['For 7 days or longer', 'Seit 7 Tagen oder länger', 'Depuis 7 jours ou plus', 'Sinds 7 dagen of langer'],
    months: [
      'For 30 days or longer',
      'Seit 30 Tagen oder länger',
      'Depuis 30 jours ou plus',
      'Sinds 30 dagen of langer',
    ],
  },
  erased: ['Erased account', 'Gelöschtes Konto', 'Compte effacé', 'Gewist account'],
  earlier: ['Twelve months earlier', 'Zwölf Monate früher', 'Douze mois plus tôt', 'Twaalf maanden eerder'],
  later: ['Twelve months later', 'Zwölf Monate später', 'Douze mois plus tard', 'Twaalf maanden later'],
  monthsAsCsv: [
    'Months and doctors as CSV',
    'Monate sowie Ärztinnen und Ärzte als CSV',
    'Mois et médecins en CSV',
    'Maanden en artsen als CSV',
  ],
  waitingAsCsv: [
    'What waits now as CSV',
    'Was jetzt wartet als CSV',
    'Ce qui attend maintenant en CSV',
    'Wat nu wacht als CSV',
  ],
});
