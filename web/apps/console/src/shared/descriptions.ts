import { addTexts, addTranslations } from '@gatehouse/ui'

/** German descriptions of audit log entries about tenants, which the portal calls accounts. */
addTranslations('console.descriptions', {
  async de() {
    const { texts } = await import('./descriptions.texts.de')
    addTexts('portal.descriptions', 'de', texts)
    return { texts: {} }
  },
})
