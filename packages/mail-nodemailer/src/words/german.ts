import { DAYS, DAYS_TO_PROVE, HOURS_TO_KEEP, MINUTES, STAFF_DAYS, type Words } from './words.ts';

const SHOW_NOBODY = 'Bitte zeigen Sie ihn niemandem.';
const CODE = `Der Code gilt ${MINUTES} Minuten lang und nur einmal. ${SHOW_NOBODY}`;
const TELL = 'Wenn Sie das nicht selbst waren, benachrichtigen Sie bitte sofort den Betreiber des Dienstes.';
const UNEXPECTED =
  'Wenn Sie das nicht erwartet haben, fragen Sie bitte die Praxisleitung oder den Betreiber des Dienstes.';

export const german: Words = {
  greeting: 'Guten Tag!',
  service: 'Sie finden die Seite hier:',
  ending: 'Diese Nachricht wurde automatisch versendet. Antworten darauf liest niemand.',
  mails: {
    'new case': {
      subject: 'Ein neuer Eintrag wartet auf Sie',
      paragraphs: [
        'Ein Eintrag ist neu für Sie und alle, die mit Ihnen arbeiten.',
        'Bitte melden Sie sich an, um ihn zu lesen.',
      ],
    },
    'certificate wanted': {
      subject: 'Ein Elternteil bittet Sie um etwas',
      paragraphs: [
        'Ein Elternteil bittet Sie und alle, die mit Ihnen arbeiten, um etwas.',
        'Bitte melden Sie sich an, um zu lesen, worum es geht.',
      ],
    },
    'certification requested': {
      subject: 'Eine Entscheidung wartet auf Sie',
      paragraphs: [
        'Eine Anfrage wartet auf Ihre Entscheidung.',
        'Bitte melden Sie sich an, um zu sehen, worum es geht.',
      ],
    },
    'certification decided': {
      subject: 'Es wurde eine Entscheidung getroffen',
      paragraphs: [
        'Über eine Anfrage, die Sie betrifft, wurde entschieden.',
        'Bitte melden Sie sich an, um die Entscheidung zu sehen.',
      ],
    },
    'certification revoked': {
      subject: 'Eine Entscheidung gilt nicht mehr',
      paragraphs: [
        'Etwas, das entschieden war, wurde widerrufen oder durch eine andere Entscheidung ersetzt.',
        'Bitte melden Sie sich an, um zu sehen, was jetzt gilt.',
      ],
    },
    'certification to confirm': {
      subject: 'Bitte bestätigen Sie eine Ihrer Entscheidungen',
      paragraphs: [
        'Angaben zu einer Person, über die Sie entschieden haben, wurden berichtigt.',
        'Bitte melden Sie sich an, um zu vergleichen, was Ihnen vorlag und was jetzt eingetragen ist. Bis Sie es bestätigen, lässt sich aus Ihrer Entscheidung nichts Neues erstellen.',
      ],
    },
    'case handed over': {
      subject: 'Etwas, das Sie betreut haben, wurde übergeben',
      paragraphs: [
        'Ein Eintrag, den Sie betreut haben, wurde an jemanden aus dem Kollegium übergeben und wird ab jetzt dort betreut.',
        'Bitte melden Sie sich an, um zu sehen, was Sie betreuen.',
      ],
    },
    'case received': {
      subject: 'Ihnen wurde etwas übergeben',
      paragraphs: [
        'Ihnen wurde ein Eintrag übergeben: Ab jetzt betreuen Sie ihn. Was dort auf eine Entscheidung wartet, wartet auf Ihre.',
        'Bitte melden Sie sich an, um ihn zu sehen.',
      ],
    },
    'doctor changed': {
      subject: 'Ein Eintrag von Ihnen wird jetzt von jemand anderem betreut',
      paragraphs: [
        'Ein Eintrag von Ihnen wurde übergeben: Ab jetzt betreut ihn in diesem Dienst jemand anderes.',
        'Bitte melden Sie sich an, um zu sehen, wer.',
      ],
    },
    'case opened': {
      subject: 'Es gibt einen neuen Eintrag für Sie',
      paragraphs: [
        'Jemand hat einen Eintrag angelegt, der Sie betrifft.',
        'Bitte melden Sie sich an, um ihn zu lesen.',
      ],
    },
    'case finished': {
      subject: 'Ein Eintrag von Ihnen ist abgeschlossen',
      paragraphs: [
        'Die Arbeit an einem Ihrer Einträge ist abgeschlossen.',
        'Bitte melden Sie sich an, um zu sehen, was getan wurde.',
      ],
    },
    'case refused': {
      subject: 'Ein Eintrag von Ihnen wurde nicht angenommen',
      paragraphs: [
        'Ein Eintrag von Ihnen wurde nicht angenommen: Niemand arbeitet daran.',
        'Bitte melden Sie sich an: Der Grund steht in seinem Verlauf.',
      ],
    },
    'account to confirm': {
      subject: 'Jemand wartet auf die Bestätigung',
      paragraphs: [
        'Jemand hat sich registriert, um bei Ihnen zu arbeiten, und wartet, bis Sie oder jemand anderes aus der Verwaltung das bestätigt.',
        'Bitte melden Sie sich an, um zu sehen, wer es ist.',
      ],
    },
    'account confirmed': {
      subject: 'Ihr Konto ist bestätigt',
      paragraphs: [
        'Wer die Praxis verwaltet, hat Ihr Konto bestätigt. Bitte melden Sie sich an: Ab jetzt können Sie hier arbeiten.',
      ],
    },
    'account declined': {
      subject: 'Ihr Konto wurde nicht bestätigt',
      paragraphs: [
        'Wer die Praxis verwaltet, kennt Sie nicht oder hat Sie nicht erwartet. Ihr Konto ist gesperrt.',
        'Wenn Sie dort arbeiten, fragen Sie bitte in der Praxis nach.',
      ],
    },
    'task due': {
      subject: 'Etwas ist fällig',
      paragraphs: [
        'Etwas, das Sie oder Ihr Team erledigen sollen, ist heute fällig.',
        'Bitte melden Sie sich an, um zu sehen, was es ist.',
      ],
    },
    'note written': {
      subject: 'Es gibt eine neue Notiz für Sie',
      paragraphs: [
        'Jemand hat eine Notiz geschrieben, die Sie betrifft.',
        'Bitte melden Sie sich an, um sie zu lesen.',
      ],
    },
    daily: {
      subject: 'Was es für Sie Neues gibt',
      before: 'Seit Sie sich zuletzt angemeldet haben, gibt es Neues für Sie:',
      after: 'Bitte melden Sie sich an, um es zu sehen. Unter „Mein Konto“ steht, wie oft Sie solche E-Mails bekommen.',
    },
    'password changed': {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [
        'Das Passwort Ihres Kontos wurde geändert.',
        'Wenn Sie das nicht selbst waren, fordern Sie bitte sofort ein neues Passwort an, und benachrichtigen Sie den Betreiber des Dienstes.',
      ],
    },
    'address wanted': {
      subject: 'Die E-Mail-Adresse Ihres Kontos soll geändert werden',
      paragraphs: ['Jemand, vermutlich Sie selbst, möchte die E-Mail-Adresse Ihres Kontos ändern.', TELL],
    },
    'address changed': {
      subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
      paragraphs: [
        'Die E-Mail-Adresse Ihres Kontos wurde geändert. Bitte melden Sie sich ab jetzt mit der neuen Adresse an.',
        TELL,
      ],
    },
    'second factor on': {
      subject: 'Ihr Konto verlangt jetzt einen zweiten Faktor',
      paragraphs: ['Ab jetzt brauchen Sie für die Anmeldung an Ihrem Konto zusätzlich ein Einmalpasswort.', TELL],
    },
    'second factor off': {
      subject: 'Ihr Konto verlangt keinen zweiten Faktor mehr',
      paragraphs: ['Für die Anmeldung an Ihrem Konto genügt wieder das Passwort.', TELL],
    },
    'recovery code used': {
      subject: 'Ein Wiederherstellungscode wurde verwendet',
      paragraphs: [
        'Jemand, vermutlich Sie, hat statt eines Einmalpassworts einen Wiederherstellungscode Ihres Kontos verwendet. Er gilt nicht mehr.',
        'Die Seite Ihres Kontos im Portal sagt, wie viele noch übrig sind, und erstellt neue.',
        TELL,
      ],
    },
    'recovery codes renewed': {
      subject: 'Ihr Konto hat neue Wiederherstellungscodes',
      paragraphs: [
        'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
        TELL,
      ],
    },
    'passkey in doubt': {
      subject: 'Ein Passkey Ihres Kontos wurde vielleicht kopiert',
      paragraphs: [
        'Jemand wollte sich mit einem Passkey Ihres Kontos anmelden, der seit der letzten Verwendung nicht weitergezählt hat: Vielleicht hat jemand anderes eine Kopie davon. Niemand wurde angemeldet.',
        'Bitte melden Sie sich mit Ihrem Passwort an, entfernen Sie diesen Passkey, und fügen Sie einen neuen hinzu. Wenn Sie gerade keinen Passkey verwendet haben, benachrichtigen Sie bitte auch sofort den Betreiber des Dienstes.',
      ],
    },
    'passkey added': {
      subject: 'Zu Ihrem Konto wurde ein Passkey hinzugefügt',
      paragraphs: ['Ab jetzt genügt für die Anmeldung an Ihrem Konto ein neuer Passkey, ohne Passwort.', TELL],
    },
    'passkey removed': {
      subject: 'Von Ihrem Konto wurde ein Passkey entfernt',
      paragraphs: [
        'Ein oder mehrere Passkeys können nicht mehr für die Anmeldung an Ihrem Konto verwendet werden.',
        TELL,
      ],
    },
    'parents changed': {
      subject: 'Mit wem Sie einen Eintrag teilen, hat sich geändert',
      paragraphs: [
        'Die Eltern oder Sorgeberechtigten, mit denen Sie einen Eintrag teilen, haben sich geändert: Jemand ist dazugekommen, hat sich ausgetragen oder wurde entfernt, oder aus zwei Einträgen wurde einer.',
        'Bitte melden Sie sich an, um zu sehen, wer es jetzt ist. Wenn Sie das nicht erwartet haben, benachrichtigen Sie bitte den Betreiber des Dienstes.',
      ],
    },
    'parent removed': {
      subject: 'Ein Eintrag wird nicht mehr mit Ihnen geteilt',
      paragraphs: [
        'Einer Ihrer Einträge in diesem Dienst wird nicht mehr mit Ihnen als Elternteil oder Vormund geteilt. Sie sehen ihn dort nicht mehr.',
        'Wenn Sie nicht wissen, warum, fragen Sie bitte die anderen, die ihn teilen, oder den Betreiber des Dienstes.',
      ],
    },
    'device trusted': {
      subject: 'Ein Browser wird nicht mehr nach Ihrem zweiten Faktor gefragt',
      paragraphs: [
        'Für 30 Tage genügt einem Browser Ihr Passwort, um sich an Ihrem Konto anzumelden: Jemand, vermutlich Sie, hat das nach Eingabe des zweiten Faktors dort so gewählt.',
        'Die Liste Ihrer Anmeldungen im Portal zeigt es und beendet es.',
        TELL,
      ],
    },
    'own data shown': {
      subject: 'Die Daten Ihres Kontos wurden angefordert',
      paragraphs: [
        'Jemand, vermutlich Sie, wollte alles sehen und herunterladen, was dieser Dienst über Sie gespeichert hat, und hat dafür Ihr Passwort und, falls Sie einen haben, Ihren zweiten Faktor angegeben.',
        'Wenn Sie es nicht waren, wählen Sie bitte sofort ein neues Passwort und benachrichtigen Sie den Betreiber des Dienstes.',
      ],
    },
    'account closed': {
      subject: 'Ihr Konto ist geschlossen',
      paragraphs: [
        'Ihr Konto wurde geschlossen, mit Ihrem Passwort und, falls Sie einen hatten, Ihrem zweiten Faktor. Es lässt sich nicht wieder öffnen; mit dieser Adresse kann ein neues registriert werden.',
        TELL,
      ],
    },
    'cover wanted': {
      subject: 'Jemand bittet Sie um eine Vertretung',
      paragraphs: [
        'Sie wurden gebeten, an einigen Tagen jemanden aus diesem Dienst zu vertreten.',
        'Bitte melden Sie sich an, um zu sehen, wen und wann, und um zuzustimmen oder abzulehnen. Bis Sie zustimmen, ändert sich nichts.',
      ],
    },
    'cover changed': {
      subject: 'Eine Vertretung hat sich geändert',
      paragraphs: [
        'In diesem Dienst hat sich geändert, wer Sie vertritt oder wen Sie vertreten.',
        'Bitte melden Sie sich an, um zu sehen, was jetzt gilt. Sie können die Vertretung dort jederzeit beenden.',
      ],
    },
    'account disabled': {
      subject: 'Ihr Konto wurde für Anmeldungen gesperrt',
      paragraphs: [
        'Die Praxisleitung hat Ihr Konto gesperrt: Niemand kann sich damit anmelden. Was es enthält, bleibt.',
        UNEXPECTED,
      ],
    },
    'account enabled': {
      subject: 'Ihr Konto ist wieder offen',
      paragraphs: ['Die Praxisleitung hat Ihr Konto wieder geöffnet: Sie können sich wie zuvor anmelden.', UNEXPECTED],
    },
    'staff disabled': {
      subject: 'Ein Konto in der Praxis wurde gesperrt',
      paragraphs: [
        'Jemand, der wie Sie zur Praxisleitung gehört, hat das Konto einer Kollegin oder eines Kollegen gesperrt.',
        'Bitte melden Sie sich an, um zu sehen, wessen Konto es ist. War das falsch, können Sie es dort wieder öffnen.',
      ],
    },
    'address kept': {
      subject: 'Ihr Konto behält seine E-Mail-Adresse',
      paragraphs: [
        'Die Praxisleitung wollte Ihrem Konto eine andere E-Mail-Adresse geben. Das wurde zurückgenommen: Diese Adresse bleibt.',
        UNEXPECTED,
      ],
    },
    'address given': {
      subject: 'Ihr Konto soll eine andere E-Mail-Adresse bekommen',
      paragraphs: [
        `Die Praxisleitung möchte Ihrem Konto eine andere E-Mail-Adresse geben. Sie gilt in ${HOURS_TO_KEEP} Stunden.`,
        'Möchten Sie diese Adresse behalten? Dann melden Sie sich bitte in dieser Zeit an: Das genügt, und nichts ändert sich. Selbst ändern Sie Ihre Adresse unter „Mein Konto“.',
        UNEXPECTED,
      ],
    },
    'team changed': {
      subject: 'Wer mit wem arbeitet, hat sich geändert',
      paragraphs: [
        'Die Praxisleitung hat geändert, wer wem assistiert, und das betrifft Sie.',
        'Bitte melden Sie sich an, um es zu sehen. Wenn Sie das nicht erwartet haben, fragen Sie bitte die Praxisleitung.',
      ],
    },
    'managers changed': {
      subject: 'Die Praxisleitung hat sich geändert',
      paragraphs: [
        'Jemand gehört ab jetzt zur Praxisleitung, oder nicht mehr.',
        'Wenn Sie zur Praxisleitung gehören, melden Sie sich bitte an, um zu sehen, wer dazugehört. Wenn Sie das nicht erwartet haben, sagen Sie es bitte dem Betreiber des Dienstes.',
      ],
    },
    reset: {
      subject: 'Ein Code für ein neues Passwort',
      before:
        'Jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert. Mit diesem Code können Sie es festlegen:',
      after: [CODE, 'Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.'],
    },
    'new address': {
      subject: 'Ein Code zur Bestätigung Ihrer E-Mail-Adresse',
      before:
        'Jemand, wahrscheinlich Sie selbst, möchte diese E-Mail-Adresse für ein Konto verwenden. Mit diesem Code bestätigen Sie, dass sie Ihnen gehört:',
      after: [CODE, 'Wenn Sie das nicht selbst waren, müssen Sie nichts tun: Die Adresse wird dann nicht verwendet.'],
    },
    'account made': {
      subject: 'Gehört dieses Konto Ihnen?',
      roles: { Doc: 'als Arzt oder Ärztin', Ast: 'als Assistenz', Par: 'als Elternteil oder Vormund' },
      makers: {
        A: 'durch ein Programm (Variante A)',
        B: 'durch ein Programm (Variante B)',
        portal: 'im Portal',
        operator: 'durch den Betreiber des Dienstes',
        other: 'durch ein Programm',
      },
      made: (role, moment, maker) =>
        `Mit dieser E-Mail-Adresse wurde ein Konto angelegt: ${[role, `am ${moment}`, maker].filter(Boolean).join(', ')}.`,
      before: 'Bitte sagen Sie auf dieser Seite, ob es Ihres ist. Das Öffnen der Seite allein ändert nichts:',
      after: [
        'Wenn Sie das Konto angelegt haben, bestätigen Sie dort Ihre E-Mail-Adresse.',
        'Wenn Sie es nicht angelegt haben, sagen Sie es dort: Dann kann es niemand mehr mit Ihrer Adresse benutzen.',
        `Der Link gilt ${DAYS_TO_PROVE} Tage lang. ${SHOW_NOBODY}`,
      ],
      code: 'Wenn die Seite nach einem Code fragt, ist es dieser:',
    },
  },
  somebody: 'Ein Elternteil oder Vormund',
  colleague: 'Die Praxisleitung',
  invitations: {
    'parent invited': (inviter, days = DAYS) => ({
      subject: 'Eine Einladung, einen Eintrag gemeinsam zu führen',
      before: `${inviter} lädt Sie ein, als Elternteil oder Vormund einen Eintrag in diesem Dienst gemeinsam zu führen. Mit diesem Code nehmen Sie die Einladung an:`,
      after: [
        `Der Code gilt ${days} Tage lang und nur einmal. ${SHOW_NOBODY}`,
        'Bitte melden Sie sich dafür mit einem Elternkonto an, das genau diese E-Mail-Adresse hat, oder registrieren Sie eines, und geben Sie den Code dort ein.',
        'Wenn Sie diese Einladung nicht erwarten, müssen Sie nichts tun: Es wird dann nichts mit Ihnen geteilt.',
      ],
    }),
    'already a parent': (inviter) => ({
      subject: 'Eine Einladung, die Sie nicht brauchen',
      paragraphs: [
        `${inviter} hat diese E-Mail-Adresse eingeladen, einen Eintrag in diesem Dienst gemeinsam zu führen.`,
        'Sie führen ihn bereits mit und müssen nichts tun.',
      ],
    }),
    'no parent account': (inviter) => ({
      subject: 'Eine Einladung, die Ihr Konto nicht annehmen kann',
      paragraphs: [
        `${inviter} hat diese E-Mail-Adresse eingeladen, als Elternteil oder Vormund einen Eintrag in diesem Dienst gemeinsam zu führen.`,
        'Das Konto mit dieser Adresse ist kein Elternkonto und kann die Einladung nicht annehmen. Wenn Sie den Eintrag mitführen möchten, registrieren Sie bitte ein Elternkonto mit einer anderen E-Mail-Adresse, und bitten Sie um eine Einladung an diese.',
        'Wenn Sie diese Einladung nicht erwarten, müssen Sie nichts tun: Es wird dann nichts mit Ihnen geteilt.',
      ],
    }),
    'staff invited': (inviter) => ({
      subject: 'Eine Einladung, in diesem Dienst zu arbeiten',
      before: `${inviter} lädt Sie ein, in diesem Dienst zu arbeiten. Mit diesem Code registrieren Sie sich:`,
      after: [
        `Der Code gilt ${STAFF_DAYS} Tage lang, nur einmal, und nur für diese E-Mail-Adresse. ${SHOW_NOBODY}`,
        'Der Link unten enthält ihn bereits.',
        'Wenn Sie diese Einladung nicht erwarten, müssen Sie nichts tun.',
      ],
    }),
    'has an account': (inviter) => ({
      subject: 'Eine Einladung, für deren Adresse es schon ein Konto gibt',
      paragraphs: [
        `${inviter} hat diese E-Mail-Adresse eingeladen, in diesem Dienst zu arbeiten.`,
        'Mit dieser Adresse gibt es schon ein Konto, deshalb kann kein weiteres angelegt werden. Das Konto eines Elternteils oder Vormunds bleibt ein solches: Wenn Sie in diesem Dienst arbeiten möchten, bitten Sie um eine Einladung an eine andere E-Mail-Adresse.',
        'Wenn Sie diese Einladung nicht erwarten, müssen Sie nichts tun.',
      ],
    }),
  },
};
