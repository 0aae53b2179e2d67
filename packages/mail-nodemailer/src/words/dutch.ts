import { DAYS, DAYS_TO_PROVE, HOURS_TO_KEEP, MINUTES, STAFF_DAYS, type Words } from './words.ts';

const ONCE = 'en werkt één keer. Laat de code aan niemand zien.';
const CODE = `De code is ${MINUTES} minuten geldig ${ONCE}`;
const TELL = 'Hebt u dit niet zelf gedaan, waarschuw dan direct de beheerder van de dienst.';
const UNEXPECTED = 'Had u dit niet verwacht, vraag het dan aan de beheerders van de praktijk of van de dienst.';

export const dutch: Words = {
  greeting: 'Goedendag,',
  service: 'U vindt de pagina hier:',
  ending: 'Dit bericht is automatisch verzonden. Antwoorden worden niet gelezen.',
  mails: {
    'new case': {
      subject: 'Er wachten nieuwe gegevens op u',
      paragraphs: ['Er zijn nieuwe gegevens voor u en wie met u werken.', 'Meld u aan om ze te lezen.'],
    },
    'certificate wanted': {
      subject: 'Een ouder vraagt u om iets',
      paragraphs: [
        'Een ouder of verzorger vraagt u en wie met u werken om iets.',
        'Meld u aan om te lezen waar het om gaat.',
      ],
    },
    'certification requested': {
      subject: 'Er wacht een beslissing op u',
      paragraphs: ['Een verzoek wacht op uw beslissing.', 'Meld u aan om te zien waar het om gaat.'],
    },
    'certification decided': {
      subject: 'Er is een beslissing genomen',
      paragraphs: [
        'Over een verzoek dat u aangaat, is een beslissing genomen.',
        'Meld u aan om de beslissing te bekijken.',
      ],
    },
    'certification revoked': {
      subject: 'Een beslissing geldt niet meer',
      paragraphs: [
        'Iets wat was beslist, is ingetrokken of door een andere beslissing vervangen.',
        'Meld u aan om te zien wat nu geldt.',
      ],
    },
    'certification to confirm': {
      subject: 'Bevestig een van uw beslissingen',
      paragraphs: [
        'De gegevens van een persoon over wie u hebt beslist, zijn gecorrigeerd.',
        'Meld u aan om te vergelijken wat u toen zag en wat er nu staat. Zolang u het niet bevestigt, kan er op grond van uw beslissing niets nieuws worden gemaakt.',
      ],
    },
    'case handed over': {
      subject: 'Iets wat u behandelde, is overgedragen',
      paragraphs: [
        'Gegevens die u behandelde, zijn overgedragen aan een collega, die ze vanaf nu behandelt.',
        'Meld u aan om te zien wat u behandelt.',
      ],
    },
    'case received': {
      subject: 'Er is iets aan u overgedragen',
      paragraphs: [
        'Er zijn gegevens aan u overgedragen: vanaf nu behandelt u ze. Wat daar op een beslissing wacht, wacht op die van u.',
        'Meld u aan om ze te bekijken.',
      ],
    },
    'doctor changed': {
      subject: 'Iemand anders behandelt nu gegevens van u',
      paragraphs: [
        'Gegevens van u zijn overgedragen: vanaf nu behandelt iemand anders in deze dienst ze.',
        'Meld u aan om te zien wie dat is.',
      ],
    },
    'case opened': {
      subject: 'Er zijn nieuwe gegevens van u vastgelegd',
      paragraphs: ['Iemand heeft gegevens vastgelegd die u aangaan.', 'Meld u aan om ze te lezen.'],
    },
    'case finished': {
      subject: 'Het werk aan gegevens van u is afgerond',
      paragraphs: ['Het werk aan gegevens van u is afgerond.', 'Meld u aan om te zien wat er is gedaan.'],
    },
    'case refused': {
      subject: 'Gegevens van u zijn niet in behandeling genomen',
      paragraphs: [
        'Gegevens van u zijn niet in behandeling genomen: niemand werkt eraan.',
        'Meld u aan: de reden staat in de geschiedenis.',
      ],
    },
    'account to confirm': {
      subject: 'Er wacht iemand op bevestiging',
      paragraphs: [
        'Iemand heeft zich geregistreerd om bij u te werken en wacht tot u of een andere beheerder dat bevestigt.',
        'Meld u aan om te zien wie het is.',
      ],
    },
    'account confirmed': {
      subject: 'Uw account is bevestigd',
      paragraphs: ['Wie de praktijk beheert, heeft uw account bevestigd. Meld u aan: vanaf nu kunt u hier werken.'],
    },
    'account declined': {
      subject: 'Uw account is niet bevestigd',
      paragraphs: [
        'Wie de praktijk beheert, kent u niet of verwachtte u niet. Uw account is gesloten.',
        'Werkt u er wel, vraag het dan in de praktijk.',
      ],
    },
    'task due': {
      subject: 'Er moet iets klaar zijn',
      paragraphs: ['Iets wat u of uw team moet doen, moet vandaag klaar zijn.', 'Meld u aan om te zien wat het is.'],
    },
    'note written': {
      subject: 'Er is een nieuwe notitie voor u',
      paragraphs: ['Iemand heeft een notitie geschreven die u aangaat.', 'Meld u aan om haar te lezen.'],
    },
    daily: {
      subject: 'Er is nieuws voor u',
      before: 'Sinds u zich het laatst aanmeldde, is er iets nieuws voor u:',
      after: 'Meld u aan om het te bekijken. Onder Mijn account staat hoe vaak u zulke e-mails krijgt.',
    },
    'password changed': {
      subject: 'Uw wachtwoord is gewijzigd',
      paragraphs: [
        'Het wachtwoord van uw account is gewijzigd.',
        'Hebt u dit niet zelf gedaan, vraag dan direct een nieuw wachtwoord aan en waarschuw de beheerder van de dienst.',
      ],
    },
    'address wanted': {
      subject: 'Iemand wil het e-mailadres van uw account wijzigen',
      paragraphs: ['Iemand, waarschijnlijk uzelf, wil het e-mailadres van uw account wijzigen.', TELL],
    },
    'address changed': {
      subject: 'Het e-mailadres van uw account is gewijzigd',
      paragraphs: ['Het e-mailadres van uw account is gewijzigd. Meld u vanaf nu aan met het nieuwe adres.', TELL],
    },
    'second factor on': {
      subject: 'Uw account vraagt nu om een tweede factor',
      paragraphs: ['Vanaf nu hebt u voor het aanmelden bij uw account ook een eenmalig wachtwoord nodig.', TELL],
    },
    'second factor off': {
      subject: 'Uw account vraagt niet meer om een tweede factor',
      paragraphs: ['Voor het aanmelden bij uw account is uw wachtwoord weer voldoende.', TELL],
    },
    'recovery code used': {
      subject: 'Er is een herstelcode gebruikt',
      paragraphs: [
        'Iemand, waarschijnlijk u, heeft in plaats van een eenmalig wachtwoord een herstelcode van uw account gebruikt. Die werkt niet meer.',
        'De pagina van uw account in het portaal zegt hoeveel er nog over zijn, en maakt nieuwe.',
        TELL,
      ],
    },
    'recovery codes renewed': {
      subject: 'Uw account heeft nieuwe herstelcodes',
      paragraphs: ['Er zijn nieuwe herstelcodes voor uw account gemaakt. De vorige werken niet meer.', TELL],
    },
    'passkey in doubt': {
      subject: 'Een passkey van uw account is misschien gekopieerd',
      paragraphs: [
        'Iemand wilde zich aanmelden met een passkey van uw account die sinds het laatste gebruik niet verder heeft geteld: misschien heeft iemand anders er een kopie van. Er is niemand aangemeld.',
        'Meld u aan met uw wachtwoord, verwijder deze passkey en voeg een nieuwe toe. Hebt u zojuist geen passkey gebruikt, waarschuw dan ook direct de beheerder van de dienst.',
      ],
    },
    'passkey added': {
      subject: 'Er is een passkey aan uw account toegevoegd',
      paragraphs: [
        'Vanaf nu is voor het aanmelden bij uw account een nieuwe passkey voldoende, zonder wachtwoord.',
        TELL,
      ],
    },
    'passkey removed': {
      subject: 'Er is een passkey van uw account verwijderd',
      paragraphs: ['Een of meer passkeys kunnen niet meer worden gebruikt om u bij uw account aan te melden.', TELL],
    },
    'parents changed': {
      subject: 'Met wie u gegevens deelt, is veranderd',
      paragraphs: [
        'De ouders of voogden met wie u gegevens deelt, zijn veranderd: iemand is erbij gekomen, is vertrokken of verwijderd, of twee vermeldingen zijn één geworden.',
        'Meld u aan om te zien wie het nu zijn. Had u dit niet verwacht, waarschuw dan de beheerder van de dienst.',
      ],
    },
    'parent removed': {
      subject: 'Er worden gegevens niet meer met u gedeeld',
      paragraphs: [
        'Gegevens die u in deze dienst als ouder of voogd deelde, worden niet meer met u gedeeld. U ziet ze daar niet meer.',
        'Weet u niet waarom, vraag het dan aan degenen die ze delen, of aan de beheerder van de dienst.',
      ],
    },
    'device trusted': {
      subject: 'Een browser wordt niet meer om uw tweede factor gevraagd',
      paragraphs: [
        'Dertig dagen lang heeft één browser alleen uw wachtwoord nodig om zich bij uw account aan te melden: iemand, waarschijnlijk u, heeft dat daar na het opgeven van de tweede factor zo gekozen.',
        'De lijst van uw aanmeldingen in het portaal toont dit en beëindigt het.',
        TELL,
      ],
    },
    'own data shown': {
      subject: 'De gegevens van uw account zijn opgevraagd',
      paragraphs: [
        'Iemand, waarschijnlijk u, heeft gevraagd om alles te zien en te downloaden wat deze dienst over u bewaart, met uw wachtwoord en, als u die hebt, uw tweede factor.',
        'Was u het niet, kies dan meteen een nieuw wachtwoord en waarschuw de beheerder van de dienst.',
      ],
    },
    'account closed': {
      subject: 'Uw account is gesloten',
      paragraphs: [
        'Uw account is gesloten, met uw wachtwoord en, als u die had, uw tweede factor. Het kan niet opnieuw worden geopend; met dit adres kan een nieuw account worden geregistreerd.',
        TELL,
      ],
    },
    'cover wanted': {
      subject: 'Iemand vraagt u om waar te nemen',
      paragraphs: [
        'U bent gevraagd om op enkele dagen waar te nemen voor iemand van deze dienst.',
        'Log in om te zien voor wie en wanneer, en om akkoord te gaan of te weigeren. Zolang u niet akkoord gaat, verandert er niets.',
      ],
    },
    'cover changed': {
      subject: 'Een waarneming is veranderd',
      paragraphs: [
        'In deze dienst is veranderd wie voor u waarneemt, of voor wie u waarneemt.',
        'Log in om te zien wat nu geldt. U kunt de waarneming daar altijd beëindigen.',
      ],
    },
    'account disabled': {
      subject: 'Uw account is afgesloten',
      paragraphs: [
        'Een beheerder van de praktijk heeft uw account afgesloten: niemand kan zich ermee aanmelden. Wat het bevat, blijft.',
        UNEXPECTED,
      ],
    },
    'account enabled': {
      subject: 'Uw account is weer open',
      paragraphs: [
        'Een beheerder van de praktijk heeft uw account weer geopend: u kunt zich aanmelden als voorheen.',
        UNEXPECTED,
      ],
    },
    'staff disabled': {
      subject: 'Het account van een collega is afgesloten',
      paragraphs: [
        'Iemand die net als u beheerder van de praktijk is, heeft het account van een collega afgesloten.',
        'Meld u aan om te zien van wie. Was het niet juist, dan kunt u het daar weer openen.',
      ],
    },
    'address kept': {
      subject: 'Uw account houdt zijn e-mailadres',
      paragraphs: [
        'Een beheerder van de praktijk wilde uw account een ander e-mailadres geven. Dat is teruggenomen: dit adres blijft.',
        UNEXPECTED,
      ],
    },
    'address given': {
      subject: 'Uw account krijgt een ander e-mailadres',
      paragraphs: [
        `Een beheerder van de praktijk wil uw account een ander e-mailadres geven. Het verandert over ${HOURS_TO_KEEP} uur.`,
        'Wilt u dit adres houden? Meld u dan binnen die tijd aan: dat is genoeg, en er verandert niets. Zelf wijzigt u uw adres onder Mijn account.',
        UNEXPECTED,
      ],
    },
    'team changed': {
      subject: 'Wie met wie werkt, is veranderd',
      paragraphs: [
        'Een beheerder van de praktijk heeft veranderd wie wie assisteert, en dat betreft u.',
        'Meld u aan om het te zien. Had u dit niet verwacht, vraag het dan aan de beheerders van de praktijk.',
      ],
    },
    'managers changed': {
      subject: 'De beheerders van de praktijk zijn veranderd',
      paragraphs: [
        'Iemand is vanaf nu beheerder van de praktijk, of niet meer.',
        'Bent u beheerder, meld u dan aan om te zien wie het zijn. Had u dit niet verwacht, zeg het dan tegen de beheerder van de dienst.',
      ],
    },
    reset: {
      subject: 'Een code voor een nieuw wachtwoord',
      before:
        'Iemand, waarschijnlijk uzelf, heeft een nieuw wachtwoord voor uw account aangevraagd. Met deze code kunt u het kiezen:',
      after: [CODE, 'Hebt u de code niet aangevraagd, dan hoeft u niets te doen: uw wachtwoord blijft ongewijzigd.'],
    },
    'new address': {
      subject: 'Een code om uw e-mailadres te bevestigen',
      before:
        'Iemand, waarschijnlijk uzelf, wil dit e-mailadres voor een account gebruiken. Met deze code bevestigt u dat het van u is:',
      after: [CODE, 'Hebt u dit niet zelf gedaan, dan hoeft u niets te doen: het adres wordt niet gebruikt.'],
    },
    'account made': {
      subject: 'Is dit account van u?',
      roles: { Doc: 'als arts', Ast: 'als assistent', Par: 'als ouder of voogd' },
      makers: {
        A: 'door een programma (variant A)',
        B: 'door een programma (variant B)',
        portal: 'in het portaal',
        operator: 'door de beheerder van de dienst',
        other: 'door een programma',
      },
      made: (role, moment, maker) =>
        `Met dit e-mailadres is een account gemaakt: ${[role, `op ${moment}`, maker].filter(Boolean).join(', ')}.`,
      before: 'Zeg alstublieft op deze pagina of het van u is. De pagina openen verandert niets:',
      after: [
        'Hebt u dit account gemaakt, dan bevestigt u daar uw e-mailadres.',
        'Hebt u het niet gemaakt, zeg dat dan daar: niemand kan het dan nog met uw adres gebruiken.',
        `De link is ${DAYS_TO_PROVE} dagen geldig. Laat hem aan niemand zien.`,
      ],
      code: 'Vraagt de pagina om een code, dan is het deze:',
    },
  },
  somebody: 'Een ouder of voogd',
  colleague: 'Een beheerder van de praktijk',
  invitations: {
    'parent invited': (inviter, days = DAYS) => ({
      subject: 'Een uitnodiging om gegevens te delen',
      before: `${inviter} nodigt u uit om als ouder of voogd gegevens in deze dienst te delen. Met deze code neemt u de uitnodiging aan:`,
      after: [
        `De code is ${days} dagen geldig ${ONCE}`,
        'Meld u daarvoor bij de dienst aan met een ouderaccount dat precies dit e-mailadres heeft, of registreer er een, en voer de code daar in.',
        'Verwacht u deze uitnodiging niet, dan hoeft u niets te doen: er wordt dan niets met u gedeeld.',
      ],
    }),
    'already a parent': (inviter) => ({
      subject: 'Een uitnodiging die u niet nodig hebt',
      paragraphs: [
        `${inviter} heeft dit e-mailadres uitgenodigd om gegevens in deze dienst te delen.`,
        'U deelt ze al en hoeft niets te doen.',
      ],
    }),
    'no parent account': (inviter) => ({
      subject: 'Een uitnodiging die uw account niet kan aannemen',
      paragraphs: [
        `${inviter} heeft dit e-mailadres uitgenodigd om als ouder of voogd gegevens in deze dienst te delen.`,
        'Het account met dit adres is geen ouderaccount en kan de uitnodiging niet aannemen. Wilt u de gegevens delen, registreer dan een ouderaccount met een ander e-mailadres en vraag om een uitnodiging op dat adres.',
        'Verwacht u deze uitnodiging niet, dan hoeft u niets te doen: er wordt dan niets met u gedeeld.',
      ],
    }),
    'staff invited': (inviter) => ({
      subject: 'Een uitnodiging om in deze dienst te werken',
      before: `${inviter} nodigt u uit om in deze dienst te werken. Met deze code registreert u zich:`,
      after: [
        `De code is ${STAFF_DAYS} dagen geldig, één keer, en alleen voor dit e-mailadres. Laat hem aan niemand zien.`,
        'De link hieronder bevat hem al.',
        'Verwacht u deze uitnodiging niet, dan hoeft u niets te doen.',
      ],
    }),
    'has an account': (inviter) => ({
      subject: 'Een uitnodiging waarvoor dit adres al een account heeft',
      paragraphs: [
        `${inviter} heeft dit e-mailadres uitgenodigd om in deze dienst te werken.`,
        'Er is al een account met dit adres, dus er kan geen ander worden gemaakt. Een account van een ouder of voogd blijft dat: wilt u in deze dienst werken, vraag dan om een uitnodiging op een ander e-mailadres.',
        'Verwacht u deze uitnodiging niet, dan hoeft u niets te doen.',
      ],
    }),
  },
};
