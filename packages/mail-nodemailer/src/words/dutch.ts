import { DAYS, DAYS_TO_PROVE, MINUTES, type Words } from './words.ts';

const ONCE = 'en werkt één keer. Laat de code aan niemand zien.';
const CODE = `De code is ${MINUTES} minuten geldig ${ONCE}`;
const TELL = 'Hebt u dit niet zelf gedaan, waarschuw dan direct de beheerder van de dienst.';

export const dutch: Words = {
  greeting: 'Goedendag,',
  service: 'U vindt de dienst hier:',
  ending: 'Dit bericht is automatisch verzonden. Antwoorden worden niet gelezen.',
  mails: {
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
    'parent invited': {
      subject: 'Een uitnodiging om gegevens te delen',
      before:
        'Een ouder of voogd nodigt u uit om gegevens in deze dienst te delen. Met deze code neemt u de uitnodiging aan:',
      after: [
        `De code is ${DAYS} dagen geldig ${ONCE}`,
        'Meld u daarvoor bij de dienst aan met een ouderaccount dat precies dit e-mailadres heeft, of registreer er een, en voer de code daar in.',
        'Verwacht u deze uitnodiging niet, dan hoeft u niets te doen: er wordt dan niets met u gedeeld.',
      ],
    },
  },
};
