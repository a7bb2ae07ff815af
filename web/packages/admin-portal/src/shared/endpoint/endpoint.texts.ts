import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.endpoint',
  {
    name: 'Name',
    nameMissing: 'Enter a name',
    url: 'URL',
    urlWrong: 'Enter a URL that begins with https:// or http://',
    description: 'Description',
  },
  { de: () => import('./endpoint.texts.de') },
)
