import { translations } from '@health-case/domain/model/translations';

/** Texts about what a doctor says often (D-47). `choose`: above those that can be chosen. */
export const phraseWords = translations({
  title: {
    phrase: ['Your phrases', 'Ihre Formulierungen', 'Vos formulations', 'Uw formuleringen'],
    shared: [
      'Phrases of the practice',
      'Formulierungen der Praxis',
      'Formulations du cabinet',
      'Formuleringen van de praktijk',
    ],
  },
  text: {
    phrase: [
      'Keep what you certify or explain often. Where you decide, one click puts it into the form. Nobody else sees your phrases.',
      'Speichern Sie, was Sie oft bescheinigen oder begründen. Wo Sie entscheiden, steht es mit einem Klick im Formular. Niemand sonst sieht Ihre Formulierungen.',
      'Conservez ce que vous certifiez ou expliquez souvent. Au moment de décider, un clic l’inscrit dans le formulaire. Personne d’autre ne voit vos formulations.',
      'Bewaar wat u vaak verklaart of uitlegt. Waar u beslist, staat het met één klik in het formulier. Niemand anders ziet uw formuleringen.',
    ],
    shared: [
      'Where a doctor of the practice decides, one click puts one of these into the form. They follow the doctor’s own phrases.',
      'Wo jemand aus der Ärzteschaft der Praxis entscheidet, steht eine davon mit einem Klick im Formular. Sie folgen auf die eigenen Formulierungen.',
      'Au moment où un médecin du cabinet décide, un clic inscrit l’une d’elles dans le formulaire. Elles suivent ses propres formulations.',
      'Waar een arts van de praktijk beslist, staat een ervan met één klik in het formulier. Ze volgen op de eigen formuleringen.',
    ],
  },
  kinds: {
    statement: [
      'What certificates confirm',
      'Was Bescheinigungen sagen',
      'Ce que confirment les attestations',
      'Wat verklaringen zeggen',
    ],
    reason: ['Reasons', 'Gründe', 'Motifs', 'Redenen'],
  },
  add: {
    phrase: {
      statement: [
        'Add what a certificate confirms',
        'Hinzufügen, was eine Bescheinigung sagt',
        'Ajouter ce que confirme une attestation',
        'Toevoegen wat een verklaring zegt',
      ],
      reason: ['Add a reason', 'Einen Grund hinzufügen', 'Ajouter un motif', 'Een reden toevoegen'],
    },
    shared: {
      statement: [
        'Add what certificates of the practice confirm',
        'Hinzufügen, was Bescheinigungen der Praxis sagen',
        'Ajouter ce que confirment les attestations du cabinet',
        'Toevoegen wat verklaringen van de praktijk zeggen',
      ],
      reason: [
        'Add a reason for the practice',
        'Einen Grund für die Praxis hinzufügen',
        'Ajouter un motif pour le cabinet',
        'Een reden voor de praktijk toevoegen',
      ],
    },
  },
  choose: {
    statement: [
      'What you certify often',
      'Was Sie oft bescheinigen',
      'Ce que vous certifiez souvent',
      'Wat u vaak verklaart',
    ],
    reason: [
      'Reasons that you give often',
      'Gründe, die Sie oft nennen',
      'Motifs que vous donnez souvent',
      'Redenen die u vaak geeft',
    ],
  },
  change: [
    'Change your phrases',
    'Ihre Formulierungen ändern',
    'Modifier vos formulations',
    'Uw formuleringen wijzigen',
  ],
  begin: [
    'Keep phrases that you need often',
    'Formulierungen speichern, die Sie oft brauchen',
    'Conserver des formulations dont vous avez souvent besoin',
    'Formuleringen bewaren die u vaak nodig hebt',
  ],
  changeTitle: {
    phrase: {
      statement: [
        'Change what a certificate confirms',
        'Ändern, was eine Bescheinigung sagt',
        'Modifier ce que confirme une attestation',
        'Wijzigen wat een verklaring zegt',
      ],
      reason: ['Change the reason', 'Den Grund ändern', 'Modifier le motif', 'De reden wijzigen'],
    },
    shared: {
      statement: [
        'Change what certificates of the practice confirm',
        'Ändern, was Bescheinigungen der Praxis sagen',
        'Modifier ce que confirment les attestations du cabinet',
        'Wijzigen wat verklaringen van de praktijk zeggen',
      ],
      reason: [
        'Change a reason for the practice',
        'Einen Grund für die Praxis ändern',
        'Modifier un motif pour le cabinet',
        'Een reden voor de praktijk wijzigen',
      ],
    },
  },
  first: ['Put first', 'An den Anfang', 'Placer en premier', 'Vooraan zetten'],
  firstTitle: {
    phrase: [
      'Put the phrase first',
      'Formulierung an den Anfang',
      'Placer la formulation en premier',
      'Formulering vooraan zetten',
    ],
    shared: [
      'Put the phrase of the practice first',
      'Formulierung der Praxis an den Anfang',
      'Placer la formulation du cabinet en premier',
      'Formulering van de praktijk vooraan zetten',
    ],
  },
  removeTitle: {
    phrase: [
      'Do you want to remove this phrase?',
      'Möchten Sie diese Formulierung entfernen?',
      'Voulez-vous retirer cette formulation\u00a0?',
      'Wilt u deze formulering verwijderen?',
    ],
    shared: [
      'Do you want to remove this phrase of the practice?',
      'Möchten Sie diese Formulierung der Praxis entfernen?',
      'Voulez-vous retirer cette formulation du cabinet\u00a0?',
      'Wilt u deze formulering van de praktijk verwijderen?',
    ],
  },
});
