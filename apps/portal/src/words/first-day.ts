import { translations } from '@health-case/domain/model/translations';

export const firstDayWords = translations({
  title: ['Your first day here', 'Ihr erster Tag hier', 'Votre premier jour ici', 'Uw eerste dag hier'],
  isDone: ['done', 'erledigt', 'fait', 'klaar'],
  factor: [
    'Turn on the second factor, which keeps others out of your account',
    'Den zweiten Faktor einschalten, der andere von Ihrem Konto fernhält',
    'Activer le second facteur, qui protège votre compte des autres',
    'De tweede factor aanzetten, die anderen buiten uw account houdt',
  ],
  Par: {
    child: ['Add your child', 'Ihr Kind eintragen', 'Ajouter votre enfant', 'Uw kind toevoegen'],
    join: [
      'Or has the other parent, or the practice, added the child? Join it with the code that you got',
      'Oder hat der andere Elternteil oder die Praxis das Kind schon eingetragen? Treten Sie mit dem Code bei, den Sie bekommen haben',
      'Ou l’autre parent, ou le cabinet, a-t-il déjà ajouté l’enfant\u00a0? Rejoignez-le avec le code que vous avez reçu',
      'Of heeft de andere ouder, of de praktijk, het kind al toegevoegd? Sluit u aan met de code die u hebt gekregen',
    ],
    next: [
      'Then open a case with your doctor, or ask for a certificate. When the doctor has decided, a mail tells you, and you print the certificate here.',
      'Eröffnen Sie danach einen Fall bei Ihrer Ärztin oder Ihrem Arzt, oder bitten Sie um eine Bescheinigung. Ist entschieden, sagt es Ihnen eine E-Mail, und Sie drucken die Bescheinigung hier.',
      'Ouvrez ensuite un dossier auprès de votre médecin, ou demandez une attestation. Une fois la décision prise, un e-mail vous le dit, et vous imprimez l’attestation ici.',
      'Open daarna een zaak bij uw arts, of vraag om een verklaring. Is er beslist, dan krijgt u een e-mail en drukt u de verklaring hier af.',
    ],
  },
  Doc: {
    assistant: [
      'Name your assistants, who have registered here',
      'Ihr Praxisteam hinzufügen, das sich hier registriert hat',
      'Ajouter vos assistants, qui se sont inscrits ici',
      'Uw assistenten toevoegen, die zich hier hebben geregistreerd',
    ],
    found: (name: string, mark: string) => [
      `Parents find you by your name, ${name}. If another doctor has the same name, they tell you apart by your mark, ${mark}.`,
      `Eltern finden Sie unter Ihrem Namen, ${name}. Heißt noch jemand so, unterscheidet Sie Ihr Kennzeichen, ${mark}.`,
      `Les parents vous trouvent par votre nom, ${name}. Si un autre médecin porte le même, votre repère, ${mark}, vous distingue.`,
      `Ouders vinden u onder uw naam, ${name}. Heet een andere arts ook zo, dan onderscheidt uw kenmerk, ${mark}, u.`,
    ],
    next: [
      'Cases that parents open, and certificates that they ask for, then stand here, and mails tell you of them.',
      'Fälle, die Eltern eröffnen, und Bescheinigungen, um die sie bitten, stehen dann hier, und E-Mails sagen es Ihnen.',
      'Les dossiers que les parents ouvrent et les attestations qu’ils demandent apparaissent alors ici, et des e-mails vous l’annoncent.',
      'Zaken die ouders openen en verklaringen die zij vragen staan dan hier, en e-mails vertellen het u.',
    ],
  },
  Ast: {
    address: (email: string) => [
      `Give your doctor the address with which you have registered, ${email}. The doctor adds it under “Assistants”.`,
      `Geben Sie Ihrer Ärztin oder Ihrem Arzt die Adresse, mit der Sie sich registriert haben, ${email}. Sie wird dort unter „Praxisteam“ hinzugefügt.`,
      `Donnez à votre médecin l’adresse avec laquelle vous vous êtes inscrit, ${email}. Le médecin l’ajoute sous «\u00a0Assistants\u00a0».`,
      `Geef uw arts het adres waarmee u zich hebt geregistreerd, ${email}. De arts voegt het toe onder ‘Assistenten’.`,
    ],
    next: [
      'The open tasks of the doctor then stand here.',
      'Dann stehen hier die offenen Aufgaben.',
      'Les tâches ouvertes du médecin apparaissent alors ici.',
      'De open taken van de arts staan dan hier.',
    ],
  },
});
