import { translations } from './translations.ts';

/** Texts about one's own account: registering, signing in. */
export const accountWords = translations(
  {
    signIn: {
      title: 'Sign in',
      noAccount: 'You have no account yet?',
      forgotten: 'Forgotten your password?',
      goOn: 'You have been signed out. Sign in, and go on with what you had entered.',
    },
    register: {
      title: 'Register',
      asParent: 'As a parent you add your children, open cases and ask for certifications.',
      asDoctor: 'As a doctor you work on cases and decide about certifications.',
      asAssistant: 'As an assistant you work on the cases of the doctors who have added you.',
      whoTitle: 'Who are you?',
      nameTitle: 'Your name',
      loginTitle: 'How you will sign in',
    },
    signOut: { title: 'Do you want to sign out?' },
    welcome: 'Start',
  },
  {
    de: {
      signIn: {
        title: 'Anmelden',
        noAccount: 'Sie haben noch kein Konto?',
        forgotten: 'Passwort vergessen?',
        goOn: 'Sie wurden abgemeldet. Melden Sie sich an, und machen Sie mit Ihren Eingaben weiter.',
      },
      register: {
        title: 'Registrieren',
        asParent: 'Als Elternteil tragen Sie Ihre Kinder ein, eröffnen Fälle und beantragen Bescheinigungen.',
        asDoctor: 'Als Ärztin oder Arzt bearbeiten Sie Fälle und entscheiden über Bescheinigungen.',
        asAssistant: 'Als Assistenz bearbeiten Sie die Fälle derer, die Sie hinzugefügt haben.',
        whoTitle: 'Wer sind Sie?',
        nameTitle: 'Ihr Name',
        loginTitle: 'Wie Sie sich anmelden werden',
      },
      signOut: { title: 'Möchten Sie sich abmelden?' },
      welcome: 'Start',
    },
    fr: {
      signIn: {
        title: 'Se connecter',
        noAccount: 'Vous n’avez pas encore de compte ?',
        forgotten: 'Mot de passe oublié ?',
        goOn: 'Vous avez été déconnecté. Connectez-vous, et continuez avec ce que vous aviez saisi.',
      },
      register: {
        title: 'S’inscrire',
        asParent: 'En tant que parent, vous ajoutez vos enfants, ouvrez des dossiers et demandez des certifications.',
        asDoctor: 'En tant que médecin, vous traitez des dossiers et décidez des certifications.',
        asAssistant: 'En tant qu’assistant, vous traitez les dossiers des médecins qui vous ont ajouté.',
        whoTitle: 'Qui êtes-vous ?',
        nameTitle: 'Votre nom',
        loginTitle: 'Comment vous vous connecterez',
      },
      signOut: { title: 'Voulez-vous vous déconnecter ?' },
      welcome: 'Accueil',
    },
    nl: {
      signIn: {
        title: 'Aanmelden',
        noAccount: 'Hebt u nog geen account?',
        forgotten: 'Wachtwoord vergeten?',
        goOn: 'U bent afgemeld. Meld u aan, en ga verder met wat u had ingevuld.',
      },
      register: {
        title: 'Registreren',
        asParent: 'Als ouder voegt u uw kinderen toe, opent u zaken en vraagt u verklaringen aan.',
        asDoctor: 'Als arts werkt u aan zaken en beslist u over verklaringen.',
        asAssistant: 'Als assistent werkt u aan de zaken van de artsen die u hebben toegevoegd.',
        whoTitle: 'Wie bent u?',
        nameTitle: 'Uw naam',
        loginTitle: 'Hoe u zich gaat aanmelden',
      },
      signOut: { title: 'Wilt u zich afmelden?' },
      welcome: 'Start',
    },
  },
);
