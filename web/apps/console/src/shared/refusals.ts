import { addTexts, addTranslations } from '@gatehouse/ui'

/** The codes of the management calls come to those that every app knows, where the language is not the server's. */
addTranslations('console.refusals', {
  async de() {
    const { texts } = await import('./refusals.texts.de')
    addTexts('refusals', 'de', texts)
    return { texts: {} }
  },
})
