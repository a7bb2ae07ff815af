import { defineTexts } from '../i18n'

export const { t, useT } = defineTexts(
  'charts',
  { asTable: 'Show as a table' },
  { de: () => import('./charts.texts.de') },
)
