import { defineTexts } from './i18n'

export const { t, useT } = defineTexts('ui', {
  loading: 'Loading',
  error: {
    title: 'This did not load',
    retry: 'Try again',
  },
})
