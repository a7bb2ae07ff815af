import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.brand',
  {
    title: 'Brand',
    purpose: 'Customize how your product looks on sign-in pages, in the portal and in emails.',
    readOnly: 'Your role has read-only access.',
    card: 'Appearance',
    saved: 'Brand saved. Changes appear the next time a page loads.',
    fields: {
      name: 'Product name',
      nameMissing: 'Enter a name',
      logo_url: 'Logo URL',
      logoHelp: 'An image that includes the product name.',
      icon_url: 'Icon URL',
      iconHelp: 'A small square image.',
      accent_color: 'Accent color',
      accentHelp: 'Used for buttons and links, as #rrggbb. Leave empty to use the default.',
      accentWrong: 'Enter a color such as #2b50c8',
      white_label: 'Hide Gatehouse branding',
    },
    contrast: {
      title: 'Contrast',
      kept: 'White text is readable on this color ({{ratio}}:1).',
      dark: 'White text is hard to read on this color ({{ratio}}:1), so buttons use dark text.',
      darkened: 'White text is hard to read on this color ({{ratio}}:1), so buttons use {{shown}}.',
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
