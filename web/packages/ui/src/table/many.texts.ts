import { defineTexts } from '../i18n'

export const { useT } = defineTexts(
  'ui.many',
  {
    find: 'Find',
    loading: 'Loading',
    none: 'Nothing to choose from',
    noMatch: 'Nothing matches',
    more: 'Type a part of the name to find one of the others.',
  },
  { de: () => import('./many.texts.de') },
)
