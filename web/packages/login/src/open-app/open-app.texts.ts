import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.openApp',
  {
    title: 'Continue in the app',
    text: 'Your browser will ask to open {{target}}.',
    submit: 'Open the app',
    nowhere: 'This link is not valid',
    nowhereText: 'Try again in the app.',
  },
  { de: () => import('./open-app.texts.de') },
)
