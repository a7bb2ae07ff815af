export const texts = {
  title: 'Identität bestätigen',
  text: 'Für diese Aktion müssen Sie sich in den letzten 15 Minuten per MFA bestätigt haben. Danach kehren Sie hierher zurück.',
  verb: 'Weiter',
  reason: 'Grund',
  reasonHelp: 'Wird im Audit-Protokoll gespeichert.',
  reasonShort: 'Geben Sie einen kurzen Grund ein',
} as const
