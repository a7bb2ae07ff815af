import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.brand',
  {
    title: 'Brand',
    purpose: 'What people see of you: on the sign-in pages, in the portal and in mail.',
    readOnly: 'Your role lets you read this, not change it.',
    card: 'Looks',
    saved: 'The brand is saved. Pages that are opened from now on have it.',
    fields: {
      name: 'Name of the product',
      nameMissing: 'Enter a name',
      logo_url: 'Address of the logo',
      logoHelp: 'A picture with the name.',
      icon_url: 'Address of the icon',
      iconHelp: 'A small square picture.',
      accent_color: 'Color',
      accentHelp: 'Of buttons and links, as #rrggbb. Empty, the default.',
      accentWrong: 'Enter a color such as #2b50c8',
      white_label: 'Nothing on the pages names Gatehouse',
    },
    contrast: {
      title: 'Contrast',
      kept: 'White text can be read on it: {{ratio}} to 1.',
      dark: 'Too bright for white text ({{ratio}} to 1), so buttons carry dark text.',
      darkened: 'White text is hard to read on it ({{ratio}} to 1), so buttons are shown in {{shown}}.',
    },
    preview: {
      title: 'Preview',
      light: 'Light',
      dark: 'Dark',
      signIn: 'Sign in to {{name}}',
      email: 'Email',
      go: 'Continue',
      link: 'Forgot password?',
    },
  },
  { de: () => import('./brand.texts.de') },
)
