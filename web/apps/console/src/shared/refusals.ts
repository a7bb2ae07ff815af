import { addTexts, addTranslations } from '@gatehouse/ui'

/** German messages for error codes of the vendor API, in addition to those that all apps share. */
addTranslations('console.refusals', {
  async de() {
    const { texts } = await import('./refusals.texts.de')
    addTexts('refusals', 'de', texts)
    return { texts: {} }
  },
})
