import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.openApp',
  {
    title: 'Go on in the app',
    text: 'Your browser asks whether it may open {{target}}.',
    submit: 'Open the app',
    nowhere: 'This link leads nowhere',
    nowhereText: 'Begin again in the app.',
  },
  { de: () => import('./open-app.texts.de') },
)
