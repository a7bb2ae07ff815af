import { defineTexts } from '../i18n'

export const { useT } = defineTexts(
  'ui.asyncSelect',
  {
    find: 'Search',
    loading: 'Loading',
    none: 'No options',
    noMatch: 'No results',
    more: 'Type to find more.',
  },
  { de: () => import('./async-select.texts.de') },
)
